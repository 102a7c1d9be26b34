/**
 * The list of a player's sessions, and the ends of single ones (H-018): who sees what of whom, and that what has ended
 * is refused at once.
 */
import { describe, expect, it } from 'vitest'
import { TokenPair } from '#core/model/people/account.ts'
import { type PlayerSession, SessionsAnswer, TIME_ZONE_HEADER } from '#core/model/people/sessions.ts'
import { call, expectJson, login, refusal } from './http.ts'
import { dev, GOOD_PASSWORD, HOUR, later, linkToken, MINUTE, newPlayer, post, put } from './people.ts'
import { onStores } from './stores.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const NOBODYS = '00000000-0000-4000-8000-000000000000'

onStores((server) => {
  const url = () => server().url
  const list = async (token: string): Promise<PlayerSession[]> =>
    (await expectJson(SessionsAnswer, call(url(), '/auth/sessions', { token }))).data.sessions
  const end = (token: string, sessionid: string) =>
    call(url(), `/auth/sessions/${sessionid}`, { method: 'DELETE', token })
  const endOthers = (token: string) => call(url(), '/auth/sessions/others', { method: 'DELETE', token })
  const works = async (access: string) => (await call(url(), '/genres', { token: access })).status === 200
  const refresh = (token: string, headers = {}) =>
    call(url(), '/auth/refresh', { method: 'PUT', body: { 'refresh-token': token }, headers })
  const signIn = async (email: string, headers: Record<string, string> = {}, more = {}) => {
    const pair = await expectJson(TokenPair, login(url(), email, { password: GOOD_PASSWORD, ...more }, headers))
    return { access: pair['access-token'], refresh: pair['refresh-token'] }
  }

  describe('the list of sessions', () => {
    it('says of each with what, from where, how and when it began and was used last; its own first', async () => {
      const { email, access } = await newPlayer(url())
      await signIn(email, { 'User-Agent': FIREFOX, [TIME_ZONE_HEADER]: 'Europe/Amsterdam' }, { publicdevice: true })
      const [own, other, ...more] = await list(access)
      expect(more).toEqual([])
      expect(own).toMatchObject({ current: true, how: 'password', publicdevice: false })
      expect(other).toMatchObject({
        current: false,
        browser: 'Firefox',
        system: 'Windows',
        timezone: 'Europe/Amsterdam',
        how: 'password',
        publicdevice: true,
      })
      expect(Math.abs(Date.parse(other?.began ?? '') - Date.now())).toBeLessThan(MINUTE)
      expect(other?.seen).toBe(other?.began)
      // Sockets of a test come over IPv4 or IPv6.
      expect(other?.network).toMatch(/^(127\.0\.0\.x|0:0:0:…)$/)
    })

    it('H-639: a sign-in that is made again with its key has the session of the first one, while nobody went on with that', async () => {
      const { email, access } = await newPlayer(url())
      const again = () => signIn(email, { 'Idempotency-Key': 'k1' })
      const first = await again()
      expect((await again()).refresh).toBe(first.refresh)
      expect(await list(access)).toHaveLength(2)
      await signIn(email, { 'Idempotency-Key': 'k1' }, { publicdevice: true })
      await signIn(email, { 'Idempotency-Key': 'k2' })
      expect(await list(access)).toHaveLength(4)
      await refresh(first.refresh)
      expect((await again()).refresh).not.toBe(first.refresh)
      expect(await list(access)).toHaveLength(5)
    })

    it('says that a mailed link began it', async () => {
      const { email, access } = await newPlayer(url())
      await post(url(), '/auth/pwdless', { email, publicdevice: false, dtw: false })
      const token = await linkToken(url(), email, 'magic_link', '/authverify/')
      expect((await put(url(), '/auth/pwdless', { token, dtw: false })).status).toBe(200)
      expect((await list(access)).map(({ how }) => how)).toEqual(['password', 'link'])
    })

    it('knows the device and the place of the last renewal', async () => {
      const { email, access } = await newPlayer(url())
      const other = await signIn(email, { 'User-Agent': FIREFOX })
      await refresh(other.refresh, { 'User-Agent': PHONE, [TIME_ZONE_HEADER]: 'Asia/Tokyo' })
      expect((await list(access))[1]).toMatchObject({ browser: 'Safari', system: 'iPhone', timezone: 'Asia/Tokyo' })
    })

    it('knows the last use to five minutes, and orders by it', async () => {
      const { email, access } = await newPlayer(url())
      const [first, second] = [await signIn(email), await signIn(email)]
      const seenOf = (sessions: PlayerSession[]) => sessions.map(({ seen }) => seen)
      const before = seenOf(await list(access))
      await later(url(), 4 * MINUTE, () => works(first.access))
      expect(new Set(seenOf(await list(access)))).toEqual(new Set(before))
      await later(url(), 6 * MINUTE, () => works(first.access))
      const [, newest, oldest] = await list(access)
      const began = await list(first.access)
      expect(newest?.sessionid).toBe(began[0]?.sessionid)
      expect(Date.parse(newest?.seen ?? '') - Date.parse(newest?.began ?? '')).toBeGreaterThanOrEqual(6 * MINUTE)
      expect(oldest?.sessionid).toBe((await list(second.access))[0]?.sessionid)
    })

    it('leaves out what has ended, was signed out or ran out', async () => {
      const { email, access } = await newPlayer(url())
      const out = await signIn(email)
      await signIn(email, {}, { publicdevice: true })
      expect(await list(access)).toHaveLength(3)
      await post(url(), '/auth/logout', undefined, out.access)
      expect(await list(access)).toHaveLength(2)
      const renewed = await later(url(), 13 * HOUR, async () => {
        const pair = await expectJson(TokenPair, refresh((await signIn(email)).refresh))
        return list(pair['access-token'])
      })
      // The one on a public computer is over after twelve hours.
      expect(renewed.map(({ publicdevice }) => publicdevice)).toEqual([false, false])
    })

    it('is told to nobody else, and to nobody who is signed out', async () => {
      const [one, two] = [await newPlayer(url()), await newPlayer(url())]
      const [own] = await list(one.access)
      expect((await list(two.access)).map(({ sessionid }) => sessionid)).not.toContain(own?.sessionid)
      expect(await refusal(call(url(), '/auth/sessions'))).toEqual({ status: 401, code: 'UNAUTHENTICATED' })
    })

    it.each([
      ['nothing', {}],
      ['what is no browser', { 'User-Agent': 'curl/8' }],
      ['a place there is not', { 'User-Agent': '', [TIME_ZONE_HEADER]: 'Mars/Olympus' }],
      ['markup', { 'User-Agent': '<img src=x onerror=alert(1)>', [TIME_ZONE_HEADER]: '<b>' }],
    ])('shows empty names for a browser that says %s', async (_, headers) => {
      const { email, access } = await newPlayer(url())
      await signIn(email, headers)
      expect((await list(access))[1]).toMatchObject({ browser: '', system: '', timezone: '' })
    })
  })

  describe('the end of one session', () => {
    it('refuses its refresh token and its access token at once, and nobody else’s', async () => {
      const { email, access } = await newPlayer(url())
      const [one, other] = [await signIn(email), await signIn(email)]
      const { sessionid = '' } = (await list(one.access))[0] ?? {}
      expect((await end(access, sessionid)).status).toBe(204)
      expect(await refusal(refresh(one.refresh))).toEqual({ status: 401, code: 'SESSION_ENDED' })
      expect(await works(one.access)).toBe(false)
      expect([await works(access), await works(other.access)]).toEqual([true, true])
      expect((await list(access)).map((session) => session.sessionid)).not.toContain(sessionid)
    })

    it('can be asked for again', async () => {
      const { email, access } = await newPlayer(url())
      const { sessionid = '' } = (await list((await signIn(email)).access))[0] ?? {}
      for (let time = 0; time < 2; time++) expect((await end(access, sessionid)).status).toBe(204)
    })

    it('may be its own', async () => {
      const { access, refresh: token } = await newPlayer(url())
      const { sessionid = '' } = (await list(access))[0] ?? {}
      expect((await end(access, sessionid)).status).toBe(204)
      expect(await works(access)).toBe(false)
      expect((await refresh(token)).status).toBe(401)
    })

    it('is refused for a session of somebody else, which lives on', async () => {
      const [one, two] = [await newPlayer(url()), await newPlayer(url())]
      const { sessionid = '' } = (await list(two.access))[0] ?? {}
      expect(await refusal(end(one.access, sessionid))).toEqual({ status: 404, code: 'SESSION_NOT_FOUND' })
      expect(await works(two.access)).toBe(true)
    })

    it.each([
      [NOBODYS, 404],
      ['..%2Fothers', 400],
      ['%27%20or%20true--', 400],
      ['x'.repeat(65), 400],
    ])('is refused for %s with %i', async (sessionid, status) => {
      const { access } = await newPlayer(url())
      expect((await end(access, sessionid)).status).toBe(status)
      expect(await works(access)).toBe(true)
    })
  })

  describe('the end of all others', () => {
    it('leaves its own, and those of other people', async () => {
      const stranger = await newPlayer(url())
      const { email, access, refresh: token } = await newPlayer(url())
      const others = [await signIn(email), await signIn(email)]
      for (let time = 0; time < 2; time++) expect((await endOthers(access)).status).toBe(204)
      for (const other of others) {
        expect(await works(other.access)).toBe(false)
        expect((await refresh(other.refresh)).status).toBe(401)
      }
      expect((await refresh(token)).status).toBe(200)
      expect(await works(stranger.access)).toBe(true)
      expect(await list(access)).toMatchObject([{ current: true }])
    })

    it('SESSION-012: sign out everywhere ends its own as well, and every other', async () => {
      const { email, access, refresh: token } = await newPlayer(url())
      const other = await signIn(email)
      expect((await call(url(), '/auth/sessions', { method: 'DELETE', token: access })).status).toBe(204)
      for (const ended of [access, other.access]) expect(await works(ended)).toBe(false)
      for (const ended of [token, other.refresh]) expect((await refresh(ended)).status).toBe(401)
      expect(await list((await signIn(email)).access)).toHaveLength(1)
      await dev(url(), 'clock', { reset: true })
    })
  })
})
