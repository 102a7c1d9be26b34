// Two hundred secrets and more are planted wherever one enters the client: no byte that is stored or exported holds one.
import { beforeAll, describe, expect, it } from 'vitest'
import '#core/events/late.ts'
import '#core/reducers/late.ts'
import { downloadRequested } from '#core/events/downloads.ts'
import {
  accessCodeSent,
  accessLinkFollowed,
  accessMailRequested,
  accessPasswordChosen,
} from '#core/events/people/access.ts'
import { sessionSignInRequested, sessionSignOutRequested } from '#core/events/people/session.ts'
import { signUpAboutSent, signUpCodeSent, signUpCompanySent, signUpOpened } from '#core/events/people/signup.ts'
import { playerReleaseChosen } from '#core/events/player.ts'
import { releaseDetailReceived } from '#core/events/releases.ts'
import { SETTINGS_DEFAULT } from '#core/model/settings.ts'
import { Canaries } from './secrets/canaries.ts'
import { aToken, Client } from './secrets/client.ts'
import { Run, World } from './support/downloadHarness.ts'
import { wav } from './support/downloadParts.ts'
import { aRelease, aRequest } from './support/story.ts'

const canaries = new Canaries()
const client = new Client(canaries)
const plant = (where: string) => canaries.plant(where)
const times = async (count: number, run: (n: number) => Promise<unknown>) => {
  for (let n = 1; n <= count; n++) await run(n)
}
const link = (where: string) => client.keep('link', aToken(client.clock.now(), plant(where), { email: 'p1@demo.test' }))
const signOut = () => client.press(sessionSignOutRequested({}))
const MINUTE = 60_000

/** Signs in by what a form holds, and out again unless it stays. */
async function signIn(credentials: object, stays = false): Promise<void> {
  const handle = await client.keep('credentials', JSON.stringify(credentials))
  await client.press(sessionSignInRequested({ handle, publicDevice: false }))
  if (!stays) await signOut()
}

const passkey = () => ({
  ceremony: plant('question of a passkey'),
  response: {
    id: 'id',
    rawId: 'id',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: plant('answer of a passkey'), authenticatorData: '', signature: plant('signature') },
  },
})

const ABOUT = {
  first_name: 'Nora',
  last_name: 'Vale',
  email: 'nora@demo.test',
  industry: 'other',
  role: 'other',
  phone: '+31 20 123 4567',
  hasAcceptedTerms: true,
} as const
const PROGRESS = { about: null, verified: '', emailToken: null, codeSentTo: '', codeSentAt: 0, language: 'en' }
const COMPANY = { group_owner: 'Noon FM', country: 'NL', city: 'Utrecht', primary_format: 'Jazz' }

async function waysIn(): Promise<void> {
  await times(15, () => signIn({ username: 'p1@demo.test', password: plant('password') }))
  await times(5, async () => {
    client.isBroken = true
    await signIn({ username: 'p1@demo.test', password: plant('password of a call that failed') })
  })
  await times(5, () => signIn(passkey()))
  await times(8, async (n) => {
    const handle = await client.keep('credentials', JSON.stringify({ email: 'p1@demo.test', publicDevice: false }))
    await client.press(accessMailRequested({ requestId: `mail${n}`, kind: 'magicLink', handle }))
    await client.press(
      accessLinkFollowed({
        requestId: `link${n}`,
        link: await link('mailed link'),
        way: n % 2 ? 'magicLink' : 'setup',
      }),
    )
    await signOut()
  })
  await times(8, async (n) => {
    const handle = await client.keep('credentials', JSON.stringify({ email: 'p1@demo.test', publicDevice: false }))
    await client.press(accessMailRequested({ requestId: `coded${n}`, kind: 'magicLink', handle }))
    const told = { email: 'p1@demo.test', code: plant('mailed code'), publicDevice: false }
    await client.press(
      accessCodeSent({ requestId: `code${n}`, handle: await client.keep('credentials', JSON.stringify(told)) }),
    )
    await signOut()
  })
  await times(8, async (n) => {
    client.isBroken = n % 3 === 0
    const password = await client.keep('password', plant('new password'))
    await client.press(accessPasswordChosen({ requestId: `reset${n}`, link: await link('reset link'), password }))
  })
}

async function signUp(): Promise<void> {
  await times(8, async (n) => {
    await client.press(signUpOpened({ progress: PROGRESS, invitation: null, unreadable: false, ended: false }))
    await client.press(signUpAboutSent({ requestId: `about${n}`, about: { ...ABOUT, email: `nora${n}@demo.test` } }))
    const code = await client.keep('code', plant('code of a sign-up'))
    await client.press(signUpCodeSent({ requestId: `signupCode${n}`, code }))
    await client.press(signUpCompanySent({ requestId: `company${n}`, company: COMPANY, password: null }))
  })
  await times(8, async (n) => {
    const invitation = {
      email: 'nora@demo.test',
      inviter_email: 'pat@demo.test',
      inviter_id: 'p1',
      relationship: 'coworker',
      welcome_email: false,
      token: await link('invitation'),
    } as const
    await client.press(signUpOpened({ progress: PROGRESS, invitation, unreadable: false, ended: false }))
    await client.press(signUpAboutSent({ requestId: `invited${n}`, about: ABOUT }))
    const password = await client.keep('password', plant('password of a sign-up'))
    await client.press(signUpCompanySent({ requestId: `joined${n}`, company: COMPANY, password }))
  })
}

/** What only somebody who is signed in comes by. */
async function signedIn(): Promise<void> {
  await signIn({ username: 'p1@demo.test', password: plant('password') }, true)
  await times(6, () => client.clock.advance(30 * MINUTE))
  await times(20, async (n) => {
    await client.facts(releaseDetailReceived({ release: aRelease(`r${n}`) }))
    await client.press(
      playerReleaseChosen({ releaseid: `r${n}`, trackid: `r${n}.a`, itemId: `i${n}`, requestId: `play${n}` }),
    )
  })
  await times(6, async () => {
    await client.security('prove', await client.keep('password', plant('password that proves')))
    await client.security('confirmMerge', await link('merge link'))
    await client.security('confirmSplit', await link('split link'))
    await client.security('addPasskey', { ...passkey(), name: 'Key' } as never)
  })
}

/** The engine of downloads as its own worker runs it; what it reports goes into the log. */
async function downloads(): Promise<void> {
  const world = new World()
  const run = new Run(world)
  const ids = Array.from({ length: 25 }, (_, n) => `d${n}`)
  for (const id of ids) {
    const bytes = wav(2000)
    world.song(`track-${id}`, { bytes } as never)
    world.api.set(`/audio/track-${id}/token`, () => {
      const token = plant('address of a download')
      client.wire.push(token)
      return Response.json({ data: { token } })
    })
  }
  await run.signIn()
  const requests = ids.map((id) => aRequest(id))
  await run.request(...requests)
  await run.advance(5 * MINUTE)
  expect(run.told('download.stored').length + run.told('download.failed').length).toBeGreaterThan(0)
  await client.facts(downloadRequested({ requests }), ...run.facts.map(({ draft }) => draft))
}

/** A server that says back whatever it was told, while somebody tries everything. */
async function saidBack(): Promise<void> {
  const word = (where: string) => canaries.plantWords(`${where}, said back`)
  await times(8, async (n) => {
    client.isHostile = false
    const asked = await client.keep('credentials', JSON.stringify({ email: 'p1@demo.test', publicDevice: false }))
    await client.press(accessMailRequested({ requestId: `asked${n}`, kind: 'magicLink', handle: asked }))
    client.isHostile = true
    await signIn({ username: 'p1@demo.test', password: n % 2 ? word('password') : plant('password, said back') })
    const told = { email: 'p1@demo.test', code: plant('mailed code, said back'), publicDevice: false }
    await client.press(
      accessCodeSent({ requestId: `told${n}`, handle: await client.keep('credentials', JSON.stringify(told)) }),
    )
    await client.press(
      accessLinkFollowed({ requestId: `back${n}`, link: await link('mailed link, said back'), way: 'magicLink' }),
    )
    const password = await client.keep('password', word('new password'))
    await client.press(accessPasswordChosen({ requestId: `again${n}`, link: await link('reset link'), password }))
    await client.press(signUpOpened({ progress: PROGRESS, invitation: null, unreadable: false, ended: false }))
    await client.press(signUpAboutSent({ requestId: `new${n}`, about: ABOUT }))
    await client.press(
      signUpCodeSent({ requestId: `no${n}`, code: await client.keep('code', plant('code, said back')) }),
    )
  })
  client.isHostile = false
}

/** The same of somebody who is signed in. */
async function saidBackSignedIn(): Promise<void> {
  client.isHostile = true
  await times(6, async (n) => {
    await client.security(
      'prove',
      await client.keep('password', canaries.plantWords('password that proves, said back')),
    )
    await client.security('confirmMerge', await link('merge link, said back'))
    await client.press(
      playerReleaseChosen({ releaseid: 'r1', trackid: 'r1.a', itemId: `said${n}`, requestId: `said${n}` }),
    )
  })
  client.isHostile = false
}

async function addresses(): Promise<void> {
  const paths = ['signin', 'authverify', 'resetpwd', 'signup', 'merge', 'split']
  for (const path of paths) await times(2, () => client.visits(`/${path}/${plant(`address /${path}`)}`, ''))
  await times(4, () => client.visits('/login', `?token=${plant('address /login')}&q=a`))
  await times(4, () => client.visits('/releases', `?q=song&access_token=${plant('address of a search')}`))
}

beforeAll(async () => {
  await client.open()
  await waysIn()
  await signUp()
  await addresses()
  await saidBack()
  await signedIn()
  await saidBackSignedIn()
  await downloads()
}, 60_000)

describe('planted secrets', () => {
  it('are two hundred and more, and every one of them went its way', () => {
    expect(canaries.planted.length).toBeGreaterThanOrEqual(200)
    expect(new Set(canaries.planted.map(({ where }) => where)).size).toBeGreaterThan(20)
    expect(canaries.missingFrom(client.wire)).toEqual([])
  })

  it('are in no stored byte', async () => {
    const stored = (await client.stored()).join('\n')
    expect(stored, 'the search reads what was stored').toContain('nora8@demo.test')
    expect(canaries.in(stored)).toEqual([])
  })

  it.each([true, false])('are in no exported byte, with people kept: %s', async (personal) => {
    const exported = (await client.exported({ personal, settings: SETTINGS_DEFAULT })).join('\n')
    for (const type of ['session.started', 'signup.passed', 'player.addressReady', 'download.stored', 'access.refused'])
      expect(exported, `what leads past ${type} is in it`).toContain(type)
    expect(exported.includes('nora8@demo.test')).toBe(personal)
    expect(canaries.in(exported)).toEqual([])
  })

  it('are cut out of what a server says back, and the rest of it is kept', async () => {
    const stored = (await client.stored()).join('\n')
    expect(stored).toContain('REFUSED_AS_NOBODY_FORESAW')
    expect(stored).toMatch(/The password “[^"]*…[^"]*is refused\./)
    expect(client.wire.filter((text) => text.includes('is refused.')).length).toBeGreaterThan(40)
  })

  it('would be found, as they are and in base64', () => {
    const [one] = canaries.planted
    if (!one) throw new Error('none was planted')
    expect(canaries.in(`"path":"/x/${one.secret}"`)).toHaveLength(1)
    for (const before of ['', '{', '{"'])
      expect(canaries.in(Buffer.from(`${before}${one.secret}"}`).toString('base64'))).toHaveLength(1)
  })
})
