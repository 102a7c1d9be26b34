// E-mail and web addresses, at the limits of what is taken.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cleaned, textFault } from '../../text/textRule.ts'
import { EMAIL, EMAIL_MAX, EMAIL_PATTERN, emailKey, isEmail } from './email.ts'
import { cleanWebsite, isWebsite } from './website.ts'

describe('an e-mail address', () => {
  const long = (length: number) => `a@${'b'.repeat(length - 6)}.com`

  test('may be as long as a mail server takes, spaces around it left out, and no longer', () => {
    expect([isEmail(long(EMAIL_MAX)), isEmail(`  ${long(EMAIL_MAX)} `), isEmail(long(EMAIL_MAX + 1))]).toEqual([true, true, false]) // biome-ignore format: one line
  })

  test.each([
    ['a@b.c', true],
    ['a@b.c.d', true],
    ['a@b', false],
    ['a@b.', false],
    ['a@.b', false],
    ['@b.c', false],
  ])('S1, 5: %s is text, @, text, dot, text: %s', (text, is) => {
    expect(isEmail(text)).toBe(is)
  })

  test.each([
    ['info@müller.de', 'info@xn--mller-kva.de'],
    ['Info@MÜLLER.de', 'info@xn--mller-kva.de'],
    ['radio@почта.рф', 'radio@xn--80a1acny.xn--p1ai'],
    ['a@例え。jp', 'a@xn--r8jz45g.jp'],
    ['a@demo．test', 'a@demo.test'],
    ['a@例え｡jp', 'a@xn--r8jz45g.jp'],
    ['radio@xn--80a1acny.xn--p1ai', 'radio@xn--80a1acny.xn--p1ai'],
  ])('INVITE-011: %s is one, kept and compared as its domain is called on the line', (text, key) => {
    expect(isEmail(text)).toBe(true)
    expect(emailKey(text)).toBe(key)
    expect(EMAIL_PATTERN.test(cleaned(EMAIL, text))).toBe(true)
  })

  test.each(['ünes@pier.com', 'a@müller', 'a@müller.', 'a@.müller', 'a@mü/ller.de', 'a@mü%2eller.de', 'a@b@müller.de'])(
    'INVITE-011: %s is none',
    (text) => {
      expect(isEmail(text)).toBe(false)
    },
  )

  test('INVITE-011: is not looked up by another name where its domain is too long to be one', () => {
    onTestFinished(() => void vi.unstubAllGlobals())
    const names = vi.fn()
    vi.stubGlobal(
      'URL',
      class {
        readonly hostname = 'xn--mller-kva.de'
        constructor(address: string) {
          names(address)
        }
      },
    )
    const long = `a@${'漢'.repeat(EMAIL_MAX)}.de`
    expect([isEmail(long), emailKey(long), textFault(EMAIL, long), textFault(EMAIL, long.repeat(9))]).toEqual([false, long, 'long', 'long']) // biome-ignore format: one line
    expect(names).not.toHaveBeenCalled()
    expect(emailKey('info@müller.de')).toBe('info@xn--mller-kva.de')
    expect(names).toHaveBeenCalledOnce()
  })

  test('is compared without case and without spaces around it', () => {
    expect(emailKey('  Ines@Pier.COM ')).toBe('ines@pier.com')
  })
})

describe('a web address', () => {
  test.each(['pier.com', 'PIER.com/a?b#c', 'http://pier.com', 'HTTPS://north.pier.co.uk:8080/x', 'pier.com?x=1'])(
    '%s is one, with or without its scheme',
    (text) => {
      expect(isWebsite(text)).toBe(true)
    },
  )
  test.each([
    'https://музыка.рф',
    'http://例え.テスト',
    'https://مثال.ایران/',
    'https://نامه\u200Cای.com',
    'müller.de',
    'https://pier.com.',
    'https://pier.com.:8080/x',
  ])('PROFILE-017, SIGNUP-053: %s is one, as its host is called on the line', (text) => {
    expect(isWebsite(text)).toBe(true)
  })
  test.each([
    '',
    'pier',
    'https://музыка',
    'pier..com',
    '.com',
    'xn--a.рф%',
    'https://a@pier.com',
    'pier.com:x',
    'pier.com:99999',
    'north pier.com',
    'pier.com ',
    'ftp://pier.com',
    'javascript:alert(1)',
    'mailto:a@pier.com',
    '@pier.com',
    'pier.c',
  ])(
    // biome-ignore format: one line
    '%s is none',
    (text) => {
      expect(isWebsite(text)).toBe(false)
    },
  )

  test('PROFILE-017, SIGNUP-053: is cleaned of what stands around it, and with many spaces within as fast', () => {
    expect(cleanWebsite('\u2068 \u200E https://pier.com\u2069 \u200E')).toBe('https://pier.com')
    const within = `a${' \u200E'.repeat(50_000)}b`
    expect(cleanWebsite(` ${within}\u200E `)).toBe(within)
  })
})
