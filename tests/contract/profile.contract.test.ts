import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ResetAnswer, TokenPair } from '#core/model/people/account.ts'
import { LinkedEmail, MergeAnswer, Profile } from '#core/model/people/profile.ts'
import { call, expectJson, refusal } from './http.ts'
import {
  again, DAY, demo, freshEmail, later, linkToken, mailsTo, mailTo, newPlayer, type Person, post, put,
} from './people.ts' // biome-ignore format: a list
import { onStores } from './stores.ts'

onStores((server) => {
  const url = () => server().url
  const read = (access: string) => expectJson(Profile, call(url(), '/profile', { token: access }))
  const save = (access: string, change: unknown) => post(url(), '/profile', change, access)
  const mergeStart = (access: string, email: string) => post(url(), '/profile/merge', { email }, access)
  const splitStart = (access: string, email: string) => post(url(), '/profile/split', { email }, access)
  const merge = (access: string, token: string) => post(url(), `/merge/${token}`, undefined, access)
  const split = (access: string, token: string) => post(url(), `/split/${token}`, { dtw: false }, access)
  const mergeToken = async (access: string, email: string) => {
    expect((await mergeStart(access, email)).status).toBe(200)
    return linkToken(url(), email, 'merge_confirm', '/merge/')
  }
  const splitToken = async (access: string, email: string) => {
    expect((await splitStart(access, email)).status).toBe(200)
    return linkToken(url(), email, 'split_confirm', '/split/')
  }
  /** A player with a second e-mail. */
  const withTwo = async (): Promise<Person & { second: string }> => {
    const player = await newPlayer(url())
    const second = freshEmail()
    expect((await merge(player.access, await mergeToken(player.access, second))).status).toBe(200)
    return { ...player, second }
  }

  describe('API-PROF-001 get profile', () => {
    it('API-PROF-001: answers every field; emails holds the signed-in e-mail, mailto is one of them', async () => {
      const profile = await read(await demo(url(), 'many.radio@demo.test'))
      expect(profile.emails).toEqual(['many@demo.test', 'many.radio@demo.test', 'many.home@demo.test'])
      expect(profile.emails).toContain(profile.mailto)
      expect(profile).toMatchObject({
        firstname: 'Manu',
        lastname: 'Okafor',
        country: 'US',
        state: 'TX',
        format: 'mp3',
      })
    })

    it('API-PROF-001: asks for a session', async () => {
      expect(await refusal(call(url(), '/profile'))).toEqual({ status: 401, code: 'UNAUTHENTICATED' })
    })
  })

  describe('API-PROF-002 post profile', () => {
    it('API-PROF-002: answers 200 with the stored profile to the whole one', async () => {
      const { access } = await newPlayer(url())
      const changed = {
        ...(await read(access)),
        firstname: 'Åse',
        title: 'Editor',
        website: 'https://berg.example/a',
        phone: '',
      }
      expect(await expectJson(Profile, save(access, changed))).toEqual(changed)
      expect(await read(access)).toEqual(changed)
    })

    it('API-PROF-002: takes back the profile of a new player as it was read, who was never asked for a title', async () => {
      const { access } = await newPlayer(url())
      const before = await read(access)
      expect(before.title).toBe('')
      expect(await expectJson(Profile, save(access, before))).toEqual(before)
      const changed = { ...before, company: 'Noon FM' }
      expect(await expectJson(Profile, save(access, changed))).toEqual(changed)
    })

    it('API-PROF-002: judges a state only where it or its country changes', async () => {
      const { access } = await newPlayer(url())
      await save(access, { country: 'US', state: 'TX' })
      expect((await save(access, { state: '' })).status).toBe(400)
      expect((await save(access, { ...(await read(access)), city: 'Austin' })).status).toBe(200)
    })

    it('H-637: takes a state of a country with a list of them by its code, also where the country alone changes', async () => {
      const { access } = await newPlayer(url())
      await save(access, { country: 'DE', state: 'Bayern' })
      for (const change of [{ country: 'US' }, { country: 'US', state: 'Texas' }]) {
        const answer = await save(access, change)
        expect(answer.status).toBe(400)
        expect(Object.keys(((await answer.json()) as { fields: object }).fields)).toEqual(['state'])
      }
      expect((await save(access, { country: 'US', state: 'TX' })).status).toBe(200)
    })

    it('API-PROF-002: with If-Match saves on top of the version that was read alone', async () => {
      const { access } = await newPlayer(url())
      const post = (change: object, version: string) =>
        call(url(), '/profile', { method: 'POST', token: access, body: change, headers: { 'If-Match': version } })
      const version = (await call(url(), '/profile', { token: access })).headers.get('ETag') ?? ''
      expect(version).toMatch(/^"[\w-]{22}"$/)
      const first = await post({ city: 'Ghent' }, version)
      expect(first.status).toBe(200)
      expect(await refusal(post({ city: 'Lund' }, version))).toEqual({ status: 412, code: 'PROFILE_CHANGED' })
      expect((await read(access)).city).toBe('Ghent')
      expect((await post({ city: 'Lund' }, first.headers.get('ETag') ?? '')).status).toBe(200)
    })

    it.each([
      ['made weak', (version: string) => `"other", W/${version}`],
      ['marked as packed', (version: string) => `"other-zstd", ${version.replace(/"$/, '-zstd"')}`],
    ])('API-PROF-002: with If-Match takes a version that was %s on its way', async (_, marked) => {
      const { access } = await newPlayer(url())
      const version = (await call(url(), '/profile', { token: access })).headers.get('ETag') ?? ''
      const post = () =>
        call(url(), '/profile', {
          method: 'POST',
          token: access,
          body: { city: 'Ghent' },
          headers: { 'If-Match': marked(version) },
        })
      expect((await post()).status).toBe(200)
      expect(await refusal(post())).toEqual({ status: 412, code: 'PROFILE_CHANGED' })
    })

    it('API-PROF-002: of two that save at once with one version, one does', async () => {
      const { access } = await newPlayer(url())
      const version = (await call(url(), '/profile', { token: access })).headers.get('ETag') ?? ''
      const post = (city: string) =>
        call(url(), '/profile', { method: 'POST', token: access, body: { city }, headers: { 'If-Match': version } })
      const statuses = (await Promise.all([post('Lund'), post('Ghent')])).map(({ status }) => status)
      expect(statuses.sort((a, b) => a - b)).toEqual([200, 412])
    })

    it('API-PROF-002: merges the given fields only', async () => {
      const { access } = await newPlayer(url())
      const before = await read(access)
      await save(access, { mailpref: 'daily' })
      await save(access, { format: 'wav' })
      expect(await read(access)).toEqual({ ...before, mailpref: 'daily', format: 'wav' })
    })

    it('API-PROF-002: takes mailto out of emails, in any case, and refuses any other', async () => {
      const { access, second } = await withTwo()
      expect((await expectJson(Profile, save(access, { mailto: second.toUpperCase() }))).mailto).toBe(second)
      const answer = await save(access, { mailto: 'verified@demo.test' })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ fields: { mailto: expect.any(String) } })
      expect((await read(access)).mailto).toBe(second)
    })

    it.each([
      ['firstname', { firstname: ' ' }],
      ['title', { title: '' }],
      ['country', { country: '' }],
      ['state', { country: 'CA', state: '' }],
      ['phone', { phone: '12' }],
      ['website', { website: 'no site' }],
      ['mailpref', { mailpref: 'hourly' }],
      ['format', { format: 'flac' }],
      ['verified', { verified: true }],
      ['city', { city: 'x'.repeat(101) }],
    ])('API-PROF-002: answers 400 with the field %s and changes nothing', async (field, change) => {
      const access = await demo(url(), 'staff@demo.test')
      const before = await read(access)
      const answer = await save(access, { company: 'Changed', ...change })
      expect(answer.status).toBe(400)
      const { fields } = z.object({ fields: z.record(z.string(), z.string()) }).parse(await answer.json())
      expect(Object.keys(fields)).toEqual([field])
      expect(await read(access)).toEqual(before)
    })

    it('API-PROF-002: does not change the e-mails that come along', async () => {
      const { access, email } = await newPlayer(url())
      const answer = await expectJson(Profile, save(access, { emails: ['other@demo.test'], company: 'Berg' }))
      expect(answer.emails).toEqual([email])
    })

    it('shows a changed name in the claims after the next refresh', async () => {
      const { access, refresh } = await newPlayer(url())
      await save(access, { firstname: 'Solveig', lastname: 'Dahl' })
      const pair = await expectJson(TokenPair, put(url(), '/auth/refresh', { 'refresh-token': refresh }))
      expect(decodeJwt(pair['access-token'])).toMatchObject({ fullname: 'Solveig Dahl' })
    })
  })

  it('H-386: a new password says how many other addresses still open the account', async () => {
    const { email, second } = await withTwo()
    for (const [to, addresses] of [
      [email, 1] as const,
      [second, 1] as const,
      [(await newPlayer(url())).email, 0] as const,
    ]) {
      expect((await call(url(), `/auth/reset/${encodeURIComponent(to)}`)).status).toBe(200)
      const token = await linkToken(url(), to, 'password_reset', '/resetpwd/')
      const answer = put(url(), '/auth/chgpwdreset', { password: 'Harbour+9+Tram', token })
      expect(await expectJson(ResetAnswer, answer)).toEqual({ data: { passkeys: 0, addresses } })
    }
  })

  describe('API-PROF-003 merge e-mail start', () => {
    it('API-PROF-003: answers 200 and sends merge_confirm with /merge/{token} for 48 hours to the new address', async () => {
      const { access, playerid } = await newPlayer(url())
      const email = freshEmail()
      const token = await mergeToken(access, email)
      const { exp = 0, iat = 0, ...claims } = decodeJwt(token)
      expect(claims).toMatchObject({ invitation: { email, playerid } })
      expect(exp - iat).toBe(48 * 3600)
      expect((await mailTo(url(), email, 'merge_confirm')).text).toContain(email)
      expect((await read(access)).emails).not.toContain(email)
    })

    it('API-PROF-003: answers 409 EMAIL_IN_USE to an e-mail of another account', async () => {
      const { access } = await newPlayer(url())
      expect(await refusal(mergeStart(access, 'Staff@Demo.test'))).toEqual({ status: 409, code: 'EMAIL_IN_USE' })
      expect(await mailsTo(url(), 'staff@demo.test', 'merge_confirm')).toEqual([])
    })

    it('SETTINGS-014: answers 400 with its field to an e-mail of the account itself', async () => {
      const { access } = await newPlayer(url())
      const own = (await read(access)).emails[0] ?? ''
      expect(await refusal(mergeStart(access, own))).toEqual({ status: 400, code: 'BAD_REQUEST' })
    })

    it('H-385: mails an address three times an hour whoever asks again, and once for each player beside that', async () => {
      const [player, other, owner] = [await newPlayer(url()), await newPlayer(url()), await newPlayer(url())]
      const email = freshEmail()
      for (const { access } of [player, player, player, other, other])
        expect((await mergeStart(access, email)).status).toBe(200)
      for (const { access } of [player, other])
        expect(await refusal(mergeStart(access, email.toUpperCase()))).toEqual({
          status: 429,
          code: 'TOO_MANY_REQUESTS',
        })
      expect(await mailsTo(url(), email, 'merge_confirm')).toHaveLength(5)
      expect((await merge(owner.access, await mergeToken(owner.access, email))).status).toBe(200)
    })

    it('H-385: says no address in the name of who wants one linked', async () => {
      const { access } = await newPlayer(url())
      await save(access, { firstname: 'Win', lastname: 'at evil.example/win' })
      const email = freshEmail()
      await mergeToken(access, email)
      const { subject, text, html } = await mailTo(url(), email, 'merge_confirm')
      expect(text).toContain('Win at wants to link')
      expect(subject + text + html).not.toContain('evil')
      expect((await read(access)).lastname).toBe('at evil.example/win')
    })

    it('API-PROF-003: answers 400 to a bad e-mail', async () => {
      const { access } = await newPlayer(url())
      expect(await refusal(mergeStart(access, 'bad@'))).toEqual({ status: 400, code: 'INVALID_EMAIL' })
    })
  })

  describe('API-PROF-004 merge confirm, read', () => {
    it('API-PROF-004: answers what the token would link, without a session, and changes nothing', async () => {
      const { access, playerid } = await newPlayer(url())
      const email = freshEmail()
      const token = await mergeToken(access, email)
      for (let n = 0; n < 2; n++) {
        const answer = await expectJson(MergeAnswer, call(url(), `/merge/${token}`))
        expect(answer.invitation).toEqual({ email, playerid })
      }
      expect((await read(access)).emails).not.toContain(email)
    })

    it('API-PROF-004: answers 410 to an expired token', async () => {
      const { access } = await newPlayer(url())
      const token = await mergeToken(access, freshEmail())
      const answer = await later(url(), 2 * DAY, () => refusal(call(url(), `/merge/${token}`)))
      expect(answer).toEqual({ status: 410, code: 'TOKEN_EXPIRED' })
    })

    it('API-PROF-004: answers 404 to an unknown token and to one of a split', async () => {
      const { access, second } = await withTwo()
      for (const token of ['x', 'a.b.c', await splitToken(access, second)]) {
        expect(await refusal(call(url(), `/merge/${token}`))).toEqual({ status: 404, code: 'TOKEN_INVALID' })
      }
    })
  })

  describe('API-PROF-005 merge confirm', () => {
    it('API-PROF-005: answers 200 with the e-mail, adds it to emails, and it signs in from then on', async () => {
      const { access, playerid } = await newPlayer(url())
      const email = freshEmail()
      const token = await mergeToken(access, email)
      expect(await expectJson(LinkedEmail, merge(access, token))).toEqual({ email })
      expect((await read(access)).emails).toContain(email)
      expect(decodeJwt(await again(url(), email))).toMatchObject({ playerid, email })
    })

    it('API-PROF-005: is idempotent for the same player', async () => {
      const { access } = await newPlayer(url())
      const email = freshEmail()
      const token = await mergeToken(access, email)
      await merge(access, token)
      expect(await expectJson(LinkedEmail, merge(access, token))).toEqual({ email })
      expect((await read(access)).emails.filter((one) => one === email)).toHaveLength(1)
    })

    it('API-PROF-005: answers 409 TOKEN_WRONG_PLAYER to another player', async () => {
      const [player, other] = [await newPlayer(url()), await newPlayer(url())]
      const token = await mergeToken(player.access, freshEmail())
      expect(await refusal(merge(other.access, token))).toEqual({ status: 409, code: 'TOKEN_WRONG_PLAYER' })
    })

    it('API-PROF-005: answers 409 EMAIL_IN_USE when another account took it meanwhile', async () => {
      const [player, other] = [await newPlayer(url()), await newPlayer(url())]
      const email = freshEmail()
      const mine = await mergeToken(player.access, email)
      const theirs = await mergeToken(other.access, email)
      expect((await merge(other.access, theirs)).status).toBe(200)
      expect(await refusal(merge(player.access, mine))).toEqual({ status: 409, code: 'EMAIL_IN_USE' })
    })

    it('API-PROF-005: of two accounts that connect one e-mail at the same moment, one has it', async () => {
      const [player, other, email] = [await newPlayer(url()), await newPlayer(url()), freshEmail()]
      const tokens = [await mergeToken(player.access, email), await mergeToken(other.access, email)] as const
      const answers = await Promise.all([merge(player.access, tokens[0]), merge(other.access, tokens[1])])
      expect(answers.map(({ status }) => status).sort((one, two) => one - two)).toEqual([200, 409])
      const owners = await Promise.all([player, other].map(async ({ access }) => (await read(access)).emails))
      expect(owners.filter((emails) => emails.includes(email))).toHaveLength(1)
    })

    it('API-PROF-005: the same link posted twice at once connects it once', async () => {
      const [{ access }, email] = [await newPlayer(url()), freshEmail()]
      const token = await mergeToken(access, email)
      const answers = await Promise.all([merge(access, token), merge(access, token)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect((await read(access)).emails.filter((one) => one === email)).toHaveLength(1)
    })

    it('API-PROF-005: answers 410 TOKEN_EXPIRED after 48 hours', async () => {
      const { access, email } = await newPlayer(url())
      const token = await mergeToken(access, freshEmail())
      const answer = await later(url(), 2 * DAY, async () => refusal(merge(await again(url(), email), token)))
      expect(answer).toEqual({ status: 410, code: 'TOKEN_EXPIRED' })
    })

    it('stands behind those that are there, also where one was removed', async () => {
      const { access, email, second } = await withTwo()
      const [third, fourth] = [freshEmail(), freshEmail()]
      await merge(access, await mergeToken(access, third))
      await split(access, await splitToken(access, second))
      await merge(access, await mergeToken(access, fourth))
      expect((await read(access)).emails).toEqual([email, third, fourth])
    })

    it('does not bring back an e-mail that was removed since', async () => {
      const { access } = await newPlayer(url())
      const email = freshEmail()
      const token = await mergeToken(access, email)
      await merge(access, token)
      await split(access, await splitToken(access, email))
      expect(await refusal(merge(access, token))).toEqual({ status: 410, code: 'TOKEN_EXPIRED' })
    })

    it('asks for a session', async () => {
      expect((await call(url(), '/merge/a.b.c', { method: 'POST' })).status).toBe(401)
    })
  })

  describe('API-PROF-006 split e-mail start', () => {
    it('API-PROF-006: answers 200 and sends split_confirm with /split/{token} to the address to be removed', async () => {
      const { access, second, playerid } = await withTwo()
      const token = await splitToken(access, second)
      const { exp = 0, iat = 0, ...claims } = decodeJwt(token)
      expect(claims).toMatchObject({ email: second, playerid })
      expect(exp - iat).toBe(48 * 3600)
    })

    it('API-PROF-006: answers 409 LAST_EMAIL to the only one', async () => {
      const { access, email } = await newPlayer(url())
      expect(await refusal(splitStart(access, email))).toEqual({ status: 409, code: 'LAST_EMAIL' })
    })

    it('API-PROF-006: answers 409 EMAIL_SIGNED_IN to the current one', async () => {
      const { access, email } = await withTwo()
      expect(await refusal(splitStart(access, email))).toEqual({ status: 409, code: 'EMAIL_SIGNED_IN' })
    })

    it('answers 400 to an e-mail that is not on the account', async () => {
      const { access } = await withTwo()
      expect((await splitStart(access, 'staff@demo.test')).status).toBe(400)
    })
  })

  describe('API-PROF-007 split confirm, read', () => {
    it('API-PROF-007: answers what the token would remove, and changes nothing', async () => {
      const { access, second } = await withTwo()
      const token = await splitToken(access, second)
      expect(await expectJson(LinkedEmail, call(url(), `/split/${token}`))).toEqual({ email: second })
      expect((await read(access)).emails).toContain(second)
    })

    it('API-PROF-007: answers 410 to an expired and 404 to an unknown token', async () => {
      const { access, second } = await withTwo()
      const token = await splitToken(access, second)
      const expired = await later(url(), 2 * DAY, () => refusal(call(url(), `/split/${token}`)))
      expect(expired).toEqual({ status: 410, code: 'TOKEN_EXPIRED' })
      expect(await refusal(call(url(), '/split/a.b.c'))).toEqual({ status: 404, code: 'TOKEN_INVALID' })
    })
  })

  describe('API-PROF-008 split confirm', () => {
    it('API-PROF-008: answers 200 with the e-mail and removes it; it signs nobody in any more', async () => {
      const { access, second } = await withTwo()
      const token = await splitToken(access, second)
      expect(await expectJson(LinkedEmail, split(access, token))).toEqual({ email: second })
      expect((await read(access)).emails).not.toContain(second)
      expect((await post(url(), '/auth/pwdless', { email: second, publicdevice: false })).status).toBe(404)
    })

    it('API-PROF-008: sets mailto to the signed-in e-mail when it was the removed one', async () => {
      const { access, second, email } = await withTwo()
      await save(access, { mailto: second })
      await split(access, await splitToken(access, second))
      expect((await read(access)).mailto).toBe(email)
    })

    it('API-PROF-008: ends sessions begun with the removed e-mail, and links sent there', async () => {
      const { access, second } = await withTwo()
      const other = await again(url(), second)
      await post(url(), '/auth/pwdless', { email: second, publicdevice: false })
      const link = await linkToken(url(), second, 'magic_link', '/authverify/')
      await split(access, await splitToken(access, second))
      expect((await call(url(), '/profile', { token: other })).status).toBe(401)
      expect((await put(url(), '/auth/pwdless', { token: link })).status).toBe(401)
      expect((await call(url(), '/profile', { token: access })).status).toBe(200)
    })

    it('API-PROF-008: answers 410 TOKEN_EXPIRED to an expired and to a used token', async () => {
      const { access, second, email } = await withTwo()
      const token = await splitToken(access, second)
      const expired = await later(url(), 2 * DAY, async () => refusal(split(await again(url(), email), token)))
      expect(expired).toEqual({ status: 410, code: 'TOKEN_EXPIRED' })
      expect((await split(access, token)).status).toBe(200)
      expect(await refusal(split(access, token))).toEqual({ status: 410, code: 'TOKEN_EXPIRED' })
    })

    it('API-PROF-008: answers 409 LAST_EMAIL when it has become the last', async () => {
      const { access, email, second } = await withTwo()
      const session = await again(url(), second)
      const forSecond = await splitToken(access, second)
      const forFirst = await splitToken(session, email)
      expect((await split(access, forSecond)).status).toBe(200)
      expect(await refusal(split(access, forFirst))).toEqual({ status: 409, code: 'LAST_EMAIL' })
    })

    it('leaves one e-mail of two that are removed at once', async () => {
      const { access, email, second } = await withTwo()
      const session = await again(url(), second)
      const tokens = [await splitToken(access, second), await splitToken(session, email)]
      const answers = await Promise.all([split(access, tokens[0] ?? ''), split(session, tokens[1] ?? '')])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const profiles = await Promise.all([access, session].map((token) => call(url(), '/profile', { token })))
      const alive = profiles.filter(({ status }) => status === 200)
      expect(alive).toHaveLength(1)
      expect(Profile.parse(await alive[0]?.json()).emails).toHaveLength(1)
    })

    it('answers 409 TOKEN_WRONG_PLAYER to another player', async () => {
      const { access, second } = await withTwo()
      const token = await splitToken(access, second)
      const other = await newPlayer(url())
      expect(await refusal(split(other.access, token))).toEqual({ status: 409, code: 'TOKEN_WRONG_PLAYER' })
    })
  })

  describe('API-MISC-003 device registration', () => {
    const register = (access: string | undefined, body: unknown) => post(url(), '/notifications/device', body, access)

    it('API-MISC-003: answers 204, again and again', async () => {
      const { access } = await newPlayer(url())
      for (let n = 0; n < 2; n++) {
        expect((await register(access, { device_id: 'device-1', platform: 'web' })).status).toBe(204)
      }
    })

    it('API-MISC-003: asks for a session, and answers 400 to garbage', async () => {
      expect((await register(undefined, { device_id: 'd', platform: 'web' })).status).toBe(401)
      const { access } = await newPlayer(url())
      for (const body of [{}, { device_id: '', platform: 'web' }, { device_id: 1, platform: 'web' }, '[']) {
        expect((await register(access, body)).status).toBe(400)
      }
    })
  })

  describe('POST /support/messages (D-067)', () => {
    const write = (body: unknown, access?: string) => post(url(), '/support/messages', body, access)

    it('answers 201 and mails the message to support, with the player to answer to', async () => {
      const { access, email } = await newPlayer(url())
      expect((await write({ message: `I cannot hear ${email}` }, access)).status).toBe(201)
      const mail = await mailTo(url(), 'support@player.example', 'support_message')
      expect(mail.text).toContain(`> I cannot hear ${email}`)
      expect(mail.replyTo).toBe(email)
    })

    it('mails a message once whose answer was lost, however often it is sent', async () => {
      const { access, email } = await newPlayer(url())
      const headers = { 'Idempotency-Key': 'support-again-1' }
      const again = (message = email) =>
        call(url(), '/support/messages', { method: 'POST', body: { message }, token: access, headers })
      const answers = await Promise.all([again(), again()])
      expect([...answers, await again()].map(({ status }) => status)).toEqual([201, 201, 201])
      const mails = await mailsTo(url(), 'support@player.example')
      expect(mails.filter(({ text }) => text.includes(email))).toHaveLength(1)
      await again(`Other words of ${email}`)
      const later = await mailsTo(url(), 'support@player.example')
      expect(later.filter(({ text }) => text.includes(`Other words of ${email}`))).toHaveLength(1)
    })

    it('takes one from somebody signed out who leaves an e-mail', async () => {
      const email = freshEmail()
      expect((await write({ message: 'Hello', email })).status).toBe(201)
      expect((await mailTo(url(), 'support@player.example', 'support_message')).replyTo).toBe(email)
    })

    it('answers 400 without an e-mail or with an empty or too long message, 401 to a stale token', async () => {
      for (const body of [
        { message: 'Hello' },
        { message: ' ', email: 'a@b.cd' },
        { message: 'x'.repeat(3001), email: 'a@b.cd' },
      ]) {
        expect((await write(body)).status).toBe(400)
      }
      expect((await write({ message: 'Hello' }, 'a.b.c')).status).toBe(401)
    })
  })
})
