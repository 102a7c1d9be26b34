/** What a mailed link that was used is worth to whoever has a copy of it: nothing, with another key or too late. */
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { TokenPair } from '#core/model/people/account.ts'
import { call, expectJson, login, refusal } from './http.ts'
import { approvedInvited, GOOD_PASSWORD, later, linkToken, MINUTE, newPlayer, post, put } from './people.ts'
import { onStores } from './stores.ts'

const KEY = 'key-of-this-browser'
const OTHER = 'key-of-another-browser'
const INVALID = { status: 401, code: 'INVALID_TOKEN' }

onStores((server) => {
  const url = () => server().url
  const magic = async (email: string) => {
    await post(url(), '/auth/pwdless', { email, publicdevice: false })
    return linkToken(url(), email, 'magic_link', '/authverify/')
  }
  const WAYS = [
    { name: 'API-AUTH-004', method: 'PUT', path: '/auth/pwdless', token: async () => magic((await newPlayer(url())).email) },
    { name: 'API-AUTH-009', method: 'POST', path: '/auth/initial-setup', token: () => approvedInvited(url()) },
  ] // biome-ignore format: a table

  describe.each(WAYS)('$name a link that signed in', ({ name, method, path, token }) => {
    const use = (link: string, key: string | null) =>
      call(url(), path, { method, body: { token: link }, headers: key === null ? {} : { 'Idempotency-Key': key } })
    const used = async () => {
      const link = await token()
      return { link, pair: await expectJson(TokenPair, use(link, KEY)) }
    }

    it(`${name}: answers 401 to another key, and to none`, async () => {
      const { link } = await used()
      expect(await refusal(use(link, OTHER))).toEqual(INVALID)
      expect(await refusal(use(link, null))).toEqual(INVALID)
    })

    it(`${name}: answers 401 to its own key after five minutes`, async () => {
      const { link } = await used()
      expect(await later(url(), 5 * MINUTE, () => refusal(use(link, KEY)))).toEqual(INVALID)
    })

    it(`${name}: answers 401 to its own key once its session was signed out`, async () => {
      const { link, pair } = await used()
      expect((await post(url(), '/auth/logout', undefined, pair['access-token'])).status).toBe(204)
      expect(await refusal(use(link, KEY))).toEqual(INVALID)
    })

    it(`${name}: answers 401 to its own key once its session was refreshed`, async () => {
      const { link, pair } = await used()
      expect((await put(url(), '/auth/refresh', { 'refresh-token': pair['refresh-token'] })).status).toBe(200)
      expect(await refusal(use(link, KEY))).toEqual(INVALID)
    })
  })

  describe('API-AUTH-006 a link that set a password', () => {
    const used = async () => {
      const { email } = await newPlayer(url())
      await call(url(), `/auth/reset/${email}`)
      const token = await linkToken(url(), email, 'password_reset', '/resetpwd/')
      const set = (password: string, key: string) =>
        call(url(), '/auth/chgpwdreset', {
          method: 'PUT',
          body: { password, token },
          headers: { 'Idempotency-Key': key },
        })
      expect((await set(GOOD_PASSWORD, KEY)).status).toBe(200)
      return { email, set }
    }

    it('API-AUTH-006: answers 401 to another key', async () => {
      const { set } = await used()
      expect(await refusal(set(GOOD_PASSWORD, OTHER))).toEqual(INVALID)
    })

    it('API-AUTH-006: answers 401 to the same key with another password, which is not set', async () => {
      const { email, set } = await used()
      expect(await refusal(set('Other-8-Lantern', KEY))).toEqual(INVALID)
      expect((await login(url(), email, { password: 'Other-8-Lantern' })).status).toBe(401)
    })

    it('API-AUTH-006: answers 401 to its own key after five minutes', async () => {
      const { set } = await used()
      expect(await later(url(), 5 * MINUTE, () => refusal(set(GOOD_PASSWORD, KEY)))).toEqual(INVALID)
    })
  })

  describe('API-AUTH-003 the nonce', () => {
    const claims = async (headers: Record<string, string>) => {
      const { email } = await newPlayer(url())
      await call(url(), '/auth/pwdless', { method: 'POST', body: { email, publicdevice: false }, headers })
      return decodeJwt(await linkToken(url(), email, 'magic_link', '/authverify/'))
    }

    it('D-162: of the browser that asked for a link stands in its token', async () => {
      expect(await claims({ 'Link-Nonce': 'nonce-of-this-browser' })).toMatchObject({ nonce: 'nonce-of-this-browser' })
    })

    it('D-162: is not there where none was given', async () => {
      expect(await claims({})).not.toHaveProperty('nonce')
    })
  })
})
