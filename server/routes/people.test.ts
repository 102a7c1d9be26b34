import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Authenticator } from '#tests/support/authenticator.ts'
import { openDatabase } from '#tests/support/database.ts'
import { addPlayer, appOf, peopleContext, signedInAs } from '#tests/support/routes.ts'
import { demoCatalogue } from '../demo/catalogue/catalogue.ts'
import { approveByEmail } from '../people/approval.ts'
import { connect } from '../people/connections.ts'
import { sweepSentLists } from '../people/invitations.ts'
import { createCatalogue } from '../store/catalogue/readCatalogue.ts'
import { insertReleases } from '../store/catalogue/writeCatalogue.ts'
import { findByEmail, findById, noticeAddresses } from '../store/people/players.ts'
import type { Schema } from '../store/schema.ts'
import { linkedEmailRoutes } from './account/linkedEmails.ts'
import { networkRoutes } from './account/network.ts'
import { profileRoutes } from './account/profile.ts'
import { sharingRoutes } from './account/sharing.ts'
import { passkeyRoutes } from './signin/passkeys.ts'
import { passwordlessRoutes } from './signin/passwordless.ts'
import { resetRoutes } from './signin/reset.ts'
import { signupRoutes } from './signin/signup.ts'

let db: Kysely<Schema>
beforeAll(async () => {
  db = await openDatabase()
}, 60_000)
afterAll(() => db.destroy())
beforeEach(() => sql`truncate players, outbox, rate_limits, signup_codes, link_tokens, jobs cascade`.execute(db))

const mails = async (kind: string) => {
  const rows = await db.selectFrom('outbox').where('kind', '=', kind).select(['recipient', 'body_text']).execute()
  return rows.map(({ recipient, body_text }) => ({ to: recipient, text: body_text }))
}
const form = {
  first_name: 'Nina',
  last_name: 'Koch',
  industry: 'press-publicity-media',
  role: 'other',
  phone: '+4912345678',
  hasAcceptedTerms: true,
  group_owner: 'Koch',
  country: 'DE',
  city: 'Köln',
  primary_format: 'Other',
}

it('H-234: the first address and the one for mail are told when another is linked, once', async () => {
  await addPlayer(db, 'p', ['first@x.yz', 'radio@x.yz', 'home@x.yz'], { mailto: 'radio@x.yz' })
  const context = peopleContext(db)
  const app = appOf(context, linkedEmailRoutes)
  const headers = await signedInAs(context, 'p', 'home@x.yz')
  const invitation = { email: 'New@x.yz', playerid: 'p' }
  const { token } = await context.links.mint('merge', { invitation }, invitation)
  for (let n = 0; n < 2; n++)
    expect((await app.inject({ method: 'POST', url: `/merge/${token}`, headers })).statusCode).toBe(200)
  const told = await mails('email_linked')
  expect(told.map(({ to }) => to).sort()).toEqual(['first@x.yz', 'radio@x.yz'])
  for (const { text } of told) expect(text).toContain('New@x.yz')
})

it('H-234, H-379: the letter that warns of a linked address removes it, weeks later too, in a session of the account alone', async () => {
  await addPlayer(db, 'p', ['first@x.yz', 'radio@x.yz'], { mailto: 'radio@x.yz' })
  await addPlayer(db, 'q', ['q@x.yz'])
  let at = Date.now()
  const context = peopleContext(db, () => at)
  const app = appOf(context, linkedEmailRoutes)
  const invitation = { email: 'thief@x.yz', playerid: 'p' }
  const { token } = await context.links.mint('merge', { invitation }, invitation)
  const post = async (url: string, headers: Record<string, string>, payload?: object) =>
    (await app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })).statusCode
  expect(await post(`/merge/${token}`, await signedInAs(context, 'p', 'radio@x.yz'))).toBe(200)

  at += 29 * 86_400_000
  const links = (await mails('email_linked')).map(({ text }) => /\S+\/split\/(\S+)/.exec(text)?.[1] ?? '')
  expect([links.length, new Set(links).size]).toEqual([2, 1])
  const url = `/split/${links[0]}`
  expect((await app.inject({ method: 'GET', url })).json()).toEqual({ email: 'thief@x.yz' })
  expect(await post(url, {}, { dtw: false })).toBe(401)
  expect(await post(url, await signedInAs(context, 'q', 'q@x.yz'), { dtw: false })).toBe(409)
  expect(await post(url, await signedInAs(context, 'p', 'thief@x.yz'), { dtw: false })).toBe(409)
  const thief = await signedInAs(context, 'p', 'thief@x.yz')
  expect(await post(url, await signedInAs(context, 'p', 'first@x.yz'), { dtw: false })).toBe(200)
  expect(await findByEmail(db, 'thief@x.yz')).toBeUndefined()
  expect((await app.inject({ method: 'POST', url: '/profile/split', headers: thief, payload: { email: 'first@x.yz' } })).statusCode).toBe(401) // biome-ignore format: one call
})

it('H-019, H-234: who has removed the address they signed up with is told at the first of those that are left', async () => {
  await addPlayer(db, 'p', ['gone@x.yz', 'first@x.yz', 'radio@x.yz'], { mailto: 'radio@x.yz' })
  const player = await findById(db, 'p')
  expect([...(await noticeAddresses(db, player!))]).toEqual(['radio@x.yz', 'gone@x.yz'])
  await db.deleteFrom('player_emails').where('email', '=', 'gone@x.yz').execute()
  expect([...(await noticeAddresses(db, player!))]).toEqual(['radio@x.yz', 'first@x.yz'])
})

it('H-680: who signs in with a passkey removes the address an intruder linked and had mail sent to', async () => {
  await addPlayer(db, 'p', ['first@x.yz', 'thief@x.yz'], { mailto: 'thief@x.yz' })
  const context = peopleContext(db)
  const app = appOf(context, linkedEmailRoutes, passkeyRoutes)
  const post = (url: string, payload?: object, headers = {}) =>
    app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })
  const own = await signedInAs(context, 'p', 'first@x.yz')
  const key = new Authenticator('https://player.example')
  const toMake = (await post('/auth/passkeys/options', undefined, own)).json().data
  const made = { ceremony: toMake.ceremony, response: key.create(toMake.options), name: 'Laptop' }
  expect((await post('/auth/passkeys', made, own)).statusCode).toBe(201)
  const toFind = (await post('/auth/passkeys/sign-in/options')).json().data
  const found = { ceremony: toFind.ceremony, response: key.get(toFind.options), publicdevice: false }
  const pair = (await post('/auth/passkeys/sign-in', found)).json()
  expect((await context.tokens.readAccess(pair['access-token']))?.email).toBe('first@x.yz')

  const thief = { email: 'thief@x.yz', playerid: 'p' }
  const { token } = await context.links.mint('split', thief, thief)
  const headers = { authorization: `Bearer ${pair['access-token']}` }
  expect((await post(`/split/${token}`, { dtw: false }, headers)).statusCode).toBe(200)
  expect(await findByEmail(db, 'thief@x.yz')).toBeUndefined()
  expect((await findById(db, 'p'))?.mailto).toBe('first@x.yz')
})

it.each([
  ['families', '👨‍👩‍👧'.repeat(100)],
  ['signs of three bytes, with marks', `क${'\u0901'.repeat(7)}`.repeat(100)],
])('a name of %s, which the profile takes, keeps nobody out', async (_, name) => {
  const email = `${'p'.repeat(60)}@${'x'.repeat(60)}.${'y'.repeat(60)}.yz`
  await addPlayer(db, 'p', [email])
  const context = peopleContext(db)
  const app = appOf(context, profileRoutes)
  const payload = { firstname: name, lastname: name }
  const before = await signedInAs(context, 'p', email)
  expect((await app.inject({ method: 'POST', url: '/profile', headers: before, payload })).statusCode).toBe(200)
  const headers = await signedInAs(context, 'p', email)
  expect((await app.inject({ method: 'GET', url: '/profile', headers })).json()).toMatchObject(payload)
})

it('H-587: those that are left are told that an address was removed, once, and the removed one is not', async () => {
  await addPlayer(db, 'p', ['first@x.yz', 'radio@x.yz', 'gone@x.yz'], { mailto: 'gone@x.yz' })
  const context = peopleContext(db)
  const app = appOf(context, linkedEmailRoutes)
  const headers = await signedInAs(context, 'p', 'radio@x.yz')
  const { token } = await context.links.mint('split', { email: 'Gone@x.yz', playerid: 'p' }, { email: 'gone@x.yz', playerid: 'p' }) // biome-ignore format: one line
  const remove = () => app.inject({ method: 'POST', url: `/split/${token}`, headers, payload: { dtw: false } })
  expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([200, 410])
  const told = await mails('email_removed')
  expect(told.map(({ to }) => to).sort()).toEqual(['first@x.yz', 'radio@x.yz'])
  for (const { text } of told) expect(text).toContain('Gone@x.yz')
})

it.each([
  [false, ['first@x.yz', 'radio@x.yz']],
  [true, []],
])(
  'H-587: a new password is told to the first address and the one for mail, once; the first one (%s) is not',
  async (welcome_email, to) => {
    await addPlayer(db, 'p', ['first@x.yz', 'radio@x.yz', 'home@x.yz'], { mailto: 'radio@x.yz' })
    const context = peopleContext(db)
    const app = appOf(context, resetRoutes)
    const { token } = await context.links.mint('reset', { email: 'home@x.yz', welcome_email }, { email: 'home@x.yz', playerid: 'p' }) // biome-ignore format: one line
    const payload = { password: 'A long enough 1!', token }
    const headers = { 'idempotency-key': 'a-key-of-this-very-reset' }
    // The second time as after an answer that was lost.
    for (let n = 0; n < 2; n++)
      expect((await app.inject({ method: 'PUT', url: '/auth/chgpwdreset', headers, payload })).statusCode).toBe(200)
    expect((await mails('password_changed')).map((mail) => mail.to).sort()).toEqual(to)
  },
)

it('H-590: a setup link begins the session of a public computer where that is said, and a usual one where nothing is', async () => {
  await addPlayer(db, 'p', ['p@x.yz'])
  const context = peopleContext(db)
  const app = appOf(context, passwordlessRoutes)
  for (const more of [{ publicdevice: true }, {}]) {
    const { token } = await context.links.mint('setup', { email: 'p@x.yz' }, { email: 'p@x.yz', playerid: 'p' })
    const payload = { token, ...more }
    expect((await app.inject({ method: 'POST', url: '/auth/initial-setup', payload })).statusCode).toBe(200)
  }
  const begun = await db.selectFrom('sessions').select('publicdevice').orderBy('expires_at').execute()
  expect(begun.map(({ publicdevice }) => publicdevice)).toEqual([true, false])
})

it('API-PROF-005: a link that was not used does not bring back an e-mail that was removed since, and what another was sent stays good', async () => {
  await addPlayer(db, 'p', ['first@x.yz'])
  await addPlayer(db, 'q', ['q@x.yz'])
  const context = peopleContext(db)
  const app = appOf(context, linkedEmailRoutes)
  const email = 'new@x.yz'
  const linking = async (playerid: string) => {
    const { token } = await context.links.mint('merge', { invitation: { email, playerid } }, { email, playerid })
    return token
  }
  const [used, kept, theirs] = [await linking('p'), await linking('p'), await linking('q')]
  const { token: removal } = await context.links.mint('split', { email, playerid: 'p' }, { email, playerid: 'p' })
  const own = await signedInAs(context, 'p', 'first@x.yz')
  const other = await signedInAs(context, 'q', 'q@x.yz')
  const follow = async (url: string, headers: typeof own) =>
    (
      await app.inject({
        method: 'POST',
        url,
        headers,
        ...(url.startsWith('/split') ? { payload: { dtw: false } } : {}),
      })
    ).statusCode
  expect(await follow(`/merge/${used}`, own)).toBe(200)
  expect(await follow(`/split/${removal}`, own)).toBe(200)
  expect(await follow(`/merge/${kept}`, own)).toBe(404)
  expect(await follow(`/merge/${theirs}`, other)).toBe(200)
})

it('H-233: wrong codes of strangers keep out who asked for the code from nothing', { tags: ['long'] }, async () => {
  const context = peopleContext(db)
  const app = appOf(context, signupRoutes)
  const code = await context.codes.issue('new@x.yz', '10.0.0.1')
  const wrong = code === '00000' ? '00001' : '00000'
  const give = async (text: string, remoteAddress: string) => {
    const payload = { email: 'new@x.yz', code: text }
    const url = '/accounts/player/signup/validate-email-verification-code'
    return (await app.inject({ method: 'POST', url, payload, remoteAddress })).statusCode
  }
  for (let n = 0; n < 200; n++) await give(wrong, `10.1.${n % 10}.1`)
  expect(await give(wrong, '10.2.0.1')).toBe(429)
  expect(await give(code, '10.0.0.1')).toBe(200)
})

it.each([
  ['gone', 'pending', 0],
  ['closed', 'pending', 0],
  ['waits', 'pending', 0],
  ['in', 'active', 2],
])('API-SIGNUP-004, H-378: a coworker whose inviter is %s signs up and is %s', async (inviter_id, state, sides) => {
  await addPlayer(db, 'in', ['in@x.yz'])
  await addPlayer(db, 'waits', ['waits@x.yz'], { state: 'pending' })
  await addPlayer(db, 'closed', ['closed@x.yz'], { state: 'inactive' })
  const context = peopleContext(db)
  const app = appOf(context, signupRoutes)
  const claims = {
    email: 'nina@x.yz',
    inviter_email: `${inviter_id}@x.yz`,
    inviter_id,
    relationship: 'coworker' as const,
    welcome_email: false,
  }
  const { token } = await context.links.mint('invitation', claims, { email: claims.email, playerid: null })
  const password = 'A long enough 1!'
  const payload = { ...form, email: claims.email, token, password, confirm_password: password }
  const confirm = () => app.inject({ method: 'POST', url: '/accounts/player/signup/confirm-signup', payload })
  const told = state === 'pending' ? '{"data":{"pending":true}}' : ''
  // The same again, as after an answer that was lost.
  for (const answer of [await confirm(), await confirm()]) expect([answer.statusCode, answer.body]).toEqual([201, told])
  expect((await findByEmail(db, claims.email))?.player.state).toBe(state)
  expect(await db.selectFrom('connections').select('other_id').execute()).toHaveLength(sides)
  expect((await mails('signup_received')).map(({ to }) => to)).toEqual(state === 'pending' ? [claims.email] : [])
  await db.updateTable('players').set({ state: 'active' }).where('mailto', '=', claims.email).execute()
  expect((await confirm()).body).toBe('')
})

it('API-SIGNUP-004: whom an industry contact invited is answered nothing', async () => {
  await addPlayer(db, 'in', ['in@x.yz'])
  const context = peopleContext(db)
  const claims = { email: 'nina@x.yz', inviter_email: 'in@x.yz', inviter_id: 'in', relationship: 'industry-contact' as const, welcome_email: false } // biome-ignore format: one line
  const { token } = await context.links.mint('invitation', claims, { email: claims.email, playerid: null })
  const password = 'A long enough 1!'
  const payload = { ...form, email: claims.email, token, password, confirm_password: password }
  const url = '/accounts/player/signup/confirm-signup'
  const answer = await appOf(context, signupRoutes).inject({ method: 'POST', url, payload })
  expect([answer.statusCode, answer.body]).toEqual([201, ''])
})

it('H-237: a list that is refused for closed accounts costs those entries alone', { tags: ['long'] }, async () => {
  await addPlayer(db, 'p', ['p@x.yz'])
  await addPlayer(db, 'closed', ['closed@x.yz'], { state: 'inactive' })
  const context = peopleContext(db)
  const app = appOf(context, networkRoutes)
  const headers = await signedInAs(context, 'p', 'p@x.yz')
  let fresh = 0
  const send = async (...emails: string[]) => {
    const invitations = emails.map((invitee_email) => ({ invitee_email, relationship: 'coworker' }))
    return (
      await app.inject({ method: 'POST', url: '/accounts/player/invitations', headers, payload: { invitations } })
    ).statusCode
  }
  const some = (count: number) => Array.from({ length: count }, () => `n${fresh++}@x.yz`)
  // A hundred a day.
  for (let n = 0; n < 96; n++) expect(await send(...some(4), 'closed@x.yz')).toBe(400)
  expect(await send(...some(5))).toBe(429)
  expect(await send(...some(4))).toBe(201)
  expect(await send('closed@x.yz')).toBe(429)
})

it('H-588: who was removed comes back by no invitation that lay there, to whichever address, and by a new one', async () => {
  await addPlayer(db, 'p', ['p@x.yz'])
  await addPlayer(db, 'q', ['q@x.yz', 'radio@x.yz'])
  await addPlayer(db, 'r', ['r@x.yz'])
  const context = peopleContext(db)
  const app = appOf(context, networkRoutes)
  const [p, q, r] = [
    await signedInAs(context, 'p', 'p@x.yz'),
    await signedInAs(context, 'q', 'q@x.yz'),
    await signedInAs(context, 'r', 'r@x.yz'),
  ]
  const url = '/accounts/player'
  const invited = async (headers: typeof p, email: string) => {
    await app.inject({ method: 'POST', url: `${url}/invitations`, headers, payload: { invitations: [{ invitee_email: email, relationship: 'other' }] } }) // biome-ignore format: one call
    const last = (await mails('invitation_existing')).filter(({ to }) => to === email).at(-1)
    return /\/signin\/(\S+)/.exec(last?.text ?? '')?.[1] ?? ''
  }
  const accept = async (headers: typeof p, invitation_token: string) =>
    (await app.inject({ method: 'POST', url: `${url}/invitations/accept`, headers, payload: { invitation_token } }))
      .statusCode
  const connectBy = async (headers: typeof p, invitation_token: string) =>
    (await app.inject({ method: 'POST', url: `${url}/invitations/connect`, headers, payload: { invitation_token } }))
      .statusCode
  const first = await invited(p, 'q@x.yz')
  const lying = [await invited(p, 'radio@x.yz'), await invited(p, 'q@x.yz')]
  const back = await invited(q, 'p@x.yz')
  const foreign = await invited(p, 'r@x.yz')
  expect(await accept(q, first)).toBe(200)
  expect((await app.inject({ method: 'DELETE', url: `${url}/connections/q`, headers: p })).statusCode).toBe(204)
  // Over, as one whose time is: not "for somebody else".
  for (const token of lying) expect([await accept(q, token), await connectBy(q, token)]).toEqual([410, 410])
  expect(await accept(p, back)).toBe(410)
  expect(await accept(r, foreign)).toBe(200)
  expect(await accept(q, await invited(p, 'q@x.yz'))).toBe(200)
  for (const token of lying) expect([await accept(q, token), await connectBy(q, token)]).toEqual([410, 200])
})

it('H-588: nor by one they accepted when they signed up, which had still to connect them', async () => {
  await addPlayer(db, 'p', ['p@x.yz'])
  await addPlayer(db, 'q', ['q@x.yz'])
  const context = peopleContext(db)
  const app = appOf(context, networkRoutes)
  const at = new Date()
  await db.insertInto('invitations').values({ invitationid: 'i', inviter_id: 'p', email: 'q@x.yz', relationship: 'other', jti: 'j', at, accepted_at: at, connected_at: null }).execute() // biome-ignore format: one line
  await connect(db, 'p', 'q', at)
  const headers = await signedInAs(context, 'q', 'q@x.yz')
  const url = '/accounts/player/connections'
  expect((await app.inject({ method: 'DELETE', url: `${url}/p`, headers })).statusCode).toBe(204)
  const { data } = (await app.inject({ method: 'POST', url: `${url}/process`, headers })).json<{ data: object }>()
  expect(data).toEqual({ connected: [] })
})

it('H-042: lists nobody can ask for again are forgotten, whoever sent them', async () => {
  await addPlayer(db, 'p', ['p@x.yz'])
  const at = Date.now()
  const keep = (key: string, hours: number) =>
    db
      .insertInto('sent_lists')
      .values({ playerid: 'p', key, at: new Date(at - hours * 3_600_000) })
      .execute()
  await keep('old', 25)
  await keep('new', 23)
  await sweepSentLists(db, at)
  expect((await db.selectFrom('sent_lists').select('key').execute()).map(({ key }) => key)).toEqual(['new'])
})

it('H-232: the command approves who waits, verifies who is in, and changes nothing else', async () => {
  await addPlayer(db, 'waits', ['waits@x.yz'], { state: 'pending', verified: false })
  await addPlayer(db, 'in', ['in@x.yz'], { verified: false })
  await addPlayer(db, 'closed', ['closed@x.yz'], { state: 'inactive', verified: false })
  const context = peopleContext(db)
  const outcomes: string[] = []
  for (const name of ['WAITS', 'waits', 'in', 'in', 'closed', 'nobody'])
    outcomes.push(await approveByEmail(context, `${name}@x.yz`))
  expect(outcomes).toEqual(['approved', 'already', 'verified', 'already', 'inactive', 'unknown'])
  const rows = await db.selectFrom('players').select(['playerid', 'state', 'verified']).orderBy('playerid').execute()
  expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
    'closed inactive false',
    'in active true',
    'waits active true',
  ])
  expect((await mails('welcome_set_password')).map(({ to }) => to)).toEqual(['waits@x.yz'])
})

it('API-REL-009: each opening of the form that writes to an owner counts', async () => {
  const release = [...demoCatalogue('small')].find(({ access }) => access === 'open')
  if (!release) throw new Error('the demo has no open release')
  await insertReleases(db, [release])
  await addPlayer(db, 'p', ['p@x.yz'])
  const context = { ...peopleContext(db), catalogue: createCatalogue(db) }
  const app = appOf(context, sharingRoutes)
  const headers = await signedInAs(context, 'p', 'p@x.yz')
  const url = `/releases/${release.releaseid}/comments/click`
  for (let n = 0; n < 2; n++) expect((await app.inject({ method: 'POST', url, headers })).statusCode).toBe(204)
  expect(await db.selectFrom('comment_clicks').select('clicks').execute()).toEqual([{ clicks: 2 }])
})
