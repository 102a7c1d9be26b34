import { decodeJwt, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { AccessClaims, TokenPair } from '#core/model/people/account.ts'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { call, expectJson, login, refusal, signIn } from './http.ts'
import { DAY, HOUR, later } from './people.ts'
import { onGivenServer, onStores } from './stores.ts'

onStores((server) => {
  // Groups are collected later, when it would be forgotten.
  const isGiven = onGivenServer()
  const url = () => server().url
  const refresh = (token: string) => call(url(), '/auth/refresh', { method: 'PUT', body: { 'refresh-token': token } })
  const next = async (token: string) => (await expectJson(TokenPair, refresh(token)))['refresh-token']
  const works = async (access: string) => (await call(url(), '/genres', { token: access })).status === 200

  describe('API-AUTH-001 login', () => {
    it('API-AUTH-001: answers both tokens at the top level to the right password', async () => {
      const pair = await expectJson(TokenPair, login(url(), 'verified@demo.test'))
      const claims = AccessClaims.parse(decodeJwt(pair['access-token']))
      expect(claims).toMatchObject({ email: 'verified@demo.test', verified: true, label_staff: false })
      expect(claims.exp * 1000 - Date.now()).toBeGreaterThan(29 * 60_000)
    })

    it('API-AUTH-001: tells an unverified player and label staff apart in the claims', async () => {
      const claims = async (email: string) => AccessClaims.parse(decodeJwt((await signIn(url(), email)).access))
      expect((await claims('unverified@demo.test')).verified).toBe(false)
      expect((await claims('staff@demo.test')).label_staff).toBe(true)
    })

    it('API-AUTH-001: finds a player by any connected e-mail, whatever its case, and claims that e-mail', async () => {
      const { access } = await signIn(url(), 'Many.RADIO@demo.test')
      expect(decodeJwt(access)).toMatchObject({ email: 'many.radio@demo.test', playerid: 'demo-many' })
    })

    it('API-AUTH-001: refuses a wrong password with 401 INVALID_CREDENTIALS', async () => {
      expect(await refusal(login(url(), 'verified@demo.test', { password: 'wrong' }))).toEqual({
        status: 401,
        code: 'INVALID_CREDENTIALS',
      })
    })

    it('API-AUTH-001: refuses an unknown e-mail with the same 401', async () => {
      expect(await refusal(login(url(), 'nobody@demo.test'))).toEqual({ status: 401, code: 'INVALID_CREDENTIALS' })
    })

    it('API-AUTH-001: answers 425 VERIFICATION_PENDING to a pending player', async () => {
      expect(await refusal(login(url(), 'pending@demo.test'))).toEqual({ status: 425, code: 'VERIFICATION_PENDING' })
    })

    it('API-AUTH-001: answers 403 to an inactive player', async () => {
      expect(await refusal(login(url(), 'inactive@demo.test'))).toEqual({ status: 403, code: 'ACCOUNT_INACTIVE' })
    })

    it('tells nothing about a pending account without its password', async () => {
      expect(await refusal(login(url(), 'pending@demo.test', { password: 'wrong' }))).toMatchObject({ status: 401 })
    })

    it.each([
      ['{"username":'],
      [{}],
      [{ username: 'a@b.c', password: DEMO_PASSWORD }],
      [{ username: 1, password: 2, publicdevice: 3 }],
      ['[]'],
      ['null'],
      [''],
    ])('API-AUTH-001: answers 400 to the malformed body %j', async (body) => {
      const answer = call(url(), '/player/v2/auth/login', { method: 'POST', body })
      expect((await refusal(answer)).status).toBe(400)
    })

    it('API-AUTH-001: forty right sign-ins at once are forty sessions', async () => {
      const answers = await Promise.all(Array.from({ length: 40 }, () => login(url(), 'staff@demo.test')))
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200))
    })

    it.skipIf(isGiven)('takes about as long for an unknown e-mail as for a wrong password', async () => {
      // The least of several, in turns: a busy machine makes answers late, never early. The busier, the more are asked for.
      const least = { 'staff@demo.test': Number.POSITIVE_INFINITY, 'nobody@demo.test': Number.POSITIVE_INFINITY }
      const share = () => least['nobody@demo.test'] / least['staff@demo.test']
      for (let n = 0; n < 24 && !(n >= 4 && share() > 0.5); n++) {
        for (const email of ['staff@demo.test', 'nobody@demo.test'] as const) {
          const start = performance.now()
          const answer = await login(url(), email, { password: 'wrong' })
          await answer.arrayBuffer()
          expect(answer.status).toBe(401)
          least[email] = Math.min(least[email], performance.now() - start)
        }
      }
      expect(share()).toBeGreaterThan(0.5)
    })

    it('slows a guesser after thirty failures while the owner’s other accounts go on', async () => {
      const guess = () => login(url(), 'many.home@demo.test', { password: 'wrong' })
      for (let n = 0; n < 30; n++) expect((await guess()).status).toBe(401)
      const refused = await guess()
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await login(url(), 'verified@demo.test')).status).toBe(200)
    })
  })

  describe('API-AUTH-007 refresh', () => {
    it('API-AUTH-007: answers a new pair that works', async () => {
      const first = await signIn(url())
      const second = await expectJson(TokenPair, refresh(first.refresh))
      expect(second['refresh-token']).not.toBe(first.refresh)
      expect(await works(second['access-token'])).toBe(true)
    })

    it('D-156: of two tabs at once none is signed out, and both get the same refresh token', async () => {
      const first = await signIn(url())
      const both = await Promise.all([next(first.refresh), next(first.refresh)])
      expect(both[0]).toBe(both[1])
      expect(both[0]).not.toBe(first.refresh)
    })

    it('D-156: answers a token again until its successor was used, however late', async () => {
      const first = await signIn(url())
      const second = await next(first.refresh)
      await later(url(), 20 * DAY, async () => {
        expect(await next(first.refresh)).toBe(second)
        expect(await next(second)).not.toBe(second)
      })
    })

    it('D-156: ends the session at once when a token is used whose successor was used', async () => {
      const [first, other] = [await signIn(url()), await signIn(url())]
      const second = await expectJson(TokenPair, refresh(first.refresh))
      const third = await expectJson(TokenPair, refresh(second['refresh-token']))
      expect(await refusal(refresh(first.refresh))).toEqual({ status: 401, code: 'SESSION_ENDED' })
      for (const pair of [second, third]) {
        expect(await works(pair['access-token'])).toBe(false)
        expect(await refusal(refresh(pair['refresh-token']))).toMatchObject({ status: 401 })
      }
      expect(await works(other.access)).toBe(true)
    })

    it('API-AUTH-007: refuses an unknown token with 401', async () => {
      expect(await refusal(refresh('unknown'))).toMatchObject({ status: 401 })
    })

    it('API-AUTH-007: refuses the token of a session that was signed out', async () => {
      const session = await signIn(url())
      await call(url(), '/auth/logout', { method: 'POST', token: session.access })
      expect(await refusal(refresh(session.refresh))).toMatchObject({ status: 401 })
    })
  })

  describe('ending sessions', () => {
    it('API-AUTH-002: signs out with 204, and the access token is worth nothing from then on', async () => {
      const [one, other] = [await signIn(url()), await signIn(url())]
      const answer = await call(url(), '/auth/logout', { method: 'POST', token: one.access })
      expect(answer.status).toBe(204)
      expect(await refusal(call(url(), '/genres', { token: one.access }))).toEqual({
        status: 401,
        code: 'UNAUTHENTICATED',
      })
      expect(await works(other.access)).toBe(true)
    })

    it('SESSION-011: a sign-out with an access token whose time is over ends the session all the same', async () => {
      const { access, refresh: token } = await signIn(url())
      await later(url(), HOUR, async () => {
        expect(await works(access)).toBe(false)
        expect((await call(url(), '/auth/logout', { method: 'POST', token: access })).status).toBe(204)
        expect(await refusal(refresh(token))).toMatchObject({ status: 401 })
        expect(await refusal(call(url(), '/auth/logout', { method: 'POST', token: access }))).toMatchObject({
          status: 401,
        })
      })
    })

    it('API-AUTH-002: answers 401 to a sign-out without a session', async () => {
      expect(await refusal(call(url(), '/auth/logout', { method: 'POST' }))).toMatchObject({ status: 401 })
    })

    it('API-AUTH-008: ends every session of the player, the caller’s included, and nobody else’s', async () => {
      const own = [await signIn(url(), 'staff@demo.test'), await signIn(url(), 'staff@demo.test')]
      const other = await signIn(url())
      const answer = await call(url(), '/auth/sessions', { method: 'DELETE', token: own[0]?.access ?? '' })
      expect(answer.status).toBe(204)
      for (const session of own) {
        expect(await works(session.access)).toBe(false)
        expect((await refresh(session.refresh)).status).toBe(401)
      }
      expect(await works(other.access)).toBe(true)
    })
  })

  describe('what every call has in common', () => {
    it.each(['', 'Bearer', 'Bearer x', 'Basic dmVyYTp4', 'Bearer a.b.c'])(
      'refuses the header %j with UNAUTHENTICATED',
      async (header) => {
        const answer = call(url(), '/releases', { headers: { Authorization: header } })
        expect(await refusal(answer)).toEqual({ status: 401, code: 'UNAUTHENTICATED' })
      },
    )

    it('refuses a token signed by somebody else', async () => {
      const { access } = await signIn(url())
      const forged = await new SignJWT(decodeJwt(access)).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32))
      expect(await refusal(call(url(), '/releases', { token: forged }))).toMatchObject({ status: 401 })
    })

    it('answers JSON with no-store and an unknown call with the error body', async () => {
      const answer = await call(url(), '/no/such/call')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect(await refusal(Promise.resolve(answer))).toEqual({ status: 404, code: 'NOT_FOUND' })
    })

    it('refuses a body that is too large or of another type', async () => {
      expect(await refusal(login(url(), 'x'.repeat(300_000)))).toMatchObject({ status: 413 })
      const form = call(url(), '/player/v2/auth/login', {
        method: 'POST',
        body: 'a=b',
        headers: { 'Content-Type': 'text/xml' },
      })
      expect(await refusal(form)).toMatchObject({ status: 415 })
    })

    it('refuses an address that cannot be decoded', async () => {
      expect(await refusal(call(url(), '/releases/%E0%A4%A'))).toMatchObject({ status: 400 })
    })

    it('writes no e-mail, password, token or query string to its log', async () => {
      const { access } = await signIn(url())
      await call(url(), '/releases?filter=vera', { token: access })
      const { stderr } = server().output()
      expect(stderr).toContain('"route":"/api/releases"')
      for (const secret of ['@demo.test', DEMO_PASSWORD, access, 'filter=']) expect(stderr).not.toContain(secret)
    })
  })
})
