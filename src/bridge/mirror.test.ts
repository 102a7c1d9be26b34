// The mirror against the real host of the state worker, with messages that wait in line both ways.
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { FromState, Sent } from '#core/contracts/state.ts'
import { appOpened } from '#core/events/app.ts'
import { type AppDraft, type AppEvent, catalogue, type EventType } from '#core/events/index.ts'
import { libraryMarkAnswered, libraryMarksRequested } from '#core/events/library.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import { playerMuteToggled, playerVolumeChanged } from '#core/events/player.ts'
import {
  releaseListOpened,
  releaseListRefreshed,
  releasePageReceived,
  releasePagesWanted,
} from '#core/events/releases.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import { SELF } from '#core/model/entities.ts'
import { keepEqual } from '#core/reducers/equal.ts'
import { reduceFirst } from '#core/reducers/first.ts'
import { reduce } from '#core/reducers/root.ts'
import { type ReadonlyStore, Store } from '#core/reducers/store.ts'
import { ALL_TYPES, draftOf } from '#tests/support/histories.ts'
import { noLog } from '#tests/support/noLog.ts'
import { aCard, aSong } from '#tests/support/story.ts'
import type { Clock, Timer } from '#workers/api/transport/clock.ts'
import { createHost, type Host } from '#workers/engines/state/host.ts'
import { Mirror, PAGES_KEPT } from './mirror.ts'

const kindOf = (type: EventType) => catalogue.get(type)?.kind
const WISHES = ALL_TYPES.filter((type) => kindOf(type) === 'wish')
const FACTS = ALL_TYPES.filter((type) => kindOf(type) === 'fact' && type !== 'app.opened')

/** A clock whose timers run when the test says so. */
class HandClock implements Clock {
  readonly #timers = new Map<number, () => void>()
  #next = 1
  #now = 1000
  now() {
    return this.#now++
  }
  setTimer(run: () => void): Timer {
    this.#timers.set(this.#next, run)
    return this.#next++ as unknown as Timer
  }
  clearTimer(timer: Timer) {
    this.#timers.delete(timer as unknown as number)
  }
  /** @returns whether there was one */
  runAll(): boolean {
    const due = [...this.#timers]
    this.#timers.clear()
    for (const [, run] of due) run()
    return due.length > 0
  }
}

/** Every entity as text: what two stores are compared by. */
function contents(store: Store): Record<string, unknown> {
  return Object.fromEntries([...store.all()].map(({ kind, id }) => [`${kind} ${id}`, store.get(kind, id)]))
}

/** Both threads with the lines between them. */
class World {
  readonly clock = new HandClock()
  readonly down: Sent[] = []
  readonly up: FromState[] = []
  readonly mirror: Mirror
  /** A mirror nobody presses on: what is confirmed. */
  readonly confirmed = new Mirror(reduce)
  pending: { wish: number; event: AppEvent }[] = []
  wishes = 0
  worker: ReadonlyStore = new Store()
  readonly refused: Error[] = []
  readonly host: Host

  /** @param parts chunk: so many entities go in one message; mirror: another one than of all reducers */
  constructor({
    mirror = new Mirror(reduce, true, undefined, keepEqual),
    ...parts
  }: { readonly chunk?: number; readonly mirror?: Mirror } = {}) {
    this.mirror = mirror
    this.host = createHost({
      ...parts,
      clock: this.clock,
      mint: () => 'id',
      log: noLog,
      engines: [
        {
          accept: (_, state) => {
            this.worker = state
          },
        },
      ],
      send: (batch) => void this.up.push(structuredClone(batch)),
      refused: (error) => void this.refused.push(error),
    })
    const page = { build: '1', language: 'en', width: 1, height: 1, online: true }
    void this.host.open(appOpened({ startedAt: 1000, ...page }))
  }

  press(draft: AppDraft): void {
    const event = { seq: 0, t: 0, source: 'person', cause: null, ...draft } as AppEvent
    this.wishes++
    this.mirror.echo(this.wishes, event)
    this.pending.push({ wish: this.wishes, event })
    this.down.push({ wish: this.wishes, at: this.clock.now(), source: 'person', draft })
  }

  observe(draft: AppDraft): void {
    this.wishes++
    this.down.push({ wish: this.wishes, at: this.clock.now(), source: 'platform', draft })
  }

  report(draft: AppDraft): void {
    this.host.facts([{ draft, source: 'releases', cause: null }])
  }

  work(): void {
    const message = this.down.shift()
    if (message) this.host.hear([message])
  }

  /** One message arrives on the main thread. */
  arrive(): void {
    const batch = this.up.shift()
    if (!batch) return
    this.mirror.confirm(batch)
    this.confirmed.confirm(batch)
    if (!batch.more) this.pending = this.pending.filter(({ wish }) => wish > batch.ack)
  }

  settle(): void {
    while (this.down.length > 0) this.work()
    while (this.clock.runAll()) {}
    while (this.up.length > 0) this.arrive()
  }

  /** What the mirror has to hold now: what is confirmed and the wishes on their way, reduced on top. */
  expected(): Record<string, unknown> {
    const store = new Store()
    for (const { kind, id } of this.confirmed.store.all())
      store.set(kind, id, structuredClone(this.confirmed.store.get(kind, id)) as never)
    for (const { event } of this.pending) reduce(store, event)
    return contents(store)
  }
}

type Step = { do: 'press' | 'observe' | 'report'; draft: AppDraft } | { do: 'work' | 'arrive' | 'tick'; draft: null }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: draftOf(WISHES).map((draft) => ({ do: 'press', draft }) as const) },
  { weight: 1, arbitrary: draftOf(FACTS).map((draft) => ({ do: 'observe', draft }) as const) },
  { weight: 3, arbitrary: draftOf(FACTS).map((draft) => ({ do: 'report', draft }) as const) },
  { weight: 4, arbitrary: fc.constant({ do: 'work', draft: null } as const) },
  { weight: 5, arbitrary: fc.constant({ do: 'arrive', draft: null } as const) },
  { weight: 2, arbitrary: fc.constant({ do: 'tick', draft: null } as const) },
)

function take(world: World, one: Step): void {
  if (one.do === 'work') world.work()
  else if (one.do === 'arrive') world.arrive()
  else if (one.do === 'tick') world.clock.runAll()
  else if (one.draft) world[one.do](one.draft)
}

describe.each([{ chunk: 500 }, { chunk: 2 }])(
  'after every generated session, $chunk entities to a message,',
  (parts) => {
    test('with all wishes confirmed the mirror holds what the worker holds', () => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
          const world = new World(parts)
          for (const one of steps) take(world, one)
          world.settle()
          expect(world.refused).toEqual([])
          expect(world.mirror.echoBy(reduce, keepEqual)).toEqual([])
          expect(contents(world.mirror.store)).toEqual(contents(world.worker as Store))
        }),
        { numRuns: 200 },
      )
    })

    test('at every moment the mirror is what is confirmed and the pending wishes on top', () => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 50, size: 'max' }), (steps) => {
          const world = new World(parts)
          for (const one of steps) {
            take(world, one)
            expect(contents(world.mirror.store)).toEqual(world.expected())
          }
        }),
        { numRuns: 100 },
      )
    })
  },
)

describe('pages of long lists', () => {
  const q = 'sort=-available'
  const receive = (world: World, page: number, ids: readonly string[]) =>
    world.report(
      releasePageReceived({ queryId: q, round: 1, page, total: 40_000, releases: ids.map((id) => aCard(id)) }),
    )
  const kept = (world: World) => [...world.mirror.store.ids('page')].map((id) => Number(id.split('#')[1]))

  function scrolled(pages: number, parts: ConstructorParameters<typeof World>[0] = {}): World {
    const world = new World(parts)
    world.report(releaseListOpened({ queryId: q }))
    for (let page = 1; page <= pages; page++) {
      receive(world, page, [`r${page}a`, `r${page}b`])
      world.settle()
    }
    return world
  }

  test('the newest are here, with their releases; the worker has them all', () => {
    const world = scrolled(50)
    expect(kept(world)).toEqual(Array.from({ length: PAGES_KEPT }, (_, i) => 51 - PAGES_KEPT + i))
    expect([...world.mirror.store.ids('release')]).toHaveLength(2 * PAGES_KEPT)
    expect([...world.worker.ids('release')]).toHaveLength(100)
  })

  test('one that was let go comes back whole when it is named as wanted', () => {
    const world = scrolled(50)
    world.press(releasePagesWanted({ queryId: q, pages: [3] }))
    world.settle()
    expect(kept(world)).toContain(3)
    expect(world.mirror.store.get('release', 'r3b')?.title).toBe('Release r3b')
    expect(kept(world)).toHaveLength(PAGES_KEPT)
  })

  test('those that are shown stay, and with them what lies around them, as somebody scrolls back', () => {
    let shown = [60]
    const isShown = (id: string) => shown.includes(Number(id.split('#')[1]))
    const world = scrolled(60, { mirror: new Mirror(reduce, true, isShown) })
    for (let page = 60; page > 30; page--) {
      shown = [page, page - 1]
      const wanted = [page - 1, page - 2].filter((near) => !kept(world).includes(near))
      world.press(releasePagesWanted({ queryId: q, pages: wanted }))
      world.settle()
      expect(kept(world)).toEqual(expect.arrayContaining([page, page - 1, page - 2]))
    }
    // Who turns round finds what was just passed.
    expect(kept(world)).toEqual(expect.arrayContaining([32, 33, 40]))
    expect(kept(world)).toHaveLength(PAGES_KEPT + 2)
  })

  test('more of them than are kept may be shown at once', () => {
    const world = scrolled(50, { mirror: new Mirror(reduce, true, (id) => Number(id.split('#')[1]) <= 30) })
    expect(kept(world)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
  })

  test('of a list that is not shown they go first', () => {
    const world = scrolled(10, { mirror: new Mirror(reduce, true, (id) => id === 'other#40') })
    world.report(releaseListOpened({ queryId: 'other' }))
    for (let page = 25; page <= 40; page++)
      world.report(
        releasePageReceived({ queryId: 'other', round: 1, page, total: 40_000, releases: [aCard(`o${page}`)] }),
      )
    world.settle()
    expect(kept(world)).toEqual([6, 7, 8, 9, 10, ...Array.from({ length: 16 }, (_, i) => i + 25)])
  })

  test('a release that another page names stays', () => {
    const world = new World()
    world.report(releaseListOpened({ queryId: q }))
    for (let page = 1; page <= 60; page++) receive(world, page, page === 1 || page === 60 ? ['same'] : [`r${page}`])
    world.settle()
    expect(world.mirror.store.get('release', 'same')).toBeDefined()
  })

  test('ARCHIVE-002: of the pages a mark moves those that were let go are not read', () => {
    const total = 60 * PAGE_SIZE
    const ids = Array.from({ length: total }, (_, n) => `r${n}`)
    const world = new World()
    world.report(releaseListOpened({ queryId: q }))
    for (let page = 1; page <= 60; page++) {
      const releases = ids.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((id) => aCard(id))
      world.report(releasePageReceived({ queryId: q, round: 1, page, total, releases }))
      world.settle()
    }
    const changes = [{ releaseid: 'r0', trackid: null, marks: ['archived' as const] }]
    world.press(libraryMarksRequested({ requestId: 'w', changes }))
    world.settle()
    world.report(libraryMarkAnswered({ requestId: 'w', releaseid: 'r0', trackid: null, mark: 'archived' }))
    while (world.clock.runAll()) {}
    const moved = world.up.flatMap((batch) => batch.changes.filter((change) => change.kind === 'page'))
    expect(moved.length).toBeGreaterThanOrEqual(60)
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    while (world.up.length > 0) world.mirror.confirm(world.up.shift() as FromState)
    // Those that stayed, and the one beside them.
    expect(parse.mock.calls.filter(([text]) => text.startsWith('{"ids"')).length).toBeLessThanOrEqual(PAGES_KEPT + 1)
    expect(kept(world)).toEqual(Array.from({ length: PAGES_KEPT }, (_, i) => 61 - PAGES_KEPT + i))
    expect(world.mirror.store.get('page', `${q}#60`)).toEqual((world.worker as Store).get('page', `${q}#60`))
  })

  test('nothing is let go while a wish is on its way', () => {
    const world = scrolled(PAGES_KEPT)
    world.press(playerVolumeChanged({ volume: 10 }))
    receive(world, 40, ['r40a'])
    world.clock.runAll()
    world.arrive()
    expect(kept(world)).toContain(1)
    world.settle()
    expect(kept(world)).not.toContain(1)
  })
})

describe('a batch', () => {
  const volume = (world: World) => world.mirror.store.single('player').volume

  /** What the next message has looked at again. */
  function lookedAt(world: World): Set<string> {
    const batch = world.up.shift()
    if (!batch) throw new Error('no batch')
    return new Set(world.mirror.confirm(batch).map((touched) => touched.kind))
  }

  test('that leads to what was echoed has nothing looked at again: what was shown stays the same object', () => {
    const world = new World()
    world.settle()
    world.press(playerVolumeChanged({ volume: 10 }))
    world.press(playerVolumeChanged({ volume: 20 }))
    const shown = world.mirror.store.single('player')
    world.work()
    expect(lookedAt(world)).toEqual(new Set())
    expect(volume(world)).toBe(20)
    world.work()
    world.clock.runAll()
    expect(lookedAt(world)).toEqual(new Set())
    expect(world.mirror.store.single('player')).toBe(shown)
  })

  test('that leads elsewhere says what to look at again, and keeps the fields that say the same', () => {
    const world = new World()
    world.settle()
    world.observe(playerVolumeChanged({ volume: 30 }))
    const { downloads } = world.mirror.store.single('setting')
    world.work()
    expect(lookedAt(world)).toEqual(new Set(['player', 'setting']))
    expect(volume(world)).toBe(30)
    expect(world.mirror.store.single('setting').downloads).toBe(downloads)
  })

  test.each([
    [500, 0],
    [501, 501],
  ])('that leads to what was echoed of %i entities has %i looked at again', (count, again) => {
    const ids = Array.from({ length: count }, (_, n) => `t${n}`)
    const keep = vi.fn(keepEqual)
    const mirror = new Mirror(
      (state) => ids.forEach((id) => void state.set('track', id, aSong(id, 1))),
      true,
      undefined,
      keep,
    )
    mirror.echo(1, { seq: 0, t: 0, source: 'person', cause: null, ...playerVolumeChanged({ volume: 10 }) } as AppEvent)
    const changes = ids.map((id) => ({ kind: 'track', id, text: JSON.stringify(aSong(id, 1)) }))
    expect(mirror.confirm({ ack: 1, fresh: false, more: false, changes, heard: [] } as never)).toHaveLength(again)
    // None is read for nothing.
    expect(keep).toHaveBeenCalledTimes(count - again)
  })

  test('that brings an equal copy of what was not echoed has it looked at again', () => {
    const world = new World()
    world.settle()
    const player = { ...world.mirror.store.single('player') }
    const changes = [{ kind: 'player', id: SELF, entity: player }]
    const kinds = world.mirror.confirm({ ack: 0, fresh: false, more: false, changes, heard: [] } as never)
    expect(kinds.map(({ kind }) => kind)).toEqual(['player'])
    expect(world.mirror.store.single('player')).toBe(player)
  })

  test('that undoes what was echoed says so', () => {
    const world = new World()
    world.settle()
    world.press(playerVolumeChanged({ volume: 10 }))
    const before = world.confirmed.store.single('player').volume
    // The worker takes it as heard and has changed nothing by it.
    const kinds = world.mirror.confirm({
      ack: world.wishes,
      fresh: false,
      more: false,
      changes: [],
      heard: [],
    } as never)
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['player', 'setting']))
    expect(volume(world)).toBe(before)
  })

  test('in several messages shows nothing before the last of them', () => {
    const world = new World()
    const q = 'sort=-available'
    world.report(releaseListOpened({ queryId: q }))
    for (let page = 1; page <= 700; page++)
      world.report(releasePageReceived({ queryId: q, round: 1, page, total: 28_000, releases: [aCard(`r${page}`)] }))
    world.settle()
    world.press(releaseListRefreshed({ queryId: q }))
    expect(world.mirror.store.get('list', q)?.round).toBe(2)
    world.work()
    expect(world.up.map((batch) => batch.changes.length)).toEqual([500])
    world.arrive()
    // Half of the batch: still the echo, neither undone nor done twice.
    expect(world.mirror.store.get('list', q)?.round).toBe(2)
    expect(world.mirror.store.get('page', `${q}#600`)).toBeUndefined()
    world.clock.runAll()
    expect(world.up.map((batch) => batch.changes.length)).toEqual([201])
    world.arrive()
    expect(world.mirror.store.get('list', q)?.round).toBe(2)
    expect([...world.mirror.store.ids('page')]).toEqual([])
    expect(world.mirror.echoBy(reduce, keepEqual)).toEqual([])
  })

  test('that begins anew leaves nothing of the session before', () => {
    const world = new World()
    world.press(playerVolumeChanged({ volume: 10 }))
    world.work()
    world.report(sessionEnded({ reason: 'signedOut' }))
    world.settle()
    expect(volume(world)).toBe(50)
    expect(world.mirror.store.single('session').status).toBe('signedOut')
  })

  test('of which half has come when the session ends shows nothing of it in the next', () => {
    const world = new World({ chunk: 2 })
    world.settle()
    const q = 'sort=-available'
    world.report(releaseListOpened({ queryId: q }))
    for (const id of ['a', 'b', 'c'])
      world.report(releasePageReceived({ queryId: q, round: 1, page: 1, total: 3, releases: [aCard(id)] }))
    world.clock.runAll()
    world.arrive()
    world.report(sessionEnded({ reason: 'signedOut' }))
    world.settle()
    expect([...world.mirror.store.ids('release')]).toEqual([])
    expect(contents(world.mirror.store)).toEqual(contents(world.worker as Store))
  })

  test('a wish that is no event is refused, and its echo is taken back', () => {
    const world = new World()
    world.settle()
    world.press({ ...playerVolumeChanged({ volume: 10 }), payload: { volume: 33.3 } })
    expect(volume(world)).toBe(33.3)
    world.settle()
    expect(volume(world)).toBe(50)
    expect(world.refused[0]?.message).toContain('player.volumeChanged: volume')
  })

  test('with the state worker gone a wish still changes what is shown', () => {
    const world = new World()
    world.settle()
    const event = { seq: 0, t: 0, source: 'person', cause: null, ...playerVolumeChanged({ volume: 7 }) } as AppEvent
    expect(world.mirror.apply(event).map((touched) => touched.kind)).toContain('player')
    expect(volume(world)).toBe(7)
  })
})

describe('before all reducers are here', () => {
  const volume = (volume: number) => playerVolumeChanged({ volume })
  const shownIn = (world: World) => world.mirror.store.single('player').volume

  test('a wish shows when the worker has answered it', () => {
    const world = new World({ mirror: new Mirror(reduceFirst, false) })
    world.settle()
    expect(world.mirror.isShown).toBe(true)
    world.press(volume(10))
    expect([shownIn(world), world.mirror.isShown]).toEqual([50, false])
    world.settle()
    expect([shownIn(world), world.mirror.isShown]).toEqual([10, true])
  })

  test('what is on its way shows when they come, in order and once', () => {
    const world = new World({ mirror: new Mirror(reduceFirst, false) })
    world.settle()
    world.press(volume(10))
    world.press(playerMuteToggled({}))
    world.press(volume(20))
    world.press(playerMuteToggled({}))
    world.work()
    world.arrive()
    world.mirror.echoBy(reduce, keepEqual)
    expect(world.mirror.isShown).toBe(true)
    expect(contents(world.mirror.store)).toEqual(world.expected())
    world.settle()
    expect(contents(world.mirror.store)).toEqual(contents(world.worker as Store))
  })
})

test('a wish makes the same of the mirror as of any other store, however the reducers read it', () => {
  fc.assert(
    fc.property(fc.array(draftOf(WISHES), { maxLength: 60, size: 'max' }), (drafts) => {
      const mirror = new Mirror(reduce)
      const plain = new Store()
      drafts.forEach((draft, at) => {
        const event = { seq: 0, t: 0, source: 'person', cause: null, ...draft } as AppEvent
        mirror.echo(at + 1, event)
        reduce(plain, event)
      })
      expect(contents(mirror.store)).toEqual(contents(plain))
    }),
    { numRuns: 200 },
  )
})
