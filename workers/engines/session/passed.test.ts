import { describe, expect, test } from 'vitest'
import { Passed } from './passed.ts'

const having = (...secrets: string[]) => {
  const passed = new Passed()
  for (const secret of secrets) passed.remember(secret)
  return passed
}
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('what passed is cut out of a sentence', () => {
  const secret = 'Correct horse/é & "staple"'
  test.each([
    ['as it is', secret],
    ['in capital letters', secret.toUpperCase()],
    ['in an address', encodeURIComponent(secret)],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
    ['taken apart into marks and letters', secret.normalize('NFD')],
    ['in base64', base64(secret)],
    ['in base64 behind one byte', base64(`x${secret}y`)],
    ['in base64 behind two', base64(`xy${secret}`)],
    ['in base64 for addresses', Buffer.from(`ab${secret}`).toString('base64url')],
  ])('%s', (_, form) => {
    const left = having(secret).cutFrom(`The password ${form} is too weak.`)
    expect(left).toMatch(/^The password .{0,7}….{0,7} is too weak\.$/)
    expect(left.toLowerCase()).not.toContain('horse')
  })

  test('where a form held it, but not what else it held', () => {
    const held = JSON.stringify({ username: 'nora@demo.test', password: 'open sesame', code: '123456' })
    const text = 'nora@demo.test: open sesame, 123456'
    expect(having(held).cutFrom(text)).toBe('nora@demo.test: …, …')
  })

  test('in its last part, where it is a token', () => {
    expect(having('head.claims.signature').cutFrom('signature of head.claims is wrong')).toBe(
      '… of head.claims is wrong',
    )
  })

  test('however many there were, the newest two hundred', () => {
    const secrets = Array.from({ length: 250 }, (_, n) => `word of number ${n}.`)
    const passed = having(...secrets)
    expect(passed.cutFrom('word of number 249.')).toBe('…')
    expect(passed.cutFrom('word of number 50.')).toBe('…')
    expect(passed.cutFrom('word of number 49.')).toBe('word of number 49.')
  })

  test('and what is as short as a syllable stays', () => {
    expect(having('a', 'the', '').cutFrom('the password is a password')).toBe('the password is a password')
  })

  test.each(['{"a', '{}', '(.*)+[', '\ud800 half', '🎧🎧🎧🎧', '{"a":{"b":["deep secret"]}}'])(
    'whatever it is: %s',
    (secret) => {
      expect(having(secret).cutFrom('nothing of it here')).toBe('nothing of it here')
    },
  )
})
