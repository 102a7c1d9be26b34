import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { AccessClaims, TokenPair } from '#core/model/people/account.ts'
import { CodeAnswer } from '#core/model/people/signup.ts'
import { call, expectJson, login, refusal } from './http.ts'
import {
  DAY, demo, dev, emailToken, freshEmail, GOOD_PASSWORD, later, linkToken, MINUTE, mailsTo, mailTo, newPlayer, post, put, signUpForm, signUpPending,signup, 
} from './people.ts' // biome-ignore format: a list
import { onStores } from './stores.ts'

onStores((server) => {
  const url = () => server().url
  const check = (email: string) => signup(url(), 'check-accounts-by-email', { email })
  const send = (email: string) => signup(url(), 'send-email-verification-code', { email })
  const validate = (email: string, code: unknown, key?: string) =>
    call(url(), '/accounts/player/signup/validate-email-verification-code', {
      method: 'POST',
      body: { email, code },
      headers: key === undefined ? {} : { 'Idempotency-Key': key },
    })
  const confirm = (body: unknown) => signup(url(), 'confirm-signup', body)
  const codeOf = async (email: string) => /^\d{5}$/m.exec((await mailTo(url(), email, 'signup_code')).text)?.[0] ?? ''
  const wrong = (code: string) => String((Number(code) + 1) % 100_000).padStart(5, '0')
  const invite = async (relationship: string, access?: string) => {
    const email = freshEmail()
    await post(
      url(),
      '/accounts/player/invitations',
      { invitations: [{ invitee_email: email, relationship }] },
      access ?? (await demo(url())),
    )
    return { email, token: await linkToken(url(), email, 'invitation_new', '/signup/') }
  }
  const invited = (email: string, token: string, more: object = {}) =>
    signUpForm(email, { token, password: GOOD_PASSWORD, confirm_password: GOOD_PASSWORD, ...more })

  describe('API-SIGNUP-001 check account', () => {
    it('API-SIGNUP-001: answers 200 for a free e-mail', async () => {
      expect((await check(freshEmail())).status).toBe(200)
    })

    it.each(['verified@demo.test', 'PENDING@Demo.test', 'inactive@demo.test', 'many.home@demo.test'])(
      'API-SIGNUP-001: answers 409 EMAIL_TAKEN for %s, whatever its state, place and case',
      async (email) => {
        expect(await refusal(check(email))).toEqual({ status: 409, code: 'EMAIL_TAKEN' })
      },
    )

    it('answers 400 to a bad e-mail and to unknown fields', async () => {
      expect(await refusal(check('nobody'))).toEqual({ status: 400, code: 'INVALID_EMAIL' })
      const extra = signup(url(), 'check-accounts-by-email', { email: 'a@b.cd', more: 1 })
      expect((await refusal(extra)).status).toBe(400)
    })
  })

  describe('API-SIGNUP-002 send verification code', () => {
    it('API-SIGNUP-002: answers 200 and sends signup_code with five digits', async () => {
      const email = freshEmail()
      expect((await send(email)).status).toBe(200)
      expect(await codeOf(email)).toMatch(/^\d{5}$/)
    })

    it('SIGNUP-012: sends it in the language that is asked for', async () => {
      const email = freshEmail()
      const path = '/accounts/player/signup/send-email-verification-code'
      await call(url(), path, { method: 'POST', body: { email }, headers: { 'Accept-Language': 'de' } })
      expect((await mailTo(url(), email, 'signup_code')).text).toContain('Gib diesen Code ein')
    })

    it('INVITE-011: takes a domain of another script for its name on the line, and sends the mail there', async () => {
      const [name] = freshEmail().split('@')
      expect((await send(`${name}@müller.de`)).status).toBe(200)
      const email = `${name}@xn--mller-kva.de`
      const { data } = await expectJson(CodeAnswer, validate(email, await codeOf(email)))
      expect(decodeJwt(data.email_token)).toMatchObject({ email })
    })

    it('API-SIGNUP-002: a new code replaces the earlier one', async () => {
      const email = freshEmail()
      await send(email)
      const first = await codeOf(email)
      await send(email)
      if (first !== (await codeOf(email))) expect((await validate(email, first)).status).toBe(400)
      expect((await validate(email, await codeOf(email))).status).toBe(200)
    })

    it('API-SIGNUP-002: answers 429 with the time to wait after too many', async () => {
      const email = freshEmail()
      for (let n = 0; n < 20; n++) expect((await send(email)).status).toBe(200)
      const refused = await send(email.toUpperCase())
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await mailsTo(url(), email, 'signup_code')).length).toBe(20)
    })

    it('does not tell whether the e-mail has an account', async () => {
      expect((await send('staff@demo.test')).status).toBe(200)
    })
  })

  describe('API-SIGNUP-003 validate code', () => {
    it('API-SIGNUP-003: answers data.email_token for 24 hours to the right code', async () => {
      const email = freshEmail()
      await send(email)
      const { data } = await expectJson(CodeAnswer, validate(email, await codeOf(email)))
      const { exp = 0, iat = 0, ...claims } = decodeJwt(data.email_token)
      expect(claims).toMatchObject({ email })
      expect(exp - iat).toBe(24 * 3600)
    })

    it('API-SIGNUP-003: consumes the code, which is right again for five minutes to the same key alone', async () => {
      const email = freshEmail()
      await send(email)
      const code = await codeOf(email)
      const over = { status: 409, code: 'CODE_EXPIRED' }
      expect((await validate(email, code, 'k1')).status).toBe(200)
      expect(await refusal(validate(email, code))).toEqual(over)
      expect(await refusal(validate(email, code, 'k2'))).toEqual(over)
      expect((await validate(email, code, 'k1')).status).toBe(200)
      expect(await later(url(), 5 * MINUTE, () => refusal(validate(email, code, 'k1')))).toEqual(over)
    })

    it('API-SIGNUP-003: answers 400 to a wrong code, and takes the right one after it', async () => {
      const email = freshEmail()
      await send(email)
      const code = await codeOf(email)
      expect(await refusal(validate(email, wrong(code)))).toEqual({ status: 400, code: 'INVALID_CODE' })
      expect((await validate(email, code)).status).toBe(200)
    })

    it('API-SIGNUP-003: takes the code with the spaces it was copied with', async () => {
      const email = freshEmail()
      await send(email)
      expect((await validate(email, ` ${await codeOf(email)} \n`)).status).toBe(200)
    })

    it('API-SIGNUP-003: five wrong tries expire the code: 409 then, to the right one too', async () => {
      const email = freshEmail()
      await send(email)
      const code = await codeOf(email)
      for (let n = 0; n < 5; n++) expect((await validate(email, wrong(code))).status).toBe(400)
      expect(await refusal(validate(email, code))).toEqual({ status: 409, code: 'CODE_EXPIRED' })
    })

    it('what cannot be a code costs no try, of the code and of the day', async () => {
      const email = freshEmail()
      await send(email)
      const junk = await Promise.all(Array.from({ length: 101 }, () => refusal(validate(email, 'abcde'))))
      expect(junk).toEqual(junk.map(() => ({ status: 400, code: 'INVALID_CODE' })))
      expect((await validate(email, await codeOf(email))).status).toBe(200)
    })

    it('counts tries made at once', async () => {
      const email = freshEmail()
      await send(email)
      const code = await codeOf(email)
      const tries = await Promise.all(Array.from({ length: 12 }, () => validate(email, wrong(code))))
      expect(tries.filter(({ status }) => status === 400)).toHaveLength(5)
      expect(tries.filter(({ status }) => status === 409)).toHaveLength(7)
    })

    it('API-SIGNUP-003: answers 409 after ten minutes', async () => {
      const email = freshEmail()
      await send(email)
      const code = await codeOf(email)
      expect(await later(url(), 10 * MINUTE, () => refusal(validate(email, code)))).toMatchObject({ status: 409 })
    })

    it('answers 409 to an e-mail without a code, and 400 to a code that is a number', async () => {
      expect((await validate(freshEmail(), '12345')).status).toBe(409)
      expect((await validate(freshEmail(), 12_345)).status).toBe(400)
    })
  })

  describe('API-SIGNUP-004 confirm sign-up', () => {
    it('takes an e-mail with half a letter at its end for the one without', async () => {
      const email = freshEmail()
      const form = { ...signUpForm(email, { email_token: await emailToken(url(), email) }), email: `${email}\ud800` }
      expect((await confirm(form)).status).toBe(201)
      expect((await confirm(form)).status).toBe(201)
      expect(await refusal(check(email))).toEqual({ status: 409, code: 'EMAIL_TAKEN' })
    })

    it('API-SIGNUP-004: answers 201; the player is pending and gets signup_received', async () => {
      const email = await signUpPending(url())
      const { text } = await mailTo(url(), email, 'signup_received')
      expect(text.replace(/\s+/g, ' ')).toContain(
        'Approval usually takes up to 24 hours. Requests made after 5 PM Friday or on weekends are processed Monday.',
      )
      expect(await refusal(post(url(), '/auth/pwdless', { email, publicdevice: false }))).toMatchObject({ status: 425 })
    })

    it('API-SIGNUP-004: approval sets active and verified and sends welcome_set_password', async () => {
      const email = await signUpPending(url())
      const answer = await dev(url(), `players/${email}`, { approve: true })
      expect(await answer.json()).toMatchObject({ state: 'active', verified: true })
      const token = await linkToken(url(), email, 'welcome_set_password', '/resetpwd/')
      expect(decodeJwt(token)).toMatchObject({ email, welcome_email: true })
      expect((await put(url(), '/auth/chgpwdreset', { password: GOOD_PASSWORD, token })).status).toBe(200)
      const pair = await expectJson(TokenPair, login(url(), email, { password: GOOD_PASSWORD }))
      expect(AccessClaims.parse(decodeJwt(pair['access-token']))).toMatchObject({
        verified: true,
        fullname: 'Nora Berg',
      })
    })

    it('API-SIGNUP-004: a coworker is active at once, not verified, has the password and is connected to the inviter', async () => {
      const { email, token } = await invite('coworker')
      expect((await confirm(invited(email, token))).status).toBe(201)
      const pair = await expectJson(TokenPair, login(url(), email, { password: GOOD_PASSWORD }))
      expect(decodeJwt(pair['access-token'])).toMatchObject({ verified: false })
      const answer = await call(url(), '/accounts/player/connections', { token: pair['access-token'] })
      expect(await answer.json()).toMatchObject({ data: { connections: [{ player_id: 'demo-verified' }] } })
      expect(await mailsTo(url(), email, 'signup_received')).toEqual([])
    })

    it('API-SIGNUP-004: an invited industry contact is pending, and connected once approved', async () => {
      const inviter = await newPlayer(url())
      const { email, token } = await invite('industry-contact', inviter.access)
      expect((await confirm(invited(email, token))).status).toBe(201)
      expect((await login(url(), email, { password: GOOD_PASSWORD })).status).toBe(425)
      await dev(url(), `players/${email}`, { approve: true })
      const pair = await expectJson(TokenPair, login(url(), email, { password: GOOD_PASSWORD }))
      const answer = await call(url(), '/accounts/player/connections', { token: pair['access-token'] })
      expect(await answer.json()).toMatchObject({ data: { connections: [{ player_id: inviter.playerid }] } })
    })

    it('API-SIGNUP-004: answers 403 INVALID_EMAIL_TOKEN to an expired invitation', async () => {
      const { email, token } = await invite('coworker')
      const answer = later(url(), 7 * DAY, () => refusal(confirm(invited(email, token))))
      expect(await answer).toEqual({ status: 403, code: 'INVALID_EMAIL_TOKEN' })
    })

    it('API-SIGNUP-004: answers 403 to no token, an invented one, one for another e-mail and one of another purpose', async () => {
      const email = freshEmail()
      const other = await emailToken(url(), freshEmail())
      const invitation = await invite('coworker')
      for (const proof of [
        {},
        { email_token: 'a.b.c' },
        { email_token: other },
        { email_token: invitation.token },
        { token: other, password: GOOD_PASSWORD, confirm_password: GOOD_PASSWORD },
        { token: invitation.token, password: GOOD_PASSWORD, confirm_password: GOOD_PASSWORD },
      ]) {
        const answer = await refusal(confirm(signUpForm(email, proof)))
        expect(answer).toEqual({ status: 403, code: 'INVALID_EMAIL_TOKEN' })
      }
      expect((await check(email)).status).toBe(200)
    })

    it('D-018: an invitation that cannot be read counts as none beside a proved address, one for another does not', async () => {
      const email = freshEmail()
      const proof = { email_token: await emailToken(url(), email) }
      const { token } = await invite('coworker')
      const foreign = signUpForm(email, { ...proof, token, password: GOOD_PASSWORD, confirm_password: GOOD_PASSWORD })
      expect(await refusal(confirm(foreign))).toEqual({ status: 403, code: 'INVALID_EMAIL_TOKEN' })
      expect((await confirm(signUpForm(email, { ...proof, token: 'not.a.token' }))).status).toBe(201)
    })

    it('API-SIGNUP-004: takes each token once', async () => {
      const { email, token } = await invite('coworker')
      await confirm(invited(email, token))
      const other = confirm(invited(email, token, { first_name: 'Otto' }))
      expect(await refusal(other)).toEqual({ status: 403, code: 'INVALID_EMAIL_TOKEN' })
    })

    it.each([
      ['an invitation', async () => invite('coworker').then(({ email, token }) => invited(email, token))],
      [
        'a proved address',
        async () => {
          const email = freshEmail()
          return signUpForm(email, { email_token: await emailToken(url(), email) })
        },
      ],
    ])(
      'API-SIGNUP-004: says the same again to who sends the same again with %s, and makes one account',
      async (_, make) => {
        const form = (await make()) as { email: string }
        expect((await confirm(form)).status).toBe(201)
        const again = await Promise.all([confirm(form), confirm(form)])
        expect(again.map(({ status }) => status)).toEqual([201, 201])
        expect((await mailsTo(url(), form.email, 'signup_received')).length).toBeLessThan(2)
      },
    )

    it('API-SIGNUP-004: answers 409 SIGNUP_FAILED to the same form with another password', async () => {
      const { email, token } = await invite('coworker')
      await confirm(invited(email, token))
      const [password, confirm_password] = ['Other-8-Lantern', 'Other-8-Lantern']
      const answer = await refusal(confirm(invited(email, token, { password, confirm_password })))
      expect(answer).toEqual({ status: 409, code: 'SIGNUP_FAILED' })
      expect((await login(url(), email, { password })).status).toBe(401)
    })

    it('API-SIGNUP-004: answers 409 SIGNUP_FAILED when the e-mail has an account by now', async () => {
      const email = freshEmail()
      const [first, second] = [await emailToken(url(), email), await emailToken(url(), email)]
      expect((await confirm(signUpForm(email, { email_token: first }))).status).toBe(201)
      expect(await refusal(confirm(signUpForm(email, { email_token: second })))).toEqual({
        status: 409,
        code: 'SIGNUP_FAILED',
      })
    })

    it('makes one account of two sign-ups at once', async () => {
      const email = freshEmail()
      const tokens = [await emailToken(url(), email), await emailToken(url(), email)]
      const both = await Promise.all(tokens.map((email_token) => confirm(signUpForm(email, { email_token }))))
      expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409])
    })

    it.each([
      ['first_name', { first_name: ' ' }],
      ['phone', { phone: 'call me' }],
      ['industry', { industry: 'farming' }],
      ['city', { city: '' }],
      ['country', { country: 'Holland' }],
      ['state', { country: 'US' }],
      ['state', { country: 'US', state: 'Texas' }],
      ['reporting', { industry: 'radio', call_letter: 'KEXP' }],
      ['call_letter', { industry: 'radio', reporting: 'BDS' }],
      ['primary_format', { primary_format: 'Polka' }],
      ['web_site', { web_site: 'not a site' }],
      ['hasAcceptedTerms', { hasAcceptedTerms: false }],
      ['confirm_password', { token: 'x', password: GOOD_PASSWORD, confirm_password: 'other' }],
      ['password', { token: 'x' }],
      ['favourite_colour', { favourite_colour: 'red' }],
    ])('API-SIGNUP-004: answers 400 with the field %s', async (field, more) => {
      const answer = await confirm(signUpForm(freshEmail(), { email_token: 'x', ...more }))
      expect(answer.status).toBe(400)
      const { fields } = (await answer.json()) as { fields: Record<string, string> }
      expect(Object.keys(fields)).toEqual([field])
    })

    it('API-SIGNUP-004: answers 400 to a password that breaks the rules or that everybody tries, and the invitation stays good', async () => {
      const { email, token } = await invite('coworker')
      for (const password of ['abcdefg', 'Passw0rd!']) {
        const answer = await refusal(confirm(invited(email, token, { password, confirm_password: password })))
        expect(answer).toEqual({ status: 400, code: 'WEAK_PASSWORD' })
      }
      expect((await confirm(invited(email, token))).status).toBe(201)
    })

    it('SIGNUP-023: takes a name that an application has cut in the middle of a sign, and what else comes with it', async () => {
      const email = freshEmail()
      const more = { first_name: 'Nora \ud83d', inviter_email: '\udc69', sign_up_page_url: '\ud83d' }
      const form = signUpForm(email, { email_token: await emailToken(url(), email), ...more })
      expect((await confirm(form)).status).toBe(201)
    })

    it('keeps what the company step said as the profile', async () => {
      const { email, token } = await invite('coworker')
      const more = { country: 'US', state: 'TX', city: 'Austin', web_site: 'berg.example', language: 'de' }
      expect((await confirm(invited(email, token, more))).status).toBe(201)
      const pair = await expectJson(TokenPair, login(url(), email, { password: GOOD_PASSWORD }))
      const profile = await (await call(url(), '/profile', { token: pair['access-token'] })).json()
      expect(profile).toMatchObject({
        firstname: 'Nora', lastname: 'Berg', company: 'Berg Media', phone: '+31 20 123 4567', country: 'US', state: 'TX',
        city: 'Austin', website: 'berg.example', language: 'de', format: 'mp3', mailto: email, emails: [email],
      }) // biome-ignore format: a list
    })

    it('believes the inviter of the token, not of the body', async () => {
      const inviter = await newPlayer(url())
      const { email, token } = await invite('coworker', inviter.access)
      const lie = { inviter_id: 'demo-staff', inviter_email: 'staff@demo.test', inviter_relationship: 'coworker' }
      await confirm(invited(email, token, lie))
      const pair = await expectJson(TokenPair, login(url(), email, { password: GOOD_PASSWORD }))
      const answer = await call(url(), '/accounts/player/connections', { token: pair['access-token'] })
      const { data } = (await answer.json()) as { data: { connections: { player_id: string }[] } }
      expect(data.connections.map(({ player_id }) => player_id)).toEqual([inviter.playerid])
    })
  })
})
