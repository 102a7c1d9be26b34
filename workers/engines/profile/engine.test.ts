import { describe, expect, it } from 'vitest'
import '#core/reducers/late.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { changeNoticed } from '#core/events/people/changes.ts'
import { profileMailRequested, profileRequested, profileSaveRequested } from '#core/events/people/profile.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import type { Profile } from '#core/model/people/profile.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { aProfile, Story } from '#tests/support/story.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { createProfileEngine } from './engine.ts'

/** A server that keeps one profile and versions of it, as the real one does. */
function somebody() {
  const story = new Story()
  const server = {
    profile: aProfile(),
    version: 1,
    fails: null as Response | null,
    renewed: 0,
    slow: null as Promise<void> | null,
    slowToSave: null as Promise<void> | null,
  }
  const asked: { method: string; path: string; body: Partial<Profile> | null; version: string | null }[] = []
  const answer = () => Response.json(server.profile, { headers: { ETag: `"v${server.version}"` } })
  const clock = new FakeClock()
  const api = createApi({
    clock,
    session: {
      accessToken: async () => 'access',
      async renew() {
        server.renewed += 1
        return 'access'
      },
    },
    fetch: async (path, init) => {
      const method = init?.method ?? 'GET'
      const version = new Headers(init?.headers).get('If-Match')
      const body = init?.body ? JSON.parse(`${init.body}`) : null
      asked.push({ method, path, body, version })
      if (server.fails) return server.fails.clone()
      if (path.endsWith('/merge') || path.endsWith('/split')) return Response.json({})
      if (method === 'POST') {
        if (version !== null && version !== `"v${server.version}"`)
          return Response.json({ code: 'PROFILE_CHANGED', message: 'No' }, { status: 412 })
        server.profile = { ...server.profile, ...body }
        server.version += 1
      }
      const answered = answer()
      await (method === 'GET' ? server.slow : server.slowToSave)
      return answered
    },
  })
  const told: AppDraft[] = []
  const engine = createProfileEngine({
    api,
    clock,
    jitter: () => 0,
    report(draft) {
      told.push(draft)
      story.happens(draft)
      engine.accept(story.events.at(-1) as AppEvent, story.state)
    },
  })
  return {
    server,
    clock,
    asked,
    told,
    story,
    async does(...drafts: AppDraft[]) {
      for (const draft of drafts) {
        story.happens(draft)
        engine.accept(story.events.at(-1) as AppEvent, story.state)
      }
      for (let at = 0; at < 12; at += 1) await settle()
    },
    types: () => told.map(({ type }) => type),
  }
}
const posts = (asked: ReturnType<typeof somebody>['asked']) => asked.filter(({ method }) => method === 'POST')

/** What is read from now on is answered when the test says so, as it was when it was asked for. */
function slowly({ server }: ReturnType<typeof somebody>): () => void {
  let go = () => {}
  server.slow = new Promise((resolve) => {
    go = resolve
  })
  return () => {
    server.slow = null
    go()
  }
}

describe('reading the profile', () => {
  it('PROFILE-001: tells the whole of it, with its version', async () => {
    const { does, told, story } = somebody()
    await does(profileRequested({}))
    expect(told).toEqual([{ type: 'profile.received', v: 1, payload: { profile: aProfile(), version: '"v1"' } }])
    expect(story.state.get('profile', 'self')).toMatchObject({ status: 'success', profile: aProfile() })
  })

  it('SETTINGS-031: wanted while a read is on its way, it is read once more, and told once', async () => {
    const page = somebody()
    const answers = slowly(page)
    await page.does(profileRequested({}))
    page.server.profile = aProfile({ emails: ['kim@demo.test', 'kim@fjord.demo.test'] })
    await page.does(profileRequested({}), profileRequested({}))
    answers()
    await page.does()
    expect(page.asked).toHaveLength(2)
    expect(page.told).toMatchObject([{ payload: { profile: { emails: ['kim@demo.test', 'kim@fjord.demo.test'] } } }])
    await page.does(profileRequested({}))
    expect(page.asked).toHaveLength(3)
  })

  it('PROFILE-022: a failure is noted in the log, and nobody is told', async () => {
    const { does, server, types, story } = somebody()
    server.fails = Response.json({ code: 'NOT_FOUND', message: 'No' }, { status: 404 })
    await does(profileRequested({}))
    expect(types()).toEqual(['profile.failed'])
    expect(story.state.single('noticeOrder').ids).toEqual([])
  })
})

describe('a read that a save overtakes', () => {
  const noticed = changeNoticed({ domains: ['profile'], shares: [], connected: [], told: false })
  const held = ({ story }: ReturnType<typeof somebody>) => story.state.get('profile', 'self')

  it.each([
    ['the first', profileRequested({})],
    ['one for what others changed', noticed],
  ])('%s, is read again and does not put the old choice back', async (_, wanted) => {
    const page = somebody()
    await page.does(profileRequested({}))
    const answers = slowly(page)
    page.server.version += 1
    await page.does(wanted)
    await page.does(profileSaveRequested({ requestId: 'n1', edits: { format: 'wav' } }))
    expect(held(page)?.profile?.format).toBe('wav')
    answers()
    await page.does()
    expect(held(page)?.profile?.format).toBe('wav')
    expect([held(page)?.version, held(page)?.status]).toEqual(['"v3"', 'success'])
  })

  it('that is answered while the save is on its way is not told', async () => {
    const page = somebody()
    await page.does(profileRequested({}))
    page.told.length = 0
    const answers = slowly(page)
    page.server.version += 1
    await page.does(noticed)
    let saved = () => {}
    page.server.slowToSave = new Promise((resolve) => {
      saved = resolve
    })
    await page.does(profileSaveRequested({ requestId: 'n1', edits: { format: 'wav' } }))
    answers()
    await page.does()
    expect(page.types()).toEqual([])
    saved()
    await page.does()
    expect(page.types()).toEqual(['profile.saved'])
    expect(held(page)?.profile?.format).toBe('wav')
  })
})

describe('saving it', () => {
  it('PROFILE-019: posts the profile as last read with the edits in it, and its version', async () => {
    const { does, asked } = somebody()
    await does(profileRequested({}), profileSaveRequested({ requestId: 'n1', edits: { city: 'Oslo' } }))
    // The read was under way when it was sent: the save reads for itself.
    await does(profileSaveRequested({ requestId: 'n2', edits: { company: 'Fjord FM' } }))
    expect(posts(asked).at(-1)).toMatchObject({
      body: { ...aProfile(), city: 'Oslo', company: 'Fjord FM' },
      version: '"v2"',
    })
  })

  it('PROFILE-019: what another tab changed meanwhile stays, and the edits go on top of it (D-042)', async () => {
    const { does, server, types } = somebody()
    await does(profileRequested({}))
    server.profile = { ...server.profile, phone: '+47 22 33 44 55' }
    server.version += 1
    await does(profileSaveRequested({ requestId: 'n1', edits: { city: 'Oslo' } }))
    expect(server.profile).toMatchObject({ city: 'Oslo', phone: '+47 22 33 44 55' })
    expect(types()).toEqual(['profile.received', 'profile.saved'])
  })

  it('D-042: two saves at once are made one after the other, and neither undoes the other', async () => {
    const { does, server } = somebody()
    await does(
      profileRequested({}),
      profileSaveRequested({ requestId: 'n1', edits: { city: 'Oslo' } }),
      profileSaveRequested({ requestId: 'n2', edits: { title: 'Producer' } }),
    )
    expect(server.profile).toMatchObject({ city: 'Oslo', title: 'Producer' })
  })

  it('D-042: a choice of its own is posted alone', async () => {
    const { does, asked } = somebody()
    await does(profileSaveRequested({ requestId: 'n1', edits: { mailpref: 'daily' } }))
    expect(posts(asked)).toMatchObject([{ body: { mailpref: 'daily' }, version: null }])
    expect(Object.keys(posts(asked)[0]?.body ?? {})).toEqual(['mailpref'])
  })

  it('H-040: mail choices are posted alone, with the version that was read', async () => {
    const { does, asked } = somebody()
    await does(profileRequested({}), profileSaveRequested({ requestId: 'n0', edits: { mailpref: 'none' } }))
    await does(profileSaveRequested({ requestId: 'n1', edits: { mailpref: 'daily' } }))
    await does(profileSaveRequested({ requestId: 'n2', edits: { language: 'de' } }))
    expect(posts(asked).slice(1)).toMatchObject([
      { body: { mailpref: 'daily' }, version: '"v2"' },
      { body: { language: 'de' }, version: '"v3"' },
    ])
    expect(Object.keys(posts(asked)[2]?.body ?? {})).toEqual(['language'])
  })

  it('H-040: where something else was changed meanwhile they are saved on top of it', async () => {
    const { does, server, types, story } = somebody()
    await does(profileRequested({}))
    server.profile = { ...server.profile, phone: '+47 22 33 44 55' }
    server.version += 1
    await does(profileSaveRequested({ requestId: 'n1', edits: { mailpref: 'daily' } }))
    expect(server.profile).toMatchObject({ mailpref: 'daily', phone: '+47 22 33 44 55' })
    expect(types()).toEqual(['profile.received', 'profile.received', 'profile.saved'])
    expect(story.state.get('profile', 'self')?.save?.status).toBe('done')
  })

  it('H-040: where they were themselves, it is told to what, and saving again has what was chosen here', async () => {
    const { does, server, told, story } = somebody()
    await does(profileRequested({}))
    server.profile = { ...server.profile, mailpref: 'track' }
    server.version += 1
    await does(profileSaveRequested({ requestId: 'n1', edits: { mailpref: 'daily' } }))
    expect(server.profile.mailpref).toBe('track')
    expect(told.at(-1)).toMatchObject({
      type: 'profile.refused',
      payload: { requestId: 'n1', code: 'PROFILE_CHANGED' },
    })
    expect(story.state.get('profile', 'self')?.profile?.mailpref).toBe('track')
    await does(profileSaveRequested({ requestId: 'n2', edits: { mailpref: 'daily' } }))
    expect(server.profile.mailpref).toBe('daily')
  })

  it('H-040: where the same was chosen elsewhere, or the answer was lost, it is saved', async () => {
    const { does, server, types } = somebody()
    await does(profileRequested({}))
    server.profile = { ...server.profile, mailpref: 'daily' }
    server.version += 1
    await does(profileSaveRequested({ requestId: 'n1', edits: { mailpref: 'daily' } }))
    expect(types().at(-1)).toBe('profile.saved')
  })

  it('gives up on a profile that is never the one it read', async () => {
    const { does, server, told, asked } = somebody()
    await does(profileRequested({}))
    server.fails = Response.json({ code: 'PROFILE_CHANGED', message: 'No' }, { status: 412 })
    await does(profileSaveRequested({ requestId: 'n1', edits: { city: 'Oslo' } }))
    expect(told.at(-1)).toMatchObject({ type: 'profile.refused', payload: { code: 'PROFILE_CHANGED' } })
    expect(asked.length).toBeLessThan(12)
  })

  it('PROFILE-020: the tokens are renewed after it', async () => {
    const { does, server } = somebody()
    await does(profileSaveRequested({ requestId: 'n1', edits: { firstname: 'Kim' } }))
    expect(server.renewed).toBe(1)
  })

  it('says which fields the server found wrong', async () => {
    const { does, server, told } = somebody()
    server.fails = Response.json(
      { code: 'BAD_REQUEST', message: 'No', fields: { phone: 'Invalid phone number' } },
      { status: 400 },
    )
    await does(profileSaveRequested({ requestId: 'n1', edits: { mailpref: 'daily' } }))
    expect(told).toMatchObject([
      { type: 'profile.refused', payload: { requestId: 'n1', fields: { phone: 'Invalid phone number' } } },
    ])
  })

  it('H-037: is read again after a save without an answer, which may have been made', async () => {
    const { does, server, told, asked, clock } = somebody()
    await does(profileRequested({}))
    server.fails = new Response('', { status: 504 })
    await does(profileSaveRequested({ requestId: 'n1', edits: { city: 'Oslo' } }))
    server.fails = null
    server.profile = { ...server.profile, city: 'Oslo' }
    server.version += 1
    await clock.advance(2000)
    expect(told).toMatchObject([
      { type: 'profile.received' },
      { type: 'profile.refused', payload: { requestId: 'n1' } },
      { type: 'profile.received', payload: { profile: { city: 'Oslo' } } },
    ])
    const calls = asked.length
    server.fails = Response.json({ code: 'BAD_REQUEST', message: 'No' }, { status: 400 })
    await does(profileSaveRequested({ requestId: 'n2', edits: { city: 'Turin' } }))
    expect(asked.slice(calls)).toMatchObject([{ method: 'POST' }])
  })

  it('tells nobody of the person who was signed in before', async () => {
    const { does, told } = somebody()
    await does(profileRequested({}), sessionEnded({ reason: 'signedOut' }))
    expect(told).toEqual([])
  })
})

it.each(['merge', 'split'] as const)('asks for the mail of a %s, and says why none is sent', async (way) => {
  const { does, server, told } = somebody()
  await does(profileMailRequested({ requestId: 'n1', way, email: 'b@demo.test' }))
  server.fails = Response.json({ code: 'EMAIL_IN_USE', message: 'No' }, { status: 409 })
  await does(profileMailRequested({ requestId: 'n2', way, email: 'c@demo.test' }))
  expect(told).toMatchObject([
    { type: 'profile.mailSent', payload: { requestId: 'n1', way } },
    { type: 'profile.mailRefused', payload: { requestId: 'n2', way, code: 'EMAIL_IN_USE' } },
  ])
})

describe('what others changed', () => {
  const noticed = (...domains: ('shares' | 'connections' | 'profile')[]) => changeNoticed({ domains, shares: [], connected: [], told: false }) // biome-ignore format: one line

  it('is read where a profile is held and has moved, and told when it is another one', async () => {
    const { does, told, asked, server } = somebody()
    await does(profileRequested({}))
    server.profile = aProfile({ city: 'Bergen' })
    server.version += 1
    await does(noticed('shares', 'profile'))
    expect(asked).toHaveLength(2)
    expect(told.at(-1)).toMatchObject({ type: 'profile.received', payload: { profile: { city: 'Bergen' } } })
  })

  it.each([
    ['a proxy lost', new Response('', { status: 502 })],
    ['a server that is busy put off', Response.json({ code: 'BUSY', message: 'No' }, { status: 503 })],
  ])('is read again where %s the read', async (_, lost) => {
    const { does, told, server, clock } = somebody()
    await does(profileRequested({}))
    server.profile = aProfile({ city: 'Turin' })
    server.version += 1
    server.fails = lost
    await does(noticed('profile'))
    expect(told).toHaveLength(1)
    server.fails = null
    await clock.advance(2000)
    expect(told.at(-1)).toMatchObject({ type: 'profile.received', payload: { profile: { city: 'Turin' } } })
  })

  it('D-044: is told of where an address alone was linked elsewhere, of which the version says nothing', async () => {
    const { does, told, server } = somebody()
    await does(profileRequested({}))
    server.profile = aProfile({ emails: [...aProfile().emails, 'kim@fjord.demo.test'] })
    await does(noticed('profile'))
    expect(told.at(-1)).toMatchObject({ payload: { profile: server.profile, version: '"v1"' } })
    expect(told).toHaveLength(2)
  })

  it('is told nothing of when it is as it was', async () => {
    const { does, told, asked } = somebody()
    await does(profileRequested({}))
    await does(noticed('profile'))
    expect(asked).toHaveLength(2)
    expect(told).toHaveLength(1)
  })

  it('is not read for anything else that moved, nor where no profile is held', async () => {
    const { does, asked } = somebody()
    await does(noticed('profile'))
    expect(asked).toEqual([])
    await does(profileRequested({}))
    await does(noticed('shares', 'connections'))
    expect(asked).toHaveLength(1)
  })
})
