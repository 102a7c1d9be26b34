/** The code in the mail of a magic link: for the browser that asked, five tries, and one end with its link (D-162, H-030). */
import { describe, expect, it } from 'vitest'
import { TokenPair } from '#core/model/people/account.ts'
import { call, expectJson, refusal } from './http.ts'
import { DAY, HOUR, later, linkToken, mailTo, newPlayer, post, put } from './people.ts'
import { onStores } from './stores.ts'

const NONCE = 'nonce-of-this-browser'
const KEY = 'key-of-this-browser'
const OVER = { status: 409, code: 'CODE_EXPIRED' }
const WRONG = { status: 400, code: 'INVALID_CODE' }

onStores((server) => {
  const url = () => server().url
  const ask = (email: string, nonce: string | null = NONCE) =>
    call(url(), '/auth/pwdless', {
      method: 'POST',
      body: { email, publicdevice: false },
      headers: nonce === null ? {} : { 'Link-Nonce': nonce },
    })
  const codeIn = (text: string) => /^\d{5}$/m.exec(text)?.[0] ?? ''
  const mailed = async (email: string) => codeIn((await mailTo(url(), email, 'magic_link')).text)
  const asked = async () => {
    const { email } = await newPlayer(url())
    expect((await ask(email)).status).toBe(200)
    return { email, code: await mailed(email) }
  }
  interface Given {
    nonce?: string
    key?: string
    publicdevice?: boolean
  }
  const give = (email: string, code: string, { nonce = NONCE, key = KEY, publicdevice = false }: Given = {}) =>
    call(url(), '/auth/pwdless/code', {
      method: 'PUT',
      body: { email, code, publicdevice },
      headers: { 'Link-Nonce': nonce, 'Idempotency-Key': key },
    })
  const other = (code: string, by = 1) => String((Number(code) + by) % 100_000).padStart(5, '0')

  describe('the code of a magic link', () => {
    it('D-162: stands in text and HTML of the mail, and signs the browser in that asked for it', async () => {
      const { email, code } = await asked()
      expect((await mailTo(url(), email, 'magic_link')).html).toContain(`>${code}</p>`)
      const pair = await expectJson(TokenPair, give(email.toUpperCase(), code))
      expect((await call(url(), '/profile', { token: pair['access-token'] })).status).toBe(200)
    })

    it('SIGNIN-016, D-006: at a public computer begins a session of 12 hours, whatever was said when it was asked for', async () => {
      const sessions: string[] = []
      for (const publicdevice of [true, false]) {
        const { email, code } = await asked()
        sessions.push((await expectJson(TokenPair, give(email, code, { publicdevice })))['refresh-token'])
      }
      await later(url(), 12 * HOUR, async () => {
        const refresh = async (token = '') => (await put(url(), '/auth/refresh', { 'refresh-token': token })).status
        expect([await refresh(sessions[0]), await refresh(sessions[1])]).toEqual([401, 200])
      })
    })

    it('D-162: is not there for who asks without a nonce', async () => {
      const { email } = await newPlayer(url())
      const answer = await ask(email, null)
      expect(await mailed(email)).toBe('')
      // Whether a page shows a field for it (H-535).
      expect(await answer.json()).toEqual({ data: { code: false } })
      expect(await (await ask(email)).json()).toEqual({ data: { code: true } })
    })

    it('D-162: uses the link up, and the link uses it up', async () => {
      const first = await asked()
      const token = await linkToken(url(), first.email, 'magic_link', '/authverify/')
      expect((await give(first.email, first.code)).status).toBe(200)
      expect((await put(url(), '/auth/pwdless', { token })).status).toBe(401)
      const second = await asked()
      const link = await linkToken(url(), second.email, 'magic_link', '/authverify/')
      expect((await put(url(), '/auth/pwdless', { token: link })).status).toBe(200)
      expect(await refusal(give(second.email, second.code))).toEqual(OVER)
    })

    it('D-162: signs in with the code of the next mail when the link of the first was used elsewhere', async () => {
      const { email, code } = await asked()
      const link = await linkToken(url(), email, 'magic_link', '/authverify/')
      expect((await put(url(), '/auth/pwdless', { token: link })).status).toBe(200)
      expect((await ask(email)).status).toBe(200)
      const next = await mailed(email)
      if (next !== code) expect(await refusal(give(email, code))).toEqual(OVER)
      expect((await give(email, next)).status).toBe(200)
    })

    it('D-162: is worth nothing in another browser, whose tries cost the owner none', async () => {
      const { email, code } = await asked()
      for (let n = 0; n < 6; n++)
        expect(await refusal(give(email, code, { nonce: `foreign-browser-${n}` }))).toEqual(OVER)
      expect((await give(email, code)).status).toBe(200)
    })

    it('D-162: answers the same key again, and no other', async () => {
      const { email, code } = await asked()
      const pair = await expectJson(TokenPair, give(email, code))
      expect(await expectJson(TokenPair, give(email, code))).toMatchObject({ 'refresh-token': pair['refresh-token'] })
      expect(await refusal(give(email, code, { key: 'key-of-another-browser' }))).toEqual(OVER)
    })

    it('D-025: ends at the fifth wrong one; the link works on', async () => {
      const { email, code } = await asked()
      for (let n = 1; n <= 5; n++) expect(await refusal(give(email, other(code, n)))).toEqual(WRONG)
      expect(await refusal(give(email, code))).toEqual(OVER)
      const token = await linkToken(url(), email, 'magic_link', '/authverify/')
      expect((await put(url(), '/auth/pwdless', { token })).status).toBe(200)
    })

    it('D-162: answers the same key again after a right code that was the last try', async () => {
      const { email, code } = await asked()
      for (let n = 1; n <= 4; n++) expect(await refusal(give(email, other(code, n)))).toEqual(WRONG)
      const pair = await expectJson(TokenPair, give(email, code))
      expect(await expectJson(TokenPair, give(email, code))).toMatchObject({ 'refresh-token': pair['refresh-token'] })
    })

    it('D-025: guesses sent together count together', async () => {
      const { email, code } = await asked()
      const tries = await Promise.all(Array.from({ length: 12 }, (_, n) => refusal(give(email, other(code, n + 1)))))
      expect(tries.filter(({ code: said }) => said === 'INVALID_CODE')).toHaveLength(5)
      expect(await refusal(give(email, code))).toEqual(OVER)
    })

    it('what cannot be a code costs no try', async () => {
      const { email, code } = await asked()
      for (const text of ['', '1234', '123456', 'abcde', '1 234'])
        expect(await refusal(give(email, text))).toEqual(WRONG)
      expect((await give(email, code)).status).toBe(200)
    })

    it('SIGNUP-038: is read as the form reads it, with what was copied along and in any digits', async () => {
      const { email, code } = await asked()
      const wide = code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
      expect((await give(email, ` ${wide.slice(0, 2)} ${wide.slice(2)}\u200B.`)).status).toBe(200)
    })

    it('ends with the link, after an hour', async () => {
      const { email, code } = await asked()
      expect(await later(url(), HOUR + 1000, () => refusal(give(email, code)))).toEqual(OVER)
    })

    it('is replaced by the one of the next mail', async () => {
      const { email, code } = await asked()
      await ask(email, 'nonce-of-the-next-mail')
      expect(await refusal(give(email, code))).toEqual(OVER)
      expect((await give(email, await mailed(email), { nonce: 'nonce-of-the-next-mail' })).status).toBe(200)
    })

    it('H-030: an e-mail has twenty tries a day from one network, whatever number of mails', async () => {
      const { email } = await asked()
      let code = ''
      for (let n = 0; n < 4; n++) {
        code = await mailed(email)
        for (let m = 1; m <= 5; m++) await give(email, other(code, m))
        await ask(email)
      }
      expect(await refusal(give(email, await mailed(email)))).toMatchObject({ status: 429 })
      const token = await linkToken(url(), email, 'magic_link', '/authverify/')
      expect((await put(url(), '/auth/pwdless', { token })).status).toBe(200)
    })

    it('H-369: a network has sixty wrong codes a day, whatever e-mails it tries; right ones count for nothing', () =>
      later(url(), 3 * DAY, async () => {
        for (let player = 0; player < 3; player++) {
          const right = await asked()
          expect((await give(right.email, right.code)).status).toBe(200)
          const { email } = await asked()
          for (let n = 0; n < 4; n++) {
            const code = await mailed(email)
            for (let m = 1; m <= 5; m++) expect(await refusal(give(email, other(code, m)))).toEqual(WRONG)
            await ask(email)
          }
        }
        const { email, code } = await asked()
        expect(await refusal(give(email, code))).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS' })
        const token = await linkToken(url(), email, 'magic_link', '/authverify/')
        expect((await put(url(), '/auth/pwdless', { token })).status).toBe(200)
      }))

    it('of an account that was closed meanwhile signs nobody in', async () => {
      const { email, code } = await asked()
      await fetch(`${url()}/dev/players/${email}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ state: 'inactive' }),
      })
      expect(await refusal(give(email, code))).toEqual({ status: 403, code: 'ACCOUNT_INACTIVE' })
    })

    it('is asked for in its own shape alone', async () => {
      const { email, code } = await asked()
      expect((await put(url(), '/auth/pwdless/code', { email, code, publicdevice: false, stranger: 1 })).status).toBe(
        400,
      )
      expect((await post(url(), '/auth/pwdless/code', { email, code, publicdevice: false })).status).toBe(404)
      expect(
        await refusal(put(url(), '/auth/pwdless/code', { email: 'a@b', code, publicdevice: false })),
      ).toMatchObject({ status: 400 })
    })
  })
})
