import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MAILED_RELEASE, SAMPLE_MAILS } from '#tests/support/letters.ts'
import { INVITE_TTL_D, MAGIC_LINK_TTL_MIN, MERGE_TTL_H, RESET_LINK_TTL_H, WARNING_TTL_D } from '../auth/linkTokens.ts'
import { CODE_TTL_MIN } from '../auth/signupCodes.ts'
import type { MailData, MailKind } from './kinds.ts'
import { writeLetter } from './letters.ts'
import { readMailTexts } from './texts.ts'

const texts = readMailTexts('locales')
const SAMPLES = SAMPLE_MAILS
const release = MAILED_RELEASE
const KINDS = Object.keys(SAMPLES) as MailKind[]
const write = <K extends MailKind>(kind: K, language = 'en', data: MailData[K] = SAMPLES[kind]) =>
  writeLetter(kind, data, language, texts, 'https://player.example')

/** Every key of a file, with the plural forms of a text as one. */
const keys = (value: object, prefix = ''): string[] =>
  Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string'
      ? [`${prefix}${key}`.replace(/_(zero|one|two|few|many|other)$/, '')]
      : keys(inner, `${prefix}${key}.`),
  )
const byText = (a: string, b: string) => (a < b ? -1 : 1)
const holes = (value: object): string[] =>
  Object.values(value).flatMap((inner) =>
    typeof inner === 'string' ? [[...inner.matchAll(/\{\{\w+\}\}/g)].map(String).sort(byText).join()] : holes(inner),
  )
const file = (code: string): object => JSON.parse(readFileSync(`locales/${code}/mail.json`, 'utf8')) as object

describe('letters', () => {
  it.each(KINDS)('%s says the same in text and HTML, leaves no hole and repeats its links', (kind) => {
    for (const language of ['en', 'fr', 'de', 'es', 'ar']) {
      const letter = write(kind, language)
      for (const part of [letter.subject, letter.text, letter.html])
        expect(part).not.toMatch(/\{\{|undefined|\w+\.\w+_/)
      expect(letter.text.length).toBeGreaterThan(60)
      for (const link of letter.links) {
        expect(link).toMatch(/^https:\/\/player\.example\//)
        expect(letter.text).toContain(link)
        expect(letter.html).toContain(`href="${link}"`)
      }
    }
  })

  it.each([
    ['magic_link', '/authverify/tok.en'],
    ['password_reset', '/resetpwd/tok.en'],
    ['welcome_set_password', '/resetpwd/tok.en'],
    ['invitation_new', '/signup/tok.en'],
    ['invitation_existing', '/signin/tok.en'],
    ['merge_confirm', '/merge/tok.en'],
    ['split_confirm', '/split/tok.en'],
    ['email_linked', '/split/tok.en'],
    ['email_removed', '/account-management'],
    ['password_changed', '/forgot-password'],
    ['release_shared', '/releases/releaseInfo/r%201%2F2'],
  ] as const)('%s leads to %s', (kind, path) => {
    expect(write(kind).links).toEqual([`https://player.example${path}`])
  })

  it('quotes a message line by line, however its lines end', () => {
    const quotes = ['Hi\r\n\r\nthere\rNora', 'Hi\n\nthere\nNora'].map(
      (message) => write('release_shared', 'en', { ...SAMPLES.release_shared, message }).text,
    )
    expect(quotes[0]).toContain('\n\n> Hi\n> \n> there\n> Nora\n\n')
    expect(quotes[0]).toBe(quotes[1])
  })

  it.each([
    ['en', 'Sign in:\nhttps://'],
    ['fr', 'Se connecter\u00a0:\nhttps://'],
    ['ar', 'تسجيل الدخول:\nhttps://'],
  ])('puts the sign of the language between a label and its address (%s)', (language, words) => {
    expect(write('magic_link', language).text).toContain(words)
  })

  it('breaks words that are wider than a phone', () => {
    for (const kind of KINDS) expect(write(kind).html).toMatch(/<div [^>]*style="[^"]*overflow-wrap:anywhere;[^"]*">/)
  })

  it('signs a player in who is approved and has a password', () => {
    const letter = write('welcome_set_password', 'en', { ...SAMPLES.welcome_set_password, setup: true })
    expect(letter.links).toEqual(['https://player.example/login?token=tok.en'])
  })

  it('links every release of a digest and counts them in words', () => {
    expect(
      write('release_digest')
        .links.slice(0, 2)
        .map((link) => link.split('/').at(-1)),
    ).toEqual(['r%201%2F2', 'r2'])
    expect(write('release_digest').text).toContain('There are 2 new releases')
    expect(write('release_digest', 'de', { frequency: 'track', releases: [release], total: 1 }).text).toContain(
      'Es gibt 1 neue Veröffentlichung',
    )
  })

  it('calls what came before Monday morning the past week, which the new one is not', () => {
    const subject = (language: string) =>
      write('release_digest', language, { ...SAMPLES.release_digest, frequency: 'weekly' }).subject
    expect(subject('en')).toBe('New releases of the past week')
    expect(subject('ar')).toContain('الماضي')
  })

  it.each([
    ['en', 'There are 300 new releases', 'Here are the 2 newest.'],
    ['de', 'Es gibt 300 neue Veröffentlichungen', 'Hier sind die 2 neuesten.'],
  ])('says of a digest that names the newest alone how many there are (%s)', (language, all, named) => {
    const letter = write('release_digest', language, { ...SAMPLES.release_digest, total: 300 })
    expect(letter.text).toContain(all)
    expect(letter.text).toContain(named)
    expect(write('release_digest', language).text).not.toContain(named)
  })

  it('tells of all releases that were shared together in one mail, and links each', () => {
    const also = [{ ...release, releaseid: 'r2', title: 'Second' }]
    for (const language of ['en', 'fr', 'de', 'es', 'ar']) {
      const letter = write('release_shared', language, { ...SAMPLES.release_shared, also })
      expect(letter.links.map((link) => link.split('/').at(-1))).toEqual(['r%201%2F2', 'r2'])
      expect(letter.text).toContain('Second')
      expect(letter.text).toContain('Hear this')
      expect(letter.text).toMatch(/2/)
    }
    const { subject } = write('release_shared', 'en', { ...SAMPLES.release_shared, also })
    expect(subject).toMatch(/^Vera shared .+ and other releases with you$/)
  })

  it('lets nobody write HTML, headers or texts of ours through a name', () => {
    const name = '<script>alert(1)</script>\r\nBcc: x@y.z {{token}} $t(footer)'
    const letter = write('invitation_new', 'en', { ...SAMPLES.invitation_new, inviter: name })
    expect(letter.html).not.toContain('<script>')
    expect(letter.html).toContain('&lt;script&gt;')
    expect(letter.subject).not.toMatch(/[\r\n]/)
    expect(letter.text).toContain('{{token}} $t(footer)')
  })

  it('lets nobody write a paragraph of their own, or turn ours around, through a name or a title', () => {
    const name = 'Vera\r\n\r\nYour account is closed.\u2028Write to x@y.z\u202e'
    const letter = write('invitation_new', 'en', { ...SAMPLES.invitation_new, inviter: name })
    expect(letter.text).toContain('Vera Your account is closed. Write to x@y.z')
    expect(letter.html).toContain('Vera Your account is closed. Write to x@y.z')
    expect(letter.text + letter.subject).not.toMatch(/[\u2028\u202e]/)
    const releases = [{ ...release, title: 'A\n\n* B' }]
    expect(write('release_digest', 'en', { frequency: 'daily', releases, total: 1 }).text).toContain('A * B')
  })

  it('H-493: keeps a name that is written from the right apart from the sentence around it, and nothing else', () => {
    const name = 'נועה כהן'
    const apart = `\u2068${name}\u2069`
    for (const language of ['en', 'fr', 'de', 'es']) {
      const letter = write('invitation_new', language, { ...SAMPLES.invitation_new, inviter: name })
      for (const part of [letter.subject, letter.text, letter.html]) expect(part).toContain(apart)
      const shared = write('release_shared', language, {
        ...SAMPLES.release_shared,
        release: { ...release, title: name, artist: '' },
      })
      expect(shared.subject).toContain(apart)
      for (const kind of KINDS) {
        const { subject, text, html } = write(kind, language)
        expect(subject + text + html).not.toMatch(/[\u2066-\u2069]/)
      }
    }
    const { text } = write('merge_confirm', 'en', { ...SAMPLES.merge_confirm, name })
    expect(text).toContain(`${apart} wants to link the address new@demo.test to`)
    // Arabic has the marks in its texts.
    const arabic = write('merge_confirm', 'ar', { ...SAMPLES.merge_confirm, name })
    expect(arabic.text).toContain(apart)
    expect(arabic.text).not.toContain('\u2068\u2068')
  })

  it('H-385: leads strangers nowhere by a name, and calls who has no other somebody', () => {
    for (const language of ['en', 'fr', 'de', 'es', 'ar']) {
      const name = 'Your account at evil\u202e.com is closed'
      const letters = [
        write('invitation_new', language, { ...SAMPLES.invitation_new, inviter: name }),
        write('invitation_existing', language, { ...SAMPLES.invitation_existing, inviter: 'https://evil.com' }),
        write('merge_confirm', language, { ...SAMPLES.merge_confirm, name }),
        write('release_shared', language, { ...SAMPLES.release_shared, sharer: name }),
        write('contact_request', language, { ...SAMPLES.contact_request, name }),
      ]
      for (const { subject, text, html } of letters) expect(subject + text + html).not.toMatch(/evil/)
      expect(letters[0]?.text).toContain('Your account at is closed')
    }
    const nobody = { ...SAMPLES.invitation_new, inviter: 'www.evil.com' }
    expect(write('invitation_new', 'en', nobody).subject).toBe('Somebody invites you to Player')
    expect(write('invitation_new', 'de', nobody).subject).toBe('Jemand lädt dich zu Player ein')
  })

  it.each(['en', 'fr', 'de', 'es', 'ar'])('H-682: a warning leads nowhere an intruder likes, in %s', (language) => {
    const data = { name: 'Your account at evil.com is closed', passkey: 'see https://evil.com/now' }
    const warn = (more: typeof data) => [
      write('email_linked', language, { ...SAMPLES.email_linked, ...more }),
      write('email_removed', language, { ...SAMPLES.email_removed, ...more }),
      write('split_confirm', language, { ...SAMPLES.split_confirm, ...more }),
      write('password_changed', language, more),
      write('passkey_added', language, more),
      write('passkey_removed', language, more),
    ]
    for (const { subject, text, html } of warn(data)) {
      expect(subject + text + html).not.toMatch(/evil/)
      expect(text).toMatch(/Your account at is closed|\bsee\b/)
    }
    const unnamed = warn({ name: 'www.evil.com', passkey: 'evil.com' })
    for (const { subject, text, html } of unnamed) expect(subject + text + html).not.toMatch(/evil| ,|\u2068\u2069/)
    expect(unnamed.at(-1)?.text).toContain('…')
  })

  it('speaks a region’s language, and English where there is no translation', () => {
    expect(write('magic_link', 'fr-CA').subject).toBe('Votre lien de connexion')
    expect(write('magic_link', 'xx').subject).toBe('Your sign-in link')
    expect(write('magic_link', 'de').html).toContain('<html lang="de" dir="ltr">')
  })

  it('writes Arabic from right to left, keeps what runs the other way apart, and counts as Arabic does', () => {
    const letter = write('merge_confirm', 'ar')
    expect(letter.html).toContain('<html lang="ar" dir="rtl">')
    expect(letter.html).toMatch(/<div dir="rtl" style="[^"]*text-align:right">/)
    // First strong isolate: an address does not turn the words around it about (Unicode Standard Annex 9).
    expect(letter.text).toMatch(/\u2068[^\s\u2069]+@[^\s\u2069]+\u2069/)
    expect(write('signup_code', 'ar').html).toMatch(/<p dir="ltr" [^>]*>\d{5}<\/p>/)
    const digest = (count: number) =>
      write('release_digest', 'ar', { frequency: 'daily', releases: [release], total: count }).text
    expect(digest(1)).toContain('إصدار جديد واحد')
    expect(digest(2)).toContain('إصداران جديدان')
    expect(digest(3)).toContain('إصدارات جديدة.')
    expect(digest(11)).toContain('إصدارًا جديدًا')
  })

  it('names minutes, hours and days in the form their number has in each language', () => {
    // The texts have one form each: another number may need another one, in Arabic above all.
    const forms = { CODE_TTL_MIN, MAGIC_LINK_TTL_MIN, RESET_LINK_TTL_H, MERGE_TTL_H, INVITE_TTL_D, WARNING_TTL_D }
    const formsOf = (language: string) =>
      Object.entries(forms).map(([name, number]) => `${name} ${new Intl.PluralRules(language).select(number)}`)
    for (const language of ['en', 'fr', 'de', 'es'])
      expect(formsOf(language)).toEqual(Object.keys(forms).map((name) => `${name} other`))
    expect(formsOf('ar')).toEqual([
      'CODE_TTL_MIN few',
      'MAGIC_LINK_TTL_MIN many',
      'RESET_LINK_TTL_H many',
      'MERGE_TTL_H many',
      'INVITE_TTL_D few',
      'WARNING_TTL_D many',
    ])
    expect(write('signup_code', 'ar').text).toContain('دقائق')
    expect(write('magic_link', 'ar').text).toContain('دقيقة')
    expect(write('merge_confirm', 'ar').text).toContain('ساعة')
    expect(write('invitation_new', 'ar').text).toContain('أيام')
    expect(write('email_linked', 'ar').text).toContain('يومًا')
  })

  it.each([
    ['de', /\b(Sie|Ihr|Ihre[mnrs]?)\b/],
    ['es', /\busted\b|\b(elimine|cierre|elija|ignore|escriba|responda)\b/i],
  ])('addresses nobody formally in one mail and as a friend in the others, in %s', (code, formal) => {
    expect(JSON.stringify(file(code))).not.toMatch(formal)
  })

  it.each(['fr', 'de', 'es', 'ar'])('has every text of English, with the same holes, in %s', (code) => {
    expect([...new Set(keys(file(code)))]).toEqual([...new Set(keys(file('en')))])
    // The plural forms of a language repeat the holes of `other`.
    expect([...new Set(holes(file(code)))].sort(byText)).toEqual([...new Set(holes(file('en')))].sort(byText))
  })
})
