import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import { AccessClaims, TokenPair } from '#core/model/people/account.ts'
import { call, expectJson, login, refusal } from './http.ts'
import {
  DAY, dev, freshEmail, GOOD_PASSWORD, HOUR, later, linkToken, MINUTE, mailsTo, mailTo, newPlayer, post, put, signUpForm, signUpPending,signup, 
} from './people.ts' // biome-ignore format: a list
import { onStores } from './stores.ts'

onStores((server) => {
  const url = () => server().url
  const ask = (email: string, publicdevice = false) => post(url(), '/auth/pwdless', { email, publicdevice, dtw: false })
  const magic = async (email: string, publicdevice = false) => {
    expect((await ask(email, publicdevice)).status).toBe(200)
    return linkToken(url(), email, 'magic_link', '/authverify/')
  }
  const use = (token: string) => put(url(), '/auth/pwdless', { token, dtw: false })
  const forgot = (email: string) => call(url(), `/auth/reset/${encodeURIComponent(email)}`)
  const resetToken = async (email: string) => {
    expect((await forgot(email)).status).toBe(200)
    return linkToken(url(), email, 'password_reset', '/resetpwd/')
  }
  const reset = (token: string, password = GOOD_PASSWORD) => put(url(), '/auth/chgpwdreset', { password, token })
  const works = async (access: string) => (await call(url(), '/profile', { token: access })).status === 200
  afterEach(() => dev(url(), 'clock', { reset: true }))

  describe('API-AUTH-003 magic-link request', () => {
    it('API-AUTH-003: answers 200 and sends magic_link with the link /authverify/{token}', async () => {
      const token = await magic('verified@demo.test')
      expect(decodeProtectedHeader(token).alg).toBe('HS256')
      const { exp = 0, iat = 0, ...claims } = decodeJwt(token)
      expect(claims).toMatchObject({ email: 'verified@demo.test', publicdevice: false })
      expect(exp - iat).toBe(3600)
    })

    it('API-AUTH-003: finds the player by any connected e-mail and mails to that one', async () => {
      await magic('many.radio@demo.test')
      expect((await mailTo(url(), 'many.radio@demo.test', 'magic_link')).subject).not.toBe('')
    })

    it('API-AUTH-003: a resend invalidates the earlier token', async () => {
      const first = await magic('staff@demo.test')
      const second = await magic('staff@demo.test')
      expect(await refusal(use(first))).toEqual({ status: 401, code: 'INVALID_TOKEN' })
      expect((await use(second)).status).toBe(200)
    })

    it('API-AUTH-003: answers 400 Invalid Email to a bad e-mail', async () => {
      for (const email of ['no-email', '', `${'x'.repeat(400)}@demo.test`]) {
        const answer = await ask(email)
        expect(answer.status).toBe(400)
        expect(await answer.json()).toMatchObject({ message: 'Invalid Email' })
      }
    })

    it('API-AUTH-003: answers 404 EMAIL_NOT_RECOGNISED to an unknown e-mail', async () => {
      expect(await refusal(ask(freshEmail()))).toEqual({ status: 404, code: 'EMAIL_NOT_RECOGNISED' })
    })

    it('API-AUTH-003: answers 403 to an inactive player and sends nothing', async () => {
      expect(await refusal(ask('inactive@demo.test'))).toEqual({ status: 403, code: 'ACCOUNT_INACTIVE' })
      expect(await mailsTo(url(), 'inactive@demo.test')).toEqual([])
    })

    it('API-AUTH-003: answers 425 to a player under review', async () => {
      expect(await refusal(ask('pending@demo.test'))).toEqual({ status: 425, code: 'VERIFICATION_PENDING' })
    })

    it('slows whoever asks too often, with the time to wait, and lets the owner sign in with the password', async () => {
      const { email } = await newPlayer(url())
      for (let n = 0; n < 20; n++) expect((await ask(email)).status).toBe(200)
      const refused = await ask(email)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await login(url(), email, { password: GOOD_PASSWORD })).status).toBe(200)
      expect(await later(url(), 10 * MINUTE, async () => (await ask(email)).status)).toBe(200)
    })
  })

  describe('API-AUTH-004 magic-link login', () => {
    it('API-AUTH-004: answers both tokens, which work, with the e-mail of the link in the claims', async () => {
      const pair = await expectJson(TokenPair, use(await magic('many.home@demo.test')))
      expect(AccessClaims.parse(decodeJwt(pair['access-token']))).toMatchObject({
        email: 'many.home@demo.test',
        playerid: 'demo-many',
      })
      expect(await works(pair['access-token'])).toBe(true)
    })

    it('API-AUTH-004: takes the public computer of the token: the session lasts 12 hours', async () => {
      const { email } = await newPlayer(url())
      const shared = await expectJson(TokenPair, use(await magic(email, true)))
      const own = await expectJson(TokenPair, use(await magic(email, false)))
      await later(url(), 12 * HOUR, async () => {
        const refresh = (token: string) => put(url(), '/auth/refresh', { 'refresh-token': token })
        expect((await refresh(shared['refresh-token'])).status).toBe(401)
        expect((await refresh(own['refresh-token'])).status).toBe(200)
      })
    })

    it('API-AUTH-004: answers 401 INVALID_TOKEN to a used token', async () => {
      const { email } = await newPlayer(url())
      const token = await magic(email)
      expect((await use(token)).status).toBe(200)
      expect(await refusal(use(token))).toEqual({ status: 401, code: 'INVALID_TOKEN' })
    })

    it('API-AUTH-004: gives a token used twice at once to one of the two only', async () => {
      const { email } = await newPlayer(url())
      const token = await magic(email)
      const both = await Promise.all([use(token), use(token)])
      expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401])
    })

    it('API-AUTH-004: answers 410 to an expired token', async () => {
      const { email } = await newPlayer(url())
      const token = await magic(email)
      expect(await later(url(), HOUR, () => refusal(use(token)))).toEqual({ status: 410, code: 'INVALID_TOKEN' })
    })

    it('API-AUTH-004: answers 401 to an invented token and to one of another purpose', async () => {
      const { email } = await newPlayer(url())
      for (const token of ['x', 'a.b.c', await resetToken(email)]) {
        expect(await refusal(use(token))).toEqual({ status: 401, code: 'INVALID_TOKEN' })
      }
    })

    it('API-AUTH-004: does not sign in a player who was made inactive meanwhile', async () => {
      const { email } = await newPlayer(url())
      const token = await magic(email)
      await dev(url(), `players/${email}`, { state: 'inactive' })
      expect(await refusal(use(token))).toEqual({ status: 403, code: 'ACCOUNT_INACTIVE' })
    })
  })

  describe('API-AUTH-005 forgot password', () => {
    it('API-AUTH-005: answers 200, no-store, and sends password_reset with /resetpwd/{token} for 48 hours', async () => {
      const answer = await forgot('verified@demo.test')
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
      const token = await linkToken(url(), 'verified@demo.test', 'password_reset', '/resetpwd/')
      const { exp = 0, iat = 0, ...claims } = decodeJwt(token)
      expect(claims).toMatchObject({ email: 'verified@demo.test', welcome_email: false })
      expect(exp - iat).toBe(48 * 3600)
      expect((await mailTo(url(), 'verified@demo.test', 'password_reset')).text).toContain('48 hours')
    })

    it('API-AUTH-005: reads a percent-encoded e-mail, a plus included', async () => {
      const email = freshEmail().replace('@', '+mail/1@')
      const token = await signUpForReset(email)
      expect(decodeJwt(token)).toMatchObject({ email })
    })

    it('API-AUTH-005: answers 400 to a bad e-mail', async () => {
      for (const email of ['no email', `${'x'.repeat(400)}@demo.test`])
        expect(await refusal(forgot(email))).toEqual({ status: 400, code: 'INVALID_EMAIL' })
    })

    it('API-AUTH-005: answers 404 to an unknown e-mail', async () => {
      expect(await refusal(forgot(freshEmail()))).toEqual({ status: 404, code: 'EMAIL_NOT_RECOGNISED' })
    })

    it('API-AUTH-005: answers 403 to an inactive player, and sends nothing', async () => {
      const before = (await mailsTo(url(), 'inactive@demo.test')).length
      expect(await refusal(forgot('inactive@demo.test'))).toEqual({ status: 403, code: 'ACCOUNT_INACTIVE' })
      expect(await mailsTo(url(), 'inactive@demo.test')).toHaveLength(before)
    })

    it('slows whoever asks too often', async () => {
      const { email } = await newPlayer(url())
      for (let n = 0; n < 20; n++) expect((await forgot(email)).status).toBe(200)
      expect(await refusal(forgot(email))).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS' })
    })
  })

  describe('API-AUTH-006 reset password', () => {
    it('API-AUTH-006: answers 200; the new password signs in and the old one no longer', async () => {
      const { email } = await newPlayer(url())
      expect((await reset(await resetToken(email), 'Harbour+9+Tram')).status).toBe(200)
      expect((await login(url(), email, { password: 'Harbour+9+Tram' })).status).toBe(200)
      expect((await login(url(), email, { password: GOOD_PASSWORD })).status).toBe(401)
    })

    it('API-AUTH-006: revokes every session of the player', async () => {
      const { email, access, refresh } = await newPlayer(url())
      await reset(await resetToken(email), 'Harbour+9+Tram')
      expect(await works(access)).toBe(false)
      expect((await put(url(), '/auth/refresh', { 'refresh-token': refresh })).status).toBe(401)
    })

    it('API-AUTH-006: answers 410 with the message "token expired" after 48 hours', async () => {
      const { email } = await newPlayer(url())
      const token = await resetToken(email)
      const answer = await later(url(), 48 * HOUR, () => reset(token))
      expect(answer.status).toBe(410)
      expect(await answer.json()).toMatchObject({ message: 'token expired' })
    })

    it('API-AUTH-006: answers 401 to an undecodable, a used and a foreign token', async () => {
      const { email } = await newPlayer(url())
      const other = await magic(email)
      const used = await resetToken(email)
      await reset(used)
      for (const token of ['nonsense', used, await magic(email)]) {
        expect(await refusal(reset(token))).toEqual({ status: 401, code: 'INVALID_TOKEN' })
      }
      // A new password ends the links of earlier mails too.
      expect((await use(other)).status).toBe(401)
    })

    it('RESET-005: of several links that were asked for the newest alone works', async () => {
      const { email } = await newPlayer(url())
      const [first, newest] = [await resetToken(email), await resetToken(email)]
      expect(await refusal(reset(first))).toEqual({ status: 401, code: 'INVALID_TOKEN' })
      expect((await reset(newest)).status).toBe(200)
    })

    it.each([
      ['short', 'a7!bcd', 'WEAK_PASSWORD'],
      ['without a digit', 'Lantern!Harbour', 'WEAK_PASSWORD'],
      ['without a special character', 'Lantern7Harbour', 'WEAK_PASSWORD'],
      ['over 128 characters', `7!${'ü'.repeat(127)}`, 'WEAK_PASSWORD'],
      ['everybody tries first', 'P@ssw0rd', 'WEAK_PASSWORD'],
    ])(
      'API-AUTH-006: answers 400 to a password that is %s, and the link still works',
      async (_what, password, code) => {
        const { email } = await newPlayer(url())
        const token = await resetToken(email)
        const answer = await reset(token, password)
        expect(answer.status).toBe(400)
        expect(await answer.json()).toMatchObject({ code, fields: { password: expect.any(String) } })
        expect((await reset(token)).status).toBe(200)
      },
    )

    it('takes 128 characters of any script and cuts none of them', async () => {
      const { email } = await newPlayer(url())
      const password = `7!${'深'.repeat(126)}`
      expect((await reset(await resetToken(email), password)).status).toBe(200)
      expect((await login(url(), email, { password })).status).toBe(200)
      expect((await login(url(), email, { password: password.slice(0, -1) })).status).toBe(401)
    })

    it('API-AUTH-006: welcome_email true activates the account', async () => {
      const email = await signUpPending(url())
      await dev(url(), `players/${email}`, { approve: true })
      const token = await linkToken(url(), email, 'welcome_set_password', '/resetpwd/')
      expect(decodeJwt(token)).toMatchObject({ email, welcome_email: true })
      await dev(url(), `players/${email}`, { state: 'pending' })
      expect((await reset(token)).status).toBe(200)
      expect((await login(url(), email, { password: GOOD_PASSWORD })).status).toBe(200)
    })

    it('does not activate a player under review by an ordinary reset', async () => {
      const email = await signUpPending(url())
      expect((await reset(await resetToken(email))).status).toBe(200)
      expect((await login(url(), email, { password: GOOD_PASSWORD })).status).toBe(425)
    })
  })

  describe('API-AUTH-009 initial setup', () => {
    const setup = (token: string) => post(url(), '/auth/initial-setup', { token })
    /** A player who chose a password when invited, and was approved since. */
    const approved = async () => {
      const email = await invitedPending()
      await dev(url(), `players/${email}`, { approve: true })
      return { email, token: await linkToken(url(), email, 'welcome_set_password', '/login?token=') }
    }

    it('API-AUTH-009: answers both tokens, once', async () => {
      const { email, token } = await approved()
      expect(decodeJwt(token)).toMatchObject({ email })
      const pair = await expectJson(TokenPair, setup(token))
      expect(decodeJwt(pair['access-token'])).toMatchObject({ email, verified: true })
      expect(await refusal(setup(token))).toEqual({ status: 401, code: 'INVALID_TOKEN' })
    })

    it('API-AUTH-009: answers 401 to an invalid token', async () => {
      expect(await refusal(setup('a.b.c'))).toEqual({ status: 401, code: 'INVALID_TOKEN' })
    })

    it('API-AUTH-009: answers 410 to an expired token', async () => {
      const { token } = await approved()
      expect(await later(url(), 3 * DAY, () => refusal(setup(token)))).toMatchObject({ status: 410 })
    })

    it('API-AUTH-009: then as login: an inactive player gets 403', async () => {
      const { email, token } = await approved()
      await dev(url(), `players/${email}`, { state: 'inactive' })
      expect(await refusal(setup(token))).toEqual({ status: 403, code: 'ACCOUNT_INACTIVE' })
    })
  })

  describe('what these calls have in common', () => {
    it.each([
      ['POST', '/auth/pwdless'],
      ['PUT', '/auth/pwdless'],
      ['PUT', '/auth/chgpwdreset'],
      ['POST', '/auth/initial-setup'],
    ])('%s %s answers 400 to garbage and to unknown fields', async (method, path) => {
      for (const body of [
        '{',
        '[]',
        'null',
        {},
        { token: 1 },
        { token: 'x', extra: 1, email: 'a@b.cd', publicdevice: true },
      ]) {
        expect((await refusal(call(url(), path, { method, body }))).status).toBe(400)
      }
    })

    it('write no token, e-mail or password to the log', async () => {
      const { email } = await newPlayer(url())
      const token = await magic(email)
      await use(token)
      const { stderr } = server().output()
      for (const secret of [token, email, GOOD_PASSWORD]) expect(stderr).not.toContain(secret)
    })
  })

  async function signUpForReset(email: string): Promise<string> {
    await signup(url(), 'send-email-verification-code', { email })
    const code = /^\d{5}$/m.exec((await mailTo(url(), email, 'signup_code')).text)?.[0] ?? ''
    const validated = (await (await signup(url(), 'validate-email-verification-code', { email, code })).json()) as {
      data: { email_token: string }
    }
    await signup(url(), 'confirm-signup', signUpForm(email, { email_token: validated.data.email_token }))
    return resetToken(email)
  }

  async function invitedPending(): Promise<string> {
    const email = freshEmail()
    const inviter = await newPlayer(url())
    await post(
      url(),
      '/accounts/player/invitations',
      { invitations: [{ invitee_email: email, relationship: 'other' }] },
      inviter.access,
    )
    const token = await linkToken(url(), email, 'invitation_new', '/signup/')
    const form = signUpForm(email, { token, password: GOOD_PASSWORD, confirm_password: GOOD_PASSWORD })
    expect((await signup(url(), 'confirm-signup', form)).status).toBe(201)
    return email
  }
})
