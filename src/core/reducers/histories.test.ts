// What holds after any history of events, whatever their order.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AppDraft, type AppEvent, definitionOf } from '#core/events/index.ts'
import { hashState } from '#core/log/hash.ts'
import { Order } from '#core/log/order.ts'
import type { Entities, Kind } from '#core/model/entities.ts'
import { ALL_TYPES, draftOf, history } from '#tests/support/histories.ts'
import { Story } from '#tests/support/story.ts'
import { pageCount } from './catalogue/pages.ts'
import { awaitedPlay, selected } from './playback/queueReading.ts'
import { reduce } from './root.ts'
import { type ReadonlyStore, Store } from './store.ts'

/** A store whose entities cannot be changed: a reducer that mutates one throws. */
class FrozenStore extends Store {
  override set<K extends Kind>(kind: K, id: string, entity: Entities[K]): void {
    super.set(kind, id, deepFreeze(entity))
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const held of Object.values(value)) deepFreeze(held)
  }
  return value
}

/** An equal state of other objects. */
function copyOf(store: Store): Store {
  const copy = new Store()
  for (const { kind, id } of store.all()) copy.setText(kind, id, JSON.stringify(store.get(kind, id)))
  return copy
}

const place = (draft: AppDraft, seq: number): AppEvent =>
  ({ seq, t: 0, source: 'platform', cause: null, ...draft }) as AppEvent

/** Runs the history and looks at the state after each event. */
function always(name: string, look: (state: ReadonlyStore) => void, runs = 200): void {
  test(name, () => {
    fc.assert(
      fc.property(history(), (drafts) => {
        const story = new Story()
        for (const draft of drafts) {
          story.happens(draft)
          look(story.state)
        }
      }),
      { numRuns: runs },
    )
  })
}

const unique = (ids: readonly string[]) => new Set(ids).size === ids.length

describe('after every event of any history', () => {
  always('each job stands in the order once, and nothing else does', (state) => {
    const { ids } = state.single('jobOrder')
    expect(unique(ids)).toBe(true)
    expect(new Set(ids)).toEqual(new Set(state.ids('job')))
  })

  always('no job received more than it has in all, and only waiting jobs zip', (state) => {
    for (const id of state.ids('job')) {
      const job = state.get('job', id)
      if (job?.totalBytes != null) expect(job.receivedBytes).toBeLessThanOrEqual(job.totalBytes)
      if (job?.isZipping) expect(job.status).toBe('waiting')
      if (job?.status === 'failed') expect(job.reason).not.toBeNull()
      else expect(job?.reason ?? null).toBeNull()
    }
  })

  always('the queue begins with what is selected, and the selected song belongs to it', (state) => {
    const { items, selectedItem, selectedSong } = state.single('queue')
    if (selectedItem === null) expect(selectedSong).toBeNull()
    else {
      expect(items[0]).toBe(selectedItem)
      expect(state.get('queueItem', selectedItem)?.songs.map((song) => song.uuid)).toContain(selectedSong)
    }
  })

  always('every queue item stands in the items or in the history, once, and every id has an item', (state) => {
    const { items, history: past } = state.single('queue')
    expect(unique([...items, ...past])).toBe(true)
    expect(new Set([...items, ...past])).toEqual(new Set(state.ids('queueItem')))
  })

  always('the player shows the song the queue selected', (state) => {
    expect(state.single('player').song?.uuid ?? null).toBe(selected(state)?.song.uuid ?? null)
  })

  always('a player that loads waits for something: a release, an address or the element', (state) => {
    const { isLoading, handle, requestId, song } = state.single('player')
    const awaited = awaitedPlay(state)
    expect(state.single('queuePending').choices.filter((choice) => choice.kind === 'play').length).toBeLessThanOrEqual(
      1,
    )
    if (awaited)
      expect({ isLoading, requestId, handle }).toEqual({ isLoading: true, requestId: awaited.requestId, handle: null })
    else if (isLoading && handle === null) expect(song !== null && requestId !== null).toBe(true)
  })

  always('mute and a volume of 0 are the same', (state) => {
    const { isMuted, volume, previousVolume } = state.single('player')
    expect(isMuted).toBe(volume === 0)
    expect(previousVolume).toBeGreaterThan(0)
  })

  always('the order of notifications matches the notifications, 20 at most', (state) => {
    const { ids } = state.single('noticeOrder')
    expect(unique(ids)).toBe(true)
    expect(new Set(ids)).toEqual(new Set(state.ids('notice')))
    expect(ids.length).toBeLessThanOrEqual(20)
  })

  always('the pages of a list lie within it', (state) => {
    const allowed = new Set<string>()
    for (const id of state.ids('list')) {
      const list = state.get('list', id)
      if (!list) continue
      const last = Math.max(1, pageCount(list))
      for (let page = 1; page <= last; page++) allowed.add(`${id}#${page}`)
      for (let page = 1; page <= list.page; page++) expect(state.get('page', `${id}#${page}`)).toBeDefined()
      expect(unique(list.failedPages.map(String))).toBe(true)
    }
    for (const id of state.ids('page')) expect(allowed).toContain(id)
  })
})

describe('a reducer', () => {
  test('changes no entity in place', () => {
    fc.assert(
      fc.property(history(), (drafts) => {
        const store = new FrozenStore()
        drafts.forEach((draft, n) => {
          reduce(store, deepFreeze(place(draft, n + 1)))
        })
      }),
      { numRuns: 200 },
    )
  })

  test('makes the same of two equal states', () => {
    fc.assert(
      fc.property(history(60), fc.array(draftOf(ALL_TYPES), { minLength: 1, maxLength: 5 }), (drafts, more) => {
        const { store } = new Story().happens(...drafts).order
        const copy = copyOf(store)
        more.forEach((draft, n) => {
          reduce(store, place(draft, n + 1))
          reduce(copy, place(draft, n + 1))
        })
        expect(hashState(copy)).toBe(hashState(store))
      }),
      { numRuns: 100 },
    )
  })

  test('touches what it changed and nothing it did not write', () => {
    fc.assert(
      fc.property(history(60), draftOf(ALL_TYPES), (drafts, last) => {
        const { store } = new Story().happens(...drafts).order
        store.takeTouched()
        const before = new Map([...store.all()].map(({ kind, id }) => [`${kind}\n${id}`, store.get(kind, id)]))
        reduce(store, place(last, 1))
        const touched = new Set(store.takeTouched().map(({ kind, id }) => `${kind}\n${id}`))
        const now = new Map([...store.all()].map(({ kind, id }) => [`${kind}\n${id}`, store.get(kind, id)]))
        for (const key of new Set([...before.keys(), ...now.keys()]))
          if (before.get(key) !== now.get(key)) expect(touched).toContain(key)
      }),
      { numRuns: 200 },
    )
  })

  test('lets events that are not kept write volatile fields alone', () => {
    fc.assert(
      fc.property(history(), (drafts) => {
        const story = new Story()
        for (const draft of drafts) {
          const before = story.order.hash()
          story.happens(draft)
          if (!definitionOf(draft).durable) expect(story.order.hash()).toBe(before)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('reaches the same hash without the events that are not kept, as a replay does', () => {
    // Few events of many begin something, tell where it stands and leave it: half of the histories are of them alone.
    const played = ALL_TYPES.filter((type) =>
      /^(player\.(releaseChosen|addressReady|stoodAt|sought|failed)|queue\.restored|release\.detail)/.test(type),
    )
    played.push('playlist.chosen', 'playlist.received', 'playlist.failed')
    fc.assert(
      fc.property(fc.oneof(history(), fc.array(draftOf(played), { maxLength: 60, size: 'max' })), (drafts) => {
        const lived = new Order()
        const replayed = new Order()
        for (const [t, draft] of drafts.entries()) {
          const { requestId } = lived.store.single('player')
          // The element tells where it stands of what it plays.
          if (draft.type === 'player.stoodAt' && requestId !== null) draft.payload.requestId = requestId
          lived.append(draft, { source: 'platform', t, cause: null })
          if (!definitionOf(draft).durable) continue
          replayed.append(draft, { source: 'platform', t, cause: null })
          expect(replayed.hash()).toBe(lived.hash())
        }
      }),
      { numRuns: 200 },
    )
  })
})
