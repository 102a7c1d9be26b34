import { describe, expect, test } from 'vitest'
import '#core/reducers/late.ts'
import { appHidden, appShown, appWentOffline, appWentOnline } from '#core/events/app.ts'
import type { AppDraft, AppEvent, PayloadOf } from '#core/events/index.ts'
import { sessionEnded, sessionExpired, sessionRefreshed, sessionStarted } from '#core/events/people/session.ts'
import { tagOf, type Versions } from '#core/model/changes.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { Story, someClaims } from '#tests/support/story.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { type ChangesMessage, createChangesEngine } from './engine.ts'

const AT_FIRST: Versions = { shares: 3, connections: 1, profile: 0 }
const SHARE = { shareid: 's4', releaseid: 'r1', title: 'Low Tide', by: 'Pat', message: 'Hear', date: '2026-11-24T10:00:00Z' } // biome-ignore format: one share

/** A server that has these versions, and news for whoever knew others. */
function aServer() {
  const server = {
    versions: AT_FIRST,
    news: { shares: [] as (typeof SHARE)[], connected: [] as { player_id: string; full_name: string }[] },
    asked: [] as (string | null)[],
    refusal: null as (() => Response) | null,
    answer(known: string | null): Response {
      server.asked.push(known)
      if (server.refusal) return server.refusal()
      if (known === tagOf(server.versions)) return new Response(null, { status: 304 })
      const news = known === null ? { shares: [], connected: [] } : server.news
      return Response.json({ ...server.versions, news })
    },
  }
  return server
}

/** Who leads: pages stand in line, and the next one leads when the first lets go. */
function aLock() {
  const waiting: { signal: AbortSignal; lead: () => void }[] = []
  return (_: string, signal: AbortSignal, lead: () => void) => {
    const mine = { signal, lead }
    waiting.push(mine)
    const go = () => waiting[0]?.lead()
    signal.addEventListener('abort', () => {
      const wasFirst = waiting[0] === mine
      waiting.splice(waiting.indexOf(mine), 1)
      if (wasFirst) go()
    })
    if (waiting[0] === mine) lead()
  }
}

function aPage(server: ReturnType<typeof aServer>, leadUntil = aLock(), clock = new FakeClock()) {
  const story = new Story()
  const told: AppDraft[] = []
  const messages: ChangesMessage[] = []
  const api = createApi({
    clock,
    session: { accessToken: async () => 'access', renew: async () => null },
    fetch: async (_, init) => server.answer(new Headers(init?.headers).get('If-None-Match')),
  })
  const engine = createChangesEngine({
    api,
    clock,
    leadUntil,
    report: (draft) => {
      told.push(draft)
      story.happens(draft)
    },
    tell: (message) => messages.push(message),
    jitter: () => 0,
  })
  return {
    clock,
    engine,
    told,
    messages,
    story,
    async happens(...drafts: AppDraft[]) {
      for (const draft of drafts) {
        story.happens(draft)
        engine.accept(story.events.at(-1) as AppEvent, story.state)
      }
      await settle()
    },
    noticed: () => told.map(({ payload }) => payload as PayloadOf<'change.noticed'>),
  }
}

const tokens = { accessToken: 'session:access', refreshToken: 'session:refresh' }
const signedIn = (playerid = 'p1') => sessionStarted({ claims: someClaims(playerid), ...tokens, restored: false })
const TURN_MS = 25_000

/** Signed in, in sight, knows where it stands. */
async function seen(server = aServer(), lock = aLock(), clock = new FakeClock()) {
  const page = aPage(server, lock, clock)
  await page.happens(signedIn())
  return { ...page, server }
}

describe('what others did', () => {
  test('is asked for at once, to know where this page stands, and told to nobody', async () => {
    const page = await seen()
    expect([page.server.asked, page.told]).toEqual([[null], []])
  })

  test('is asked for every 25 s with the validator of the last answer', async () => {
    const { server, clock, told } = await seen()
    await clock.advance(2 * TURN_MS)
    expect([server.asked, told]).toEqual([[null, tagOf(AT_FIRST), tagOf(AT_FIRST)], []])
  })

  test('is told within 25 s, once, with what moved', async () => {
    const { server, clock, noticed } = await seen()
    server.versions = { ...AT_FIRST, shares: 4 }
    server.news.shares = [SHARE]
    await clock.advance(2 * TURN_MS)
    expect(noticed()).toEqual([{ domains: ['shares'], shares: [SHARE], connected: [], told: false }])
    expect(server.asked.at(-1)).toBe(tagOf(server.versions))
  })

  test.each([
    ['out of sight', appHidden({}), appShown({})],
    ['offline', appWentOffline({}), appWentOnline({})],
    ['of a session that is over', sessionExpired({}), signedIn()],
    [
      'of a session that waits for a token',
      sessionExpired({}),
      sessionRefreshed({ claims: someClaims('p1'), ...tokens }),
    ],
  ])('is not asked for while the page is %s, and at once when it is back', async (_, away, back) => {
    const page = await seen()
    await page.happens(away)
    await page.clock.advance(10 * TURN_MS)
    expect(page.server.asked).toHaveLength(1)
    await page.happens(back)
    await page.clock.advance(0)
    expect(page.server.asked).toHaveLength(2)
  })

  test('is asked for within 25 s also when the clock was put back by an hour while the page was out of sight', async () => {
    const page = await seen()
    await page.happens(appHidden({}))
    page.clock.putBack(3_600_000)
    await page.happens(appShown({}))
    await page.clock.advance(TURN_MS)
    expect(page.server.asked).toHaveLength(2)
  })

  test('is nobody’s once the session ended, also what is on its way', async () => {
    const page = await seen()
    page.server.versions = { ...AT_FIRST, profile: 1 }
    const ending = page.clock.advance(TURN_MS)
    page.story.happens(sessionEnded({ reason: 'signedOut' }))
    page.engine.accept(page.story.events.at(-1) as AppEvent, page.story.state)
    await ending
    await page.clock.advance(10 * TURN_MS)
    expect([page.server.asked.length, page.told]).toEqual([1, []])
  })

  test('of the next who signs in begins anew', async () => {
    const page = await seen()
    await page.happens(sessionEnded({ reason: 'signedOut' }), signedIn('p2'))
    expect(page.server.asked).toEqual([null, null])
  })

  test('is asked for less and less often while nobody answers, and then as before', async () => {
    const { server, clock } = await seen()
    server.refusal = () => Response.json({ code: 'UNAVAILABLE', message: 'No' }, { status: 503 })
    await clock.advance(25_000 + 25_000 + 50_000)
    expect(server.asked).toHaveLength(4)
    server.refusal = null
    await clock.advance(100_000 + 25_000)
    expect(server.asked).toHaveLength(6)
  })

  test('waits as long as the server asks for', async () => {
    const { server, clock } = await seen()
    server.refusal = () =>
      Response.json({ code: 'BUSY', message: 'No' }, { status: 503, headers: { 'Retry-After': '120' } })
    await clock.advance(TURN_MS + 119_000)
    expect(server.asked).toHaveLength(2)
    await clock.advance(1000)
    expect(server.asked).toHaveLength(3)
  })

  test.each([404, 405, 501])('is asked of a server that does not have the call once (%d)', async (status) => {
    const server = aServer()
    server.refusal = () => Response.json({ code: 'NOT_FOUND', message: 'No' }, { status })
    const page = await seen(server)
    await page.clock.advance(20 * TURN_MS)
    await page.happens(appHidden({}), appShown({}))
    expect(server.asked).toHaveLength(1)
  })

  test.each([404, 405, 501])('H-600: is asked on of one that answered before, later and later (%d)', async (status) => {
    const { server, clock, noticed } = await seen()
    server.refusal = () => Response.json({ code: 'NOT_FOUND', message: 'No' }, { status })
    await clock.advance(4 * TURN_MS)
    expect(server.asked).toHaveLength(4)
    server.refusal = null
    server.versions = { ...AT_FIRST, shares: 4 }
    await clock.advance(4 * TURN_MS)
    expect(noticed()).toMatchObject([{ domains: ['shares'] }])
  })

  test('H-600: is asked on where a page of a proxy came first', async () => {
    const server = aServer()
    server.refusal = () => new Response('404 page not found', { status: 404 })
    const { clock } = await seen(server)
    server.refusal = null
    await clock.advance(2 * TURN_MS)
    expect(server.asked.slice(0, 3)).toEqual([null, null, tagOf(AT_FIRST)])
  })
})

describe('of several pages in sight', () => {
  async function two() {
    const [server, lock, clock] = [aServer(), aLock(), new FakeClock()]
    const [one, other] = [await seen(server, lock, clock), await seen(server, lock, clock)]
    return { server, clock, one, other }
  }

  test('one asks in turn', async () => {
    const { server, clock } = await two()
    await clock.advance(4 * TURN_MS)
    expect(server.asked).toHaveLength(2 + 4)
  })

  test('the others hear what it learned, as what was told already', async () => {
    const { server, clock, one, other } = await two()
    server.versions = { ...AT_FIRST, connections: 2 }
    server.news.connected = [{ player_id: 'p2', full_name: 'Pat Moss' }]
    await clock.advance(TURN_MS)
    for (const message of one.messages) other.engine.hear(structuredClone(message))
    expect(other.noticed()).toEqual([{ ...one.noticed()[0], told: true }])
  })

  test('the next asks when the first is no longer in sight, and knows what it heard', async () => {
    const { server, clock, one, other } = await two()
    server.versions = { ...AT_FIRST, shares: 4 }
    server.news.shares = [SHARE]
    await clock.advance(TURN_MS)
    for (const message of one.messages) other.engine.hear(message)
    await one.happens(appHidden({}))
    const before = server.asked.length
    await clock.advance(2 * TURN_MS)
    expect(server.asked.slice(before)).not.toContain(tagOf(AT_FIRST))
    expect([server.asked.length > before, other.told.length]).toEqual([true, 1])
  })

  /** One asks in turn; of the other this is all that is known. */
  async function follower(server = aServer()) {
    const clock = new FakeClock()
    const page = aPage(server, () => {}, clock)
    await page.happens(signedIn())
    return { ...page, server }
  }
  const message = (before: Versions, now: Versions): ChangesMessage => {
    return { playerid: 'p1', before, changes: { ...now, news: { shares: [SHARE], connected: [] } } }
  }
  const [FOUR, FIVE] = [4, 5].map((shares) => ({ ...AT_FIRST, shares })) as [Versions, Versions]

  test('one whose first question failed hears what another learned, and all that follows', async () => {
    const server = aServer()
    server.refusal = () => Response.json({ code: 'UNAVAILABLE', message: 'No' }, { status: 503 })
    const { engine, noticed, clock } = await follower(server)
    engine.hear(message(AT_FIRST, FOUR))
    engine.hear(message(FOUR, FIVE))
    await clock.advance(4 * TURN_MS)
    expect(noticed()).toEqual([
      { domains: ['shares'], shares: [SHARE], connected: [], told: true },
      { domains: ['shares'], shares: [SHARE], connected: [], told: true },
    ])
    expect(server.asked).toHaveLength(1)
  })

  test('one that missed what another learned asks for it once, not before its turn, and tells nobody again', async () => {
    const { engine, noticed, clock, server, messages } = await follower()
    server.versions = FIVE
    server.news.shares = [SHARE]
    engine.hear(message(FOUR, FIVE))
    engine.hear(message(FOUR, FIVE))
    await clock.advance(TURN_MS - 1)
    expect(server.asked).toEqual([null])
    await clock.advance(10 * TURN_MS)
    expect(server.asked).toEqual([null, tagOf(AT_FIRST)])
    expect(noticed()).toEqual([{ domains: ['shares'], shares: [SHARE], connected: [], told: true }])
    expect(messages).toEqual([])
  })

  test('one whose asking for it failed asks again, later', async () => {
    const { engine, noticed, clock, server } = await follower()
    server.versions = FIVE
    server.news.shares = [SHARE]
    engine.hear(message(FOUR, FIVE))
    server.refusal = () => Response.json({ code: 'UNAVAILABLE', message: 'No' }, { status: 503 })
    await clock.advance(2 * TURN_MS)
    expect([server.asked.length > 1, noticed()]).toEqual([true, []])
    server.refusal = null
    await clock.advance(10 * TURN_MS)
    expect(noticed()).toHaveLength(1)
    const { length } = server.asked
    await clock.advance(10 * TURN_MS)
    expect(server.asked).toHaveLength(length)
  })

  test('one that asked for what it missed and learned still newer things asks no more', async () => {
    const { engine, noticed, clock, server } = await follower()
    server.versions = { ...FIVE, connections: 2 }
    server.news.shares = [SHARE]
    engine.hear(message(FOUR, FIVE))
    await clock.advance(10 * TURN_MS)
    expect([server.asked, noticed().length]).toEqual([[null, tagOf(AT_FIRST)], 1])
  })

  test('one that missed it out of sight asks when it is back', async () => {
    const { engine, happens, noticed, clock, server } = await follower()
    await happens(appHidden({}))
    server.versions = FIVE
    engine.hear(message(FOUR, FIVE))
    await clock.advance(10 * TURN_MS)
    expect(server.asked).toHaveLength(1)
    await happens(appShown({}))
    await clock.advance(0)
    expect([server.asked.length, noticed().length]).toEqual([2, 1])
  })

  test('one that knows already what is told does not ask', async () => {
    const { engine, clock, server, told } = await follower()
    engine.hear(message({ ...AT_FIRST, shares: 2 }, AT_FIRST))
    await clock.advance(10 * TURN_MS)
    expect([server.asked, told]).toEqual([[null], []])
  })

  test('a message for somebody else, of other versions, or that is none, is passed over', async () => {
    const { other } = await two()
    const changes = { ...AT_FIRST, shares: 9, news: { shares: [], connected: [] } }
    other.engine.hear({ playerid: 'p2', before: AT_FIRST, changes })
    other.engine.hear({ playerid: 'p1', before: { ...AT_FIRST, shares: 2 }, changes })
    other.engine.hear({ playerid: 'p1' })
    other.engine.hear(null)
    expect(other.told).toEqual([])
  })
})
