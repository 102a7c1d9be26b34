/** Passkeys at the server (H-019): adding, naming, removing, signing in, and whatever is not as it must be. */
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ResetAnswer, TokenPair } from '#core/model/people/account.ts'
import { CeremonyAnswer, PASSKEYS_MAX, PasskeyAnswer, PasskeysAnswer } from '#core/model/people/passkeys.ts'
import { SessionsAnswer } from '#core/model/people/sessions.ts'
import { Authenticator, type Spoilt } from '#tests/support/authenticator.ts'
import { call, expectJson, login, refusal } from './http.ts'
import {
  demo,
  dev,
  GOOD_PASSWORD,
  later,
  linkToken,
  MINUTE,
  mailsTo,
  newPlayer,
  type Person,
  playeridOf,
  post,
  put,
} from './people.ts'
import { startServer } from './server.ts'
import { onStores } from './stores.ts'

const FAMILY = '👨‍👩‍👧‍👦'
onStores((server) => {
  const url = () => server().url
  const list = async (token: string) =>
    (await expectJson(PasskeysAnswer, call(url(), '/auth/passkeys', { token }))).data
  const optionsOf = async (token: string) =>
    (await expectJson(CeremonyAnswer, post(url(), '/auth/passkeys/options', undefined, token))).data
  const signInOptions = async () =>
    (await expectJson(CeremonyAnswer, post(url(), '/auth/passkeys/sign-in/options'))).data
  const send = (token: string, body: object) => post(url(), '/auth/passkeys', body, token)
  const add = async (
    person: Pick<Person, 'access'>,
    key = new Authenticator(url()),
    name = 'Laptop',
    spoilt: Spoilt = {},
  ) => {
    const { ceremony, options } = await optionsOf(person.access)
    return send(person.access, { ceremony, response: key.create(options, spoilt), name })
  }
  const added = async (person: Pick<Person, 'access'>, key = new Authenticator(url()), name = 'Laptop') => {
    const { data } = await expectJson(PasskeyAnswer, add(person, key, name), 201)
    return { key, passkey: data.passkey }
  }
  const enter = (body: object) => post(url(), '/auth/passkeys/sign-in', { publicdevice: false, ...body })
  const signIn = async (key: Authenticator, spoilt: Spoilt = {}) => {
    const { ceremony, options } = await signInOptions()
    return enter({ ceremony, response: key.get(options, spoilt) })
  }
  const remove = (token: string, passkeyid: string) =>
    call(url(), `/auth/passkeys/${passkeyid}`, { method: 'DELETE', token })
  const rename = (token: string, passkeyid: string, name: string) =>
    call(url(), `/auth/passkeys/${passkeyid}`, { method: 'PUT', token, body: { name } })
  const prove = (token: string, password: string) => post(url(), '/auth/proof', { password }, token)

  describe('a passkey', () => {
    it('is asked for so that the browser finds it by itself, with the person verified and nothing attested', async () => {
      const { access } = await newPlayer(url())
      const { options } = await optionsOf(access)
      expect(options).toMatchObject({
        rp: { id: 'localhost', name: 'Player' },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
      })
      const asked = (await signInOptions()).options
      expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
      expect(asked.allowCredentials ?? []).toEqual([])
    })

    it('is added, listed with its name, and signs in: a session that says how it began', async () => {
      const person = await newPlayer(url())
      const { key, passkey } = await added(person)
      expect(passkey).toMatchObject({ name: 'Laptop', used: null, synced: false })
      const pair = await expectJson(TokenPair, signIn(key))
      const access = pair['access-token']
      expect(playeridOf(access)).toBe(person.playerid)
      const { data } = await expectJson(SessionsAnswer, call(url(), '/auth/sessions', { token: access }))
      expect(data.sessions[0]).toMatchObject({ current: true, how: 'passkey' })
      const { passkeys, rpid } = await list(access)
      expect(rpid).toBe('localhost')
      expect(passkeys).toMatchObject([{ passkeyid: passkey.passkeyid, used: expect.any(String) }])
    })

    it('H-031: outlives a password reset, whose answer counts it', async () => {
      const person = await newPlayer(url())
      const { key } = await added(person)
      expect((await call(url(), `/auth/reset/${encodeURIComponent(person.email)}`)).status).toBe(200)
      const token = await linkToken(url(), person.email, 'password_reset', '/resetpwd/')
      const { data } = await expectJson(
        ResetAnswer,
        put(url(), '/auth/chgpwdreset', { password: 'Harbour+9+Tram', token }),
      )
      expect(data.passkeys).toBe(1)
      expect((await signIn(key)).status).toBe(200)
    })

    it('on a public computer begins a short session', async () => {
      const { key } = await added(await newPlayer(url()))
      const { ceremony, options } = await signInOptions()
      const pair = await expectJson(TokenPair, enter({ ceremony, response: key.get(options), publicdevice: true }))
      const { data } = await expectJson(SessionsAnswer, call(url(), '/auth/sessions', { token: pair['access-token'] }))
      expect(data.sessions[0]?.publicdevice).toBe(true)
    })

    it('is written about to its owner when it is added and when it is removed', async () => {
      const person = await newPlayer(url())
      const { passkey } = await added(person, undefined, 'Blue key')
      expect((await mailsTo(url(), person.email, 'passkey_added'))[0]?.text).toContain('Blue key')
      expect((await remove(person.access, passkey.passkeyid)).status).toBe(204)
      expect((await mailsTo(url(), person.email, 'passkey_removed'))[0]?.text).toContain('Blue key')
    })

    it('is written about to the first address too where notices go to another', async () => {
      const access = await demo(url(), 'many.radio@demo.test')
      const mailto = { method: 'POST', token: access, body: { mailto: 'many.home@demo.test' } }
      expect((await call(url(), '/profile', mailto)).status).toBe(200)
      await added({ access }, undefined, 'Red key')
      for (const address of ['many.home@demo.test', 'many@demo.test'])
        expect(await mailsTo(url(), address, 'passkey_added')).toHaveLength(1)
      expect(await mailsTo(url(), 'many.radio@demo.test', 'passkey_added')).toEqual([])
    })

    it('that was removed signs nobody in, and removing it again is no failure', async () => {
      const person = await newPlayer(url())
      const { key, passkey } = await added(person)
      for (let time = 0; time < 2; time++) expect((await remove(person.access, passkey.passkeyid)).status).toBe(204)
      expect(await mailsTo(url(), person.email, 'passkey_removed')).toHaveLength(1)
      expect(await refusal(signIn(key))).toEqual({ status: 401, code: 'PASSKEY_UNKNOWN' })
      expect((await list(person.access)).passkeys).toEqual([])
    })

    it('that is lost locks nobody out: a mailed link and the password go on', async () => {
      const { email, ...person } = await newPlayer(url())
      await added(person)
      await post(url(), '/auth/pwdless', { email, publicdevice: false, dtw: false })
      const token = await linkToken(url(), email, 'magic_link', '/authverify/')
      expect((await put(url(), '/auth/pwdless', { token, dtw: false })).status).toBe(200)
      expect((await login(url(), email, { password: GOOD_PASSWORD })).status).toBe(200)
    })

    it('excludes those the player has, and the same one is not kept twice', async () => {
      const person = await newPlayer(url())
      const { key } = await added(person)
      const { options } = await optionsOf(person.access)
      expect(options.excludeCredentials).toMatchObject([{ id: key.id.toString('base64url'), transports: ['internal'] }])
      expect(await refusal(add(person, key))).toEqual({ status: 409, code: 'PASSKEY_KNOWN' })
      expect(await refusal(add(await newPlayer(url()), key))).toEqual({ status: 409, code: 'PASSKEY_KNOWN' })
    })

    it('is one of as many as an account may have', async () => {
      const person = await newPlayer(url())
      for (let n = 0; n < PASSKEYS_MAX; n++) await added(person)
      expect(await refusal(post(url(), '/auth/passkeys/options', undefined, person.access))).toEqual({
        status: 409,
        code: 'TOO_MANY_PASSKEYS',
      })
    })
  })

  describe('its name', () => {
    it.each([
      ['Latin', 'a'.repeat(50)],
      ['Arabic', 'م'.repeat(50)],
      ['Devanagari', 'नि'.repeat(50)],
      ['Thai', 'กี่'.repeat(50)],
      ['emoji', FAMILY.repeat(30)],
      ['spaces around it, which go', '  Blue key\u200B '],
      ['markup, which is text', '<img src=x onerror=alert(1)>'],
    ])('may be %s', async (_, name) => {
      const person = await newPlayer(url())
      const { passkey } = await added(person)
      const { data } = await expectJson(PasskeyAnswer, rename(person.access, passkey.passkeyid, name))
      expect(data.passkey.name).toBe(name.replace(/\u200B/g, '').trim())
    })

    it.each([
      ['empty', ''],
      ['spaces alone', '  \u200B '],
      ['51 Latin letters', 'a'.repeat(51)],
      ['51 syllables', 'नि'.repeat(51)],
      ['one cluster without end', `a${'\u0301'.repeat(5000)}`],
      ['with a zero character', 'a\u0000b'],
    ])('may not be %s', async (_, name) => {
      const person = await newPlayer(url())
      const { passkey } = await added(person)
      expect((await rename(person.access, passkey.passkeyid, name)).status).toBe(400)
      expect((await add(person, undefined, name)).status).toBe(400)
      expect((await list(person.access)).passkeys).toMatchObject([{ name: 'Laptop' }])
    })
  })

  describe('an answer that is not right', () => {
    const wrong: [string, Spoilt][] = [
      ['from another origin', { origin: 'https://evil.example' }],
      ['for another domain', { rpid: 'evil.example' }],
      ['to another question', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
      ['of another kind', { type: 'webauthn.other' }],
      ['without a person', { present: false }],
      ['without the person verified', { verified: false }],
    ]
    it.each(wrong)('%s makes no passkey', async (_, spoilt) => {
      const person = await newPlayer(url())
      expect(await refusal(add(person, undefined, 'x', spoilt))).toEqual({ status: 400, code: 'PASSKEY_REFUSED' })
      expect((await list(person.access)).passkeys).toEqual([])
    })
    it.each([
      ...wrong,
      ['with the handle of somebody else', { userHandle: 'c29tZWJvZHkgZWxzZQ' }] as const,
      ['without a handle', { userHandle: '' }] as const,
    ])('%s signs nobody in', async (_, spoilt) => {
      const { key } = await added(await newPlayer(url()))
      expect(await refusal(signIn(key, spoilt))).toEqual({ status: 401, code: 'PASSKEY_REFUSED' })
      expect((await signIn(key)).status).toBe(200)
    })

    it('signed with another key signs nobody in', async () => {
      const { key } = await added(await newPlayer(url()))
      const thief = new Authenticator(url())
      thief.userHandle = key.userHandle
      const { ceremony, options } = await signInOptions()
      const id = key.id.toString('base64url')
      const response = { ...thief.get(options), id, rawId: id }
      expect(await refusal(enter({ ceremony, response }))).toEqual({ status: 401, code: 'PASSKEY_REFUSED' })
    })

    it('with a counter that did not grow is a copy, and signs nobody in', async () => {
      const { key } = await added(await newPlayer(url()), new Authenticator(url(), 5))
      expect((await signIn(key, { counter: 6 })).status).toBe(200)
      for (const counter of [6, 5, 0])
        expect(await refusal(signIn(key, { counter }))).toEqual({ status: 401, code: 'PASSKEY_REFUSED' })
      expect((await signIn(key, { counter: 7 })).status).toBe(200)
    })

    it.each([
      ['nothing', {}],
      ['no base64', { id: '<>', rawId: '<>' }],
      ['an endless id', { id: 'a'.repeat(2000), rawId: 'a'.repeat(2000) }],
      [
        'a response that is none',
        { response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } },
      ],
    ])('made of %s is refused and breaks nothing', async (_, broken) => {
      const { key } = await added(await newPlayer(url()))
      const { ceremony, options } = await signInOptions()
      const answer = await enter({
        ceremony,
        response: Object.keys(broken).length ? { ...key.get(options), ...broken } : {},
      })
      expect([400, 401]).toContain(answer.status)
    })
  })

  describe('a question', () => {
    it('is good once, whatever came of it', async () => {
      const { key } = await added(await newPlayer(url()))
      const { ceremony, options } = await signInOptions()
      expect((await enter({ ceremony, response: key.get(options, { verified: false }) })).status).toBe(401)
      expect(await refusal(enter({ ceremony, response: key.get(options) }))).toEqual({
        status: 410,
        code: 'CHALLENGE_EXPIRED',
      })
    })

    it('asked at once by two is answered by one of them', async () => {
      const { key } = await added(await newPlayer(url()))
      const { ceremony, options } = await signInOptions()
      const answers = await Promise.all([0, 1, 2].map(() => enter({ ceremony, response: key.get(options) })))
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 410, 410])
    })

    it('is good for five minutes', async () => {
      const { key } = await added(await newPlayer(url()))
      const { ceremony, options } = await signInOptions()
      const late = () => enter({ ceremony, response: key.get(options) })
      expect(await later(url(), 5 * MINUTE + 1000, () => refusal(late()))).toMatchObject({ code: 'CHALLENGE_EXPIRED' })
    })

    it('is bound to who asked: what it was asked with is a secret, and that of another is no good', async () => {
      const { key } = await added(await newPlayer(url()))
      const [one, two] = [await signInOptions(), await signInOptions()]
      expect(one.ceremony).toHaveLength(43)
      const answer = enter({ ceremony: two.ceremony, response: key.get(one.options) })
      expect(await refusal(answer)).toEqual({ status: 401, code: 'PASSKEY_REFUSED' })
      expect(await refusal(enter({ ceremony: 'x'.repeat(43), response: key.get(one.options) }))).toMatchObject({
        status: 410,
      })
    })

    it('of a session is not answered by another one, nor by a sign-in', async () => {
      const [one, two] = [await newPlayer(url()), await newPlayer(url())]
      const { ceremony, options } = await optionsOf(one.access)
      const key = new Authenticator(url())
      const response = key.create(options)
      expect(await refusal(send(two.access, { ceremony, response, name: 'x' }))).toMatchObject({ status: 410 })
      expect((await send(one.access, { ceremony, response, name: 'x' })).status).toBe(201)
      const asked = await optionsOf(one.access)
      expect(await refusal(enter({ ceremony: asked.ceremony, response: key.get(asked.options) }))).toMatchObject({
        status: 410,
      })
    })
  })

  describe('who may', () => {
    it('nobody who is signed out lists, adds, names or removes', async () => {
      for (const answer of [
        call(url(), '/auth/passkeys'),
        post(url(), '/auth/passkeys/options'),
        post(url(), '/auth/passkeys', {}),
        call(url(), '/auth/passkeys/x', { method: 'PUT', body: { name: 'x' } }),
        call(url(), '/auth/passkeys/x', { method: 'DELETE' }),
        post(url(), '/auth/proof', { password: 'x' }),
      ])
        expect((await answer).status).toBe(401)
    })

    it('a passkey of somebody else is neither seen nor named nor removed', async () => {
      const [one, two] = [await newPlayer(url()), await newPlayer(url())]
      const { key, passkey } = await added(one)
      expect((await list(two.access)).passkeys).toEqual([])
      expect(await refusal(rename(two.access, passkey.passkeyid, 'Mine'))).toEqual({
        status: 404,
        code: 'PASSKEY_NOT_FOUND',
      })
      await remove(two.access, passkey.passkeyid)
      expect((await list(one.access)).passkeys).toMatchObject([{ name: 'Laptop' }])
      expect((await signIn(key)).status).toBe(200)
    })

    it('a sign-in of more than ten minutes ago is not enough to add or remove: the password is, for ten more', async () => {
      const person = await newPlayer(url())
      const { passkey } = await added(person)
      await later(url(), 11 * MINUTE, async () => {
        const pair = await expectJson(TokenPair, put(url(), '/auth/refresh', { 'refresh-token': person.refresh }))
        const access = pair['access-token']
        expect((await list(access)).proof).toEqual({ fresh: false, password: true })
        const needed = { status: 403, code: 'PROOF_NEEDED' }
        expect(await refusal(post(url(), '/auth/passkeys/options', undefined, access))).toEqual(needed)
        expect(await refusal(send(access, {}))).toEqual(needed)
        expect(await refusal(remove(access, passkey.passkeyid))).toEqual(needed)
        // To name one takes no right away and gives none.
        expect((await rename(access, passkey.passkeyid, 'Desk')).status).toBe(200)
        expect(await refusal(prove(access, 'Wrong-7-Password'))).toEqual({ status: 403, code: 'INVALID_CREDENTIALS' })
        expect(await refusal(remove(access, passkey.passkeyid))).toEqual(needed)
        expect((await prove(access, GOOD_PASSWORD)).status).toBe(204)
        expect((await list(access)).proof.fresh).toBe(true)
        expect((await remove(access, passkey.passkeyid)).status).toBe(204)
      })
    })

    it('guesses at the password of a session are counted with those at the sign-in', async () => {
      const { email, access } = await newPlayer(url())
      for (let n = 0; n < 30; n++) await prove(access, 'Wrong-7-Password')
      expect(await refusal(prove(access, GOOD_PASSWORD))).toEqual({ status: 429, code: 'TOO_MANY_TRIES' })
      expect((await login(url(), email, { password: GOOD_PASSWORD })).status).toBe(429)
      await dev(url(), 'clock', { reset: true })
    })

    it('somebody whose account is closed is not let in', async () => {
      const person = await newPlayer(url())
      const { key } = await added(person)
      await dev(url(), `players/${person.email}`, { state: 'inactive' })
      expect(await refusal(signIn(key))).toEqual({ status: 403, code: 'ACCOUNT_INACTIVE' })
    })
  })
})

describe('a server at an address without a name', () => {
  it('has no passkeys, and says so', { tags: ['long'] }, async () => {
    const server = await startServer({ env: { DEMO: '1', PUBLIC_URL: 'http://127.0.0.1:4173' } })
    try {
      expect(await refusal(post(server.url, '/auth/passkeys/sign-in/options'))).toEqual({
        status: 409,
        code: 'PASSKEYS_OFF',
      })
      const pair = await expectJson(TokenPair, login(server.url, 'verified@demo.test'))
      const { data } = await expectJson(
        z.object({ data: z.object({ rpid: z.null() }) }),
        call(server.url, '/auth/passkeys', { token: pair['access-token'] }),
      )
      expect(data.rpid).toBeNull()
    } finally {
      await server.stop()
    }
  })
})
