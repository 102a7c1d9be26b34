import { describe, expect, test } from 'vitest'
import type { Segment } from '#core/contracts/log.ts'
import type { FromState } from '#core/contracts/state.ts'
import { appClockPutBack, appOpened, appWentOffline } from '#core/events/app.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { libraryMarkAnswered, libraryMarksRequested } from '#core/events/library.ts'
import { sessionAbsent, sessionEnded, sessionStarted } from '#core/events/people/session.ts'
import { playerReleaseChosen, playerToggled, playerVolumeChanged } from '#core/events/player.ts'
import { playlistCreateRequested } from '#core/events/playlists.ts'
import { queueReleaseAdded } from '#core/events/queue.ts'
import { releaseDetailReceived, releaseListOpened, releasePageReceived } from '#core/events/releases.ts'
import { encodeEvents } from '#core/log/codec.ts'
import { Order } from '#core/log/order.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import { PLAYLIST_TRACKS_MAX } from '#core/model/playlists/playlist.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { aCard, aRelease, someClaims } from '#tests/support/story.ts'
import type { Engine } from '../engine.ts'
import { createHost, type Host } from './host.ts'
import type { LogPort } from './logWriter.ts'

const page = { build: '1', language: 'en', width: 1, height: 1, online: true }
const volume = (value: number) => playerVolumeChanged({ volume: value })
const began = sessionStarted({ claims: someClaims(), accessToken: 'a', refreshToken: 'r', restored: false })
const ended = sessionEnded({ reason: 'signedOut' })

function setUp(engines: readonly Engine[] = [], log: Partial<LogPort> = {}, order?: () => Order, chunk?: number) {
  const clock = new FakeClock()
  const batches: FromState[] = []
  const events: AppEvent[] = []
  const segments: Segment[] = []
  const calls: string[] = []
  const refused: Error[] = []
  let minted = 0
  const host: Host = createHost({
    clock,
    mint: () => `log-${++minted}`,
    engines: [{ accept: (event) => void events.push(event) }, ...engines],
    log: {
      open: async ({ logId }) => {
        calls.push(`open ${logId}`)
        return 'opfs'
      },
      append: async (segment) => {
        segments.push(segment)
        calls.push(`append ${segment.first}+${segment.count}`)
        return 'stored'
      },
      rebase: async () => void calls.push('rebase'),
      own: async (playerId) => void calls.push(`own ${playerId}`),
      forget: async () => void calls.push('forget'),
      close: async () => void calls.push('close'),
      ...log,
    },
    send: (batch) => void batches.push(batch),
    refused: (error) => void refused.push(error),
    ...(order ? { order } : {}),
    ...(chunk ? { chunk } : {}),
  })
  let wish = 0
  return {
    clock,
    host,
    batches,
    events,
    segments,
    calls,
    refused,
    open: () => host.open(appOpened({ startedAt: clock.now(), ...page })),
    press: (draft: AppDraft) => host.hear([{ wish: ++wish, at: clock.now(), source: 'person', draft }]),
    report: (...drafts: AppDraft[]) => host.facts(drafts.map((draft) => ({ draft, source: 'session', cause: null }))),
    types: () => events.map((event) => event.type),
  }
}

const kinds = (batch: FromState | undefined) => batch?.changes.map((change) => change.kind)

describe('flush', () => {
  test('a wish is answered at the end of its own message', async () => {
    const { open, press, batches } = setUp()
    await open()
    press(volume(3))
    expect(batches).toHaveLength(2)
    expect(batches[1]).toMatchObject({ ack: 1, fresh: false })
    expect(kinds(batches[1])).toContain('player')
  })
  test('a fact of the page that changes something is answered, one that changes nothing is not', async () => {
    const { open, host, batches, clock, events } = setUp()
    await open()
    const told = (wish: number, draft: AppDraft) => host.hear([{ wish, at: clock.now(), source: 'platform', draft }])
    told(1, appWentOffline({}))
    expect(batches).toHaveLength(2)
    await clock.advance(1000)
    told(2, appWentOffline({}))
    await clock.advance(1000)
    expect(events.at(-1)?.seq).toBe(3)
    expect(batches).toHaveLength(2)
  })
  test('facts that waited for each other in the page are logged at once, one that came alone waits for company', async () => {
    const { open, host, segments, clock } = setUp()
    await open()
    await clock.advance(200)
    const fact = (wish: number) => ({ wish, at: 0, source: 'platform', draft: appWentOffline({}) }) as const
    host.hear([fact(1), fact(2)])
    await clock.advance(0)
    expect(segments.at(-1)?.count).toBe(2)
    host.hear([fact(3)])
    await clock.advance(99)
    expect(segments.at(-1)?.count).toBe(2)
    await clock.advance(1)
    expect(segments.at(-1)?.count).toBe(1)
  })
  test('a wish is answered though it changes nothing, and so is what is refused: both may have been echoed', async () => {
    const { open, press, host, batches, clock } = setUp()
    await open()
    press(playerToggled({}))
    expect(batches.at(-1)).toEqual({ ack: 1, fresh: false, changes: [], heard: [] })
    await clock.advance(1000)
    host.hear([{ wish: 2, at: 0, source: 'person', draft: { type: 'none' } as unknown as AppDraft }])
    expect(batches.at(-1)).toEqual({ ack: 2, fresh: false, changes: [], heard: [] })
  })
  test('a request that is refused has failed, for whoever waits for its answer', async () => {
    const { open, press, batches, refused } = setUp()
    await open()
    const tracks = Array.from({ length: PLAYLIST_TRACKS_MAX + 1 }, (_, n) => `r1.${n}`)
    press(playlistCreateRequested({ requestId: 'many', name: 'Many', desc: '', tracks, releases: [] }))
    expect(refused).toHaveLength(1)
    expect(batches.at(-1)).toMatchObject({
      ack: 1,
      changes: [{ kind: 'playlistRequest', id: 'many', entity: { kind: 'create', status: 'failed', code: 'REFUSED' } }],
    })
  })
  test('of many messages in a row the first is answered at once, the rest together 16 ms after the second', async () => {
    const { open, press, batches, clock } = setUp()
    await open()
    for (let value = 1; value <= 20; value++) press(volume(value))
    expect(batches.map(({ ack }) => ack)).toEqual([0, 1])
    await clock.advance(15)
    expect(batches).toHaveLength(2)
    await clock.advance(1)
    expect(batches.map(({ ack }) => ack)).toEqual([0, 1, 20])
    await clock.advance(100)
    press(volume(3))
    expect(batches.map(({ ack }) => ack)).toEqual([0, 1, 20, 21])
  })
  test('facts gather for 16 ms and no longer', async () => {
    const { open, report, batches, clock } = setUp()
    await open()
    report(volume(3))
    await clock.advance(10)
    report(sessionAbsent({}))
    await clock.advance(5)
    expect(batches).toHaveLength(1)
    await clock.advance(1)
    expect(batches).toHaveLength(2)
    expect(kinds(batches[1])).toEqual(expect.arrayContaining(['player', 'session']))
  })
  test('what happens long after a batch of many waits no longer than after one of few', async () => {
    const { open, report, batches, clock } = setUp([], {}, undefined, 10)
    await open()
    report(...Array.from({ length: 30 }, (_, n) => releaseDetailReceived({ release: aRelease(`s${n}`) })))
    await clock.advance(1000)
    const before = batches.length
    report(releaseDetailReceived({ release: aRelease('late') }))
    await clock.advance(16)
    expect(batches).toHaveLength(before + 1)
  })
  test('a wish takes the facts that wait along', async () => {
    const { open, report, press, batches, clock } = setUp()
    await open()
    report(sessionAbsent({}))
    press(volume(3))
    expect(kinds(batches[1])).toEqual(expect.arrayContaining(['player', 'session']))
    await clock.advance(100)
    expect(batches).toHaveLength(2)
  })
  test('a state hash that is read in between takes nothing out of a batch', async () => {
    const { open, report, host, batches, clock } = setUp()
    await open()
    report(volume(3))
    host.hash()
    await host.flush()
    await clock.advance(16)
    expect(kinds(batches[1])).toContain('player')
  })
  test('the first batch holds the whole state', async () => {
    const { open, batches } = setUp()
    await open()
    expect(batches[0]?.fresh).toBe(true)
    expect(kinds(batches[0])).toEqual(expect.arrayContaining(['app', 'session', 'player', 'queue', 'setting']))
  })
  test('few entities travel as objects, many as text, at most 500 in a message', async () => {
    const { open, report, batches, clock } = setUp()
    await open()
    report(releaseDetailReceived({ release: aRelease('r1') }))
    await clock.advance(16)
    expect(batches[1]?.changes[0]).toHaveProperty('entity')
    report(releaseListOpened({ queryId: 'q' }))
    await clock.advance(16)
    const releases = Array.from({ length: 598 }, (_, n) => aCard(`s${n}`))
    report(releasePageReceived({ queryId: 'q', round: 1, page: 1, total: 598, releases }))
    await clock.advance(16)
    // The releases, their page and its list.
    expect(batches.slice(3).map((batch) => [batch.changes.length, batch.more ?? false])).toEqual([
      [500, true],
      [100, false],
    ])
    expect(batches[3]?.changes[0]).toHaveProperty('text')
  })
  test('what changes again and again while a batch goes out in parts does not keep it from ending', async () => {
    const { open, report, batches, clock } = setUp([], {}, undefined, 40)
    await open()
    const all = Array.from({ length: 100 }, (_, n) => releaseDetailReceived({ release: aRelease(`s${n}`) }))
    let left = 12
    const flood = () => {
      report(...all)
      if (--left > 0) clock.setTimer(flood, 0)
    }
    report(...all)
    clock.setTimer(flood, 16)
    await clock.advance(16)
    expect(batches.slice(1, 4).map(({ more }) => more ?? false)).toEqual([true, true, false])
  })
  test('ARCHIVE-002: of a row of marks that move many pages each page goes out at most every 100 ms, what is heard at once', async () => {
    const { open, report, press, batches, clock } = setUp([], {}, undefined, 10)
    await open()
    const total = 20 * PAGE_SIZE
    const ids = Array.from({ length: total }, (_, n) => `r${n}`)
    const page = (at: number) => ids.slice(at * PAGE_SIZE, (at + 1) * PAGE_SIZE).map((id) => aCard(id))
    const received = (at: number) =>
      releasePageReceived({ queryId: 'q', round: 1, edition: 0, page: at + 1, total, releases: page(at) })
    report(releaseListOpened({ queryId: 'q' }), ...Array.from({ length: 20 }, (_, at) => received(at)))
    const marked = ids.slice(0, 40)
    const changes = marked.map((releaseid) => ({ releaseid, trackid: null, marks: ['archived' as const] }))
    press(libraryMarksRequested({ requestId: 'w', changes }))
    await clock.advance(200)
    const before = batches.length
    const sent = () => batches.slice(before).flatMap((batch) => batch.changes.filter(({ id }) => id === 'q#20')).length
    for (const releaseid of marked) {
      report(libraryMarkAnswered({ requestId: 'w', releaseid, trackid: null, mark: 'archived' }))
      await clock.advance(10)
    }
    expect(sent()).toBeLessThanOrEqual(5)
    await clock.advance(100)
    expect(sent()).toBeGreaterThan(1)
    report(libraryMarkAnswered({ requestId: 'w', releaseid: 'r0', trackid: null, mark: 'archived' }), began)
    await clock.advance(16)
    expect(batches.at(-1)?.heard).toHaveLength(1)
  })
  test('QUEUE-010: of releases that come one by one into a long queue the queue goes out at most every 100 ms', async () => {
    const { open, report, batches, clock } = setUp([], {}, undefined, 30)
    await open()
    const ids = Array.from({ length: 40 }, (_, n) => `r${n}`)
    report(...ids.map((releaseid) => queueReleaseAdded({ releaseid, itemId: `i.${releaseid}`, place: 'bottom' })))
    await clock.advance(200)
    // Nothing is behind a batch of many any more.
    report(volume(3))
    await clock.advance(200)
    const before = batches.length
    const sent = (kind: string) => batches.slice(before).filter((batch) => kinds(batch)?.includes(kind as never)).length
    const comes = (releaseid: string) => report(releaseDetailReceived({ release: aRelease(releaseid) }))
    for (const releaseid of ids.slice(0, 30)) {
      comes(releaseid)
      await clock.advance(20)
    }
    expect(sent('queuePending')).toBeGreaterThan(3)
    expect(sent('queuePending')).toBeLessThanOrEqual(6)
    // Few wait, but what they stand behind is long.
    for (const releaseid of ids.slice(30)) {
      comes(releaseid)
      await clock.advance(20)
    }
    await clock.advance(100)
    expect(sent('queue')).toBeLessThanOrEqual(9)
    expect(sent('queue')).toBe(sent('queuePending'))
  })
  test('nothing else waits for a long queue: what plays and what is shown comes as soon as ever', async () => {
    const { open, report, press, batches, clock } = setUp([], {}, undefined, 30)
    await open()
    const ids = Array.from({ length: 40 }, (_, n) => `r${n}`)
    report(...ids.map((releaseid) => queueReleaseAdded({ releaseid, itemId: `i.${releaseid}`, place: 'bottom' })))
    await clock.advance(200)
    // Nothing is behind a batch of many any more.
    report(volume(3))
    await clock.advance(200)
    const ofAll = batches.length
    report(releaseDetailReceived({ release: aRelease('r0') }))
    report(releaseListOpened({ queryId: 'q' }))
    await clock.advance(16)
    expect(batches).toHaveLength(ofAll + 1)
    press(playerReleaseChosen({ releaseid: 'p1', trackid: null, itemId: 'i.p1', requestId: 'q1' }))
    await clock.advance(200)
    const ofChosen = batches.length
    report(releaseDetailReceived({ release: aRelease('p1') }))
    await clock.advance(16)
    expect(batches).toHaveLength(ofChosen + 1)
    expect(kinds(batches.at(-1))).toContain('player')
  })
  test('facts the main thread listens to are told with the last part, wishes are not told again', async () => {
    const { open, press, report, batches, clock } = setUp()
    await open()
    press(playerToggled({}))
    expect(batches[1]?.heard).toEqual([])
    report(began, ...Array.from({ length: 600 }, (_, n) => releaseDetailReceived({ release: aRelease(`s${n}`) })))
    await clock.advance(16)
    expect(batches.slice(2).map((batch) => batch.heard.map((event) => event.type))).toEqual([[], ['session.started']])
  })
})

describe('order', () => {
  test('what an engine answers at once comes after the event it answers', async () => {
    const box: { host?: Host } = {}
    const eager: Engine = {
      accept(event) {
        if (event.type === 'player.volumeChanged' && event.payload.volume === 1)
          box.host?.facts([{ draft: volume(2), source: 'player', cause: event.seq }])
      },
    }
    const { open, press, events, host } = setUp([eager])
    box.host = host
    await open()
    press(volume(1))
    expect(events.map(({ seq, type, cause }) => [seq, type, cause])).toEqual([
      [1, 'app.opened', null],
      [2, 'player.volumeChanged', null],
      [3, 'player.volumeChanged', 2],
    ])
  })
  test('an engine that asks for it sees what an event takes away', async () => {
    const seen: unknown[] = []
    const look = (when: string, event: AppEvent, state: ReadonlyStore) =>
      event.type === 'session.ended' ? seen.push([when, state.single('session').status]) : 0
    const engine: Engine = {
      before: (event, state) => void look('before', event, state),
      accept: (event, state) => void look('after', event, state),
    }
    const { open, report } = setUp([engine])
    await open()
    report(began, ended)
    expect(seen).toEqual([
      ['before', 'signedIn'],
      ['after', 'signedOut'],
    ])
  })
  test('a fact that is no event is left out and the others are not', async () => {
    const { open, report, host, refused, types } = setUp()
    await open()
    host.facts([{ draft: { type: 'player.exploded' } as never, source: 'player', cause: null }])
    report({ ...volume(1), payload: { volume: 1.5 } }, volume(2))
    expect(types()).toEqual(['app.opened', 'player.volumeChanged'])
    expect(refused.map((error) => error.message)).toEqual([
      'not an event: type, v and payload are needed',
      expect.stringContaining('player.volumeChanged: volume'),
    ])
  })
})

describe('time', () => {
  const wishes = (host: Host, ...ats: number[]) =>
    host.hear(ats.map((at, wish) => ({ wish, at, source: 'person', draft: volume(wish) })))

  test('goes on when the clock of the device is put back by an hour', async () => {
    const { open, host, clock, events, report } = setUp()
    await clock.advance(10_000_000)
    await open()
    await clock.advance(1000)
    report(volume(1))
    clock.putBack(3_600_000)
    report(volume(2))
    await clock.advance(500)
    report(volume(3))
    // One was read before the clock was put back, and one behind.
    wishes(host, clock.now() + 3_600_000 - 400, clock.now() - 100)
    expect(events.map(({ t }) => t)).toEqual([0, 1000, 1000, 1000, 1500, 1500, 1500])
    report(began, ended)
    await clock.advance(200)
    report(volume(4))
    expect(events.slice(-3).map(({ type, t }) => [type, t])).toEqual([
      ['app.opened', 0],
      ['session.absent', 0],
      ['player.volumeChanged', 200],
    ])
  })
})

describe('a clock that is put back', () => {
  const told = (events: readonly AppEvent[]) => events.filter(({ type }) => type === 'app.clockPutBack')

  test('is told once, before what happens next, and the state knows the time of day again', async () => {
    let timeOfDay = 0
    const looks: Engine = {
      accept({ t }, state) {
        timeOfDay = state.single('app').startedAt + t
      },
    }
    const { open, clock, events, report, types } = setUp([looks])
    await open()
    await clock.advance(10_000)
    report(volume(1))
    clock.putBack(3_600_000)
    report(volume(2), volume(3))
    expect(types().slice(-4)).toEqual([
      'player.volumeChanged',
      'app.clockPutBack',
      ...Array(2).fill('player.volumeChanged'),
    ])
    expect(told(events)).toMatchObject([{ ...appClockPutBack({ byMs: 3_600_000 }), source: 'platform' }])
    expect(timeOfDay).toBe(clock.now())
    // The log of the next session begins by the clock as it goes by then.
    report(began, ended)
    await clock.advance(1000)
    report(volume(4))
    expect([told(events).length, timeOfDay]).toEqual([1, clock.now()])
  })

  test('by less than a second is let be', async () => {
    const { open, clock, events, report } = setUp()
    await open()
    clock.putBack(900)
    report(volume(1))
    expect(told(events)).toEqual([])
  })

  test('keeps no answer waiting', async () => {
    const { open, clock, press, batches } = setUp()
    await open()
    press(volume(1))
    clock.putBack(3_600_000)
    await clock.advance(100)
    press(volume(2))
    await clock.advance(100)
    press(volume(3))
    expect(batches.map(({ ack }) => ack)).toEqual([0, 1, 2, 3])
  })
})

describe('the end of a session', () => {
  test('closes its log after its last event, and another one begins with app.opened', async () => {
    const { open, report, host, calls, segments, types } = setUp()
    await open()
    report(began)
    report(ended)
    await host.flush()
    expect(calls).toEqual(['open log-1', 'own p1', 'append 1+3', 'close', 'open log-2', 'append 1+2'])
    expect(types()).toEqual(['app.opened', 'session.started', 'session.ended', 'app.opened', 'session.absent'])
    expect(segments[0]?.lines.at(-1)).toContain('session.ended')
  })
  test('each log ends with the state hash of its own events', async () => {
    const { open, report, host, events, segments } = setUp()
    await open()
    report(began, volume(9), ended)
    await host.flush()
    const first = new Order()
    const second = new Order()
    for (const event of events.slice(0, 4)) first.replay(event)
    for (const event of events.slice(4)) second.replay(event)
    expect(segments.map((segment) => segment.state)).toEqual([first.hash(), second.hash()])
    expect(host.hash()).toEqual({ seq: 2, state: second.hash() })
    expect(segments[1]?.lines).toEqual(encodeEvents(events.slice(4)))
  })
  test('what came in the same message or as an answer stands behind the new beginning', async () => {
    const box: { host?: Host } = {}
    const eager: Engine = {
      accept(event) {
        if (event.type === 'session.ended') box.host?.facts([{ draft: volume(4), source: 'player', cause: event.seq }])
      },
    }
    const { open, report, types, events, host } = setUp([eager])
    box.host = host
    await open()
    report(began, ended, volume(7))
    expect(types().slice(2)).toEqual([
      'session.ended',
      'app.opened',
      'session.absent',
      'player.volumeChanged',
      'player.volumeChanged',
    ])
    expect(events.slice(3).map((event) => event.seq)).toEqual([1, 2, 3, 4])
    // Its cause stands in the log before.
    expect(events.at(-2)?.cause).toBeNull()
  })
  test('is sent as a state that began anew', async () => {
    const { open, report, batches, clock } = setUp()
    await open()
    report(began, ended)
    await clock.advance(16)
    expect(batches[1]).toMatchObject({ fresh: true })
    expect(batches[1]?.heard.map((event) => event.type)).toEqual(['session.started', 'session.ended', 'session.absent'])
  })
  test.each(['p1', 'p2'])(
    'H-483: and the session of %s, which begins in the same message, as a message of its own',
    async (playerid) => {
      const { open, report, batches, clock } = setUp()
      await open()
      report(began)
      await clock.advance(16)
      report(ended, sessionStarted({ ...began.payload, claims: someClaims(playerid) }))
      await clock.advance(16)
      const shown = ({ changes }: FromState): unknown => {
        const change = changes.findLast(({ kind }) => kind === 'session')
        return change && 'text' in change ? JSON.parse(change.text) : change && 'entity' in change && change.entity
      }
      expect(batches.slice(1).map(shown)).toMatchObject([
        { status: 'signedIn' },
        { status: 'signedOut' },
        { status: 'signedIn', claims: { playerid } },
      ])
      expect(batches.slice(2).map(({ heard }) => heard.map((event) => event.type))).toEqual([
        ['session.ended', 'session.absent'],
        ['session.started'],
      ])
      expect(batches.map((batch) => batch.fresh)).toEqual([true, false, true, false])
    },
  )
})

describe('a log that cannot be kept', () => {
  test('is said, and shown', async () => {
    const { open, clock, batches, types } = setUp([], { append: async () => 'quota' })
    await open()
    await clock.advance(250)
    await clock.advance(16)
    expect(types()).toContain('app.logLost')
    expect(batches.at(-1)?.changes).toContainEqual({
      kind: 'app',
      id: 'self',
      entity: expect.objectContaining({ logLost: 'quota' }),
    })
    await settle()
  })
})

describe('an event at which something throws', () => {
  class Throwing extends Order {
    override apply(event: AppEvent): void {
      if (event.type === 'player.volumeChanged' && event.payload.volume === 7) throw new TypeError('no such volume')
      super.apply(event)
    }
  }
  const engine: Engine = {
    accept(event) {
      if (event.type === 'player.volumeChanged' && event.payload.volume === 7) throw new TypeError('no such volume')
    },
  }

  test.each<[string, readonly Engine[], (() => Order) | undefined]>([
    ['a reducer', [], () => new Throwing()],
    ['an engine', [engine], undefined],
  ])('lies in the log with all before it when %s threw, for the worker is given up', async (_, engines, order) => {
    const { open, press, segments } = setUp(engines, {}, order)
    await open()
    press(volume(3))
    expect(() => press(volume(7))).toThrow('no such volume')
    await settle()
    expect(segments.flatMap(({ lines }) => lines).map((line) => JSON.parse(line))).toEqual([
      ['app.opened', 0, 'platform', 0, expect.anything()],
      ['player.volumeChanged', 0, 'person', 0, { volume: 3 }],
      ['player.volumeChanged', 0, 'person', 0, { volume: 7 }],
    ])
  })

  test.each<[string, readonly Engine[], (() => Order) | undefined]>([
    ['a reducer', [], () => new Throwing()],
    ['an engine', [engine], undefined],
  ])(
    'H-410: is no failed call to who reported it when %s threw: it is thrown on in a task, and nothing is heard or told any more',
    async (_, engines, order) => {
      const { open, press, report, batches, segments, types, clock } = setUp(engines, {}, order)
      await open()
      report(volume(3))
      report(volume(7))
      const before = [types().length, batches.length]
      report(volume(8))
      press(volume(9))
      await expect(clock.advance(0)).rejects.toThrow('no such volume')
      await clock.advance(1000)
      expect([types().length, batches.length]).toEqual(before)
      const volumes = segments.flatMap(({ lines }) => lines).map((line) => JSON.parse(line)[4].volume)
      expect(volumes).toEqual([undefined, 3, 7])
    },
  )

  test('may be the one that fills a segment, whose state hash is that of its last event otherwise', async () => {
    const { open, press, segments, host, events } = setUp()
    await open()
    for (let nth = 0; nth < 255; nth++) press(volume(nth % 100))
    await host.flush()
    const order = new Order()
    for (const event of events) order.replay(event)
    expect(segments.map(({ count, state }) => [count, state])).toEqual([[256, order.hash()]])
  })
})
