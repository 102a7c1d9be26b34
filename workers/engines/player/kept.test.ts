import { describe, expect, test, vi } from 'vitest'
import { appOpened } from '#core/events/app.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { sessionEnded, sessionStarted } from '#core/events/people/session.ts'
import * as play from '#core/events/player.ts'
import { queueItemRemoved, queueReleaseAdded, queueRemovalUndone, queueSongRemoved } from '#core/events/queue.ts'
import { releaseDetailFailed, releaseDetailReceived } from '#core/events/releases.ts'
import type { LastChanges } from '#core/model/lastChanges.ts'
import { keptQueueOf } from '#core/reducers/playback/keptQueue.ts'
import { Store } from '#core/reducers/store.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { aRelease, Story, someClaims } from '#tests/support/story.ts'
import { createKeptQueueEngine } from './kept.ts'

const started = (playerid: string) =>
  sessionStarted({ claims: someClaims(playerid), accessToken: 'a', refreshToken: 'r', restored: true })
const chosen = (releaseid: string, n: number, trackid: string | null = null) =>
  play.playerReleaseChosen({ releaseid, trackid, itemId: `i${n}`, requestId: `q${n}` })

/** Marks of two tabs are never the same. */
let minted = 0

/** One visit to the device of `stored`. */
function visit(stored: Map<string, unknown>, refuses = false, last: LastChanges['queue'] = undefined) {
  const clock = new FakeClock()
  let story = new Story().knows(aRelease('r1'), aRelease('r2'))
  const engine = createKeptQueueEngine({
    clock,
    ...(last ? { left: last } : {}),
    mint: () => `minted${++minted}`,
    report: (draft) => happens(draft),
    load: async (key) => {
      if (refuses) throw new Error('refused')
      return structuredClone(stored.get(key))
    },
    save: async (key, value) => {
      if (refuses) throw new Error('refused')
      if (value === null) stored.delete(key)
      else stored.set(key, structuredClone(value))
    },
    update: async (key, change) => {
      if (refuses) throw new Error('refused')
      stored.set(key, structuredClone(change(structuredClone(stored.get(key)))))
    },
  })
  function happens(draft: AppDraft): void {
    if (draft.type === 'app.opened') story = new Story()
    engine.before?.({ seq: 0, t: 0, source: 'person', cause: null, ...draft } as AppEvent, story.state)
    story.happens(draft)
    const event = story.events.at(-1)
    if (event) engine.accept(event, story.state)
  }
  return {
    clock,
    get player() {
      return story.player
    },
    get queue() {
      return story.queue
    },
    get waiting() {
      return story.state.single('queuePending').choices
    },
    songs: (itemId: string) => story.state.get('queueItem', itemId)?.songs.map(({ uuid }) => uuid),
    async happens(...drafts: AppDraft[]) {
      for (const draft of drafts) happens(draft)
      await settle()
    },
  }
}

/** r1 was played from its second song to 42.5 s, r2 follows. */
async function left(): Promise<Map<string, unknown>> {
  const stored = new Map<string, unknown>()
  const { happens, clock } = visit(stored)
  await happens(started('p1'), chosen('r1', 1, 'r1.b'))
  await happens({ type: 'queue.releaseAdded', v: 1, payload: { releaseid: 'r2', itemId: 'i2', place: 'bottom' } })
  await happens(play.playerStoodAt({ requestId: 'q1', position: 42.5 }))
  await clock.advance(1000)
  return stored
}

describe('what the visit before could not write any more', () => {
  const later = (releaseid: string, n: number) => queueReleaseAdded({ releaseid, itemId: `i${n}`, place: 'bottom' })

  test('goes before what is stored, and is stored; a Play later whose songs were not known is asked again', async () => {
    const stored = await left()
    const then = new Story().knows(aRelease('r2')).happens(chosen('r2', 5))
    const kept = JSON.parse(JSON.stringify(keptQueueOf(then.state)))
    const waiting = [{ kind: 'bottom' as const, releaseid: 'r1', itemId: 'i6' }]
    const again = visit(stored, false, { playerid: 'p1', kept, waiting })
    await again.happens(started('p1'))
    expect(again.queue).toMatchObject({ items: ['i5', 'i6'], selectedItem: 'i5' })
    await again.clock.advance(1000)
    expect(stored.get('queue.p1')).toMatchObject({ items: [{ uuid: 'i5' }, { uuid: 'i6' }] })
  })

  test("of somebody else is nobody's", async () => {
    const again = visit(await left(), false, { playerid: 'p2', kept: null, waiting: [] })
    await again.happens(started('p1'))
    expect(again.queue.items).toEqual(['i1', 'i2'])
  })

  test('a queue that was emptied is empty', async () => {
    const stored = await left()
    await visit(stored, false, { playerid: 'p1', kept: null, waiting: [] }).happens(started('p1'))
    const again = visit(stored)
    await again.happens(started('p1'))
    expect(again.queue.items).toEqual([])
  })

  test('H-136: a queue that was emptied stays so, whatever a tab that is not heard does to its own', async () => {
    const stored = await left()
    const silent = visit(stored)
    await silent.happens(started('p1'))
    await visit(stored, false, { playerid: 'p1', kept: null, waiting: [] }).happens(started('p1'))
    await silent.happens(later('r2', 7))
    await silent.clock.advance(1000)
    const again = visit(stored)
    await again.happens(started('p1'))
    expect(again.queue.items).toEqual([])
  })

  test('a Play later alone, with nothing that plays, is kept like any other', async () => {
    const stored = new Map<string, unknown>()
    const first = visit(stored)
    await first.happens(started('p1'), later('r2', 3))
    await first.clock.advance(1000)
    const again = visit(stored)
    await again.happens(started('p1'))
    expect(again.queue.items).toEqual(['i3'])
  })
})

describe('H-454: releases that wait to be queued until their songs are known', () => {
  const later = (releaseid: string, n: number) => queueReleaseAdded({ releaseid, itemId: `i${n}`, place: 'bottom' })
  const waits = (n: number) => ({ kind: 'bottom', releaseid: `new${n}`, itemId: `i${n}` })

  test('are kept with the queue, and wait again in the next visit, in their order', async () => {
    const stored = new Map<string, unknown>()
    const first = visit(stored)
    await first.happens(started('p1'), chosen('r1', 1), later('new2', 2), later('new3', 3))
    await first.clock.advance(1000)
    const again = visit(stored)
    await again.happens(started('p1'))
    expect(again.queue.items).toEqual(['i1'])
    expect(again.waiting).toEqual([waits(2), waits(3)])
  })

  test('are kept without a queue, the song alone that was chosen with them, and after the session expired', async () => {
    const stored = new Map<string, unknown>()
    const song = { releaseid: 'new2', itemId: 'i2', place: 'next' as const, trackid: 'new2.b' }
    const first = visit(stored)
    await first.happens(started('p1'))
    await first.happens(queueReleaseAdded(song), sessionEnded({ reason: 'expired' }))
    const again = visit(stored)
    await again.happens(started('p1'))
    expect(again.waiting).toEqual([{ kind: 'next', releaseid: 'new2', itemId: 'i2', trackid: 'new2.b' }])
  })

  test('of a visit that left them as it went are kept at once, for the next that dies before it is done', async () => {
    const stored = new Map<string, unknown>()
    const last = { playerid: 'p1', kept: null, waiting: [{ ...waits(2), kind: 'bottom' as const }] }
    await visit(stored, false, last).happens(started('p1'))
    const again = visit(stored)
    await again.happens(started('p1'))
    expect(again.waiting).toEqual([waits(2)])
  })

  test('are kept no more once they are in the queue, or are to be had no more', async () => {
    const stored = new Map<string, unknown>()
    const { happens, clock } = visit(stored)
    await happens(started('p1'), chosen('r1', 1), later('new2', 2), later('new3', 3))
    await clock.advance(1000)
    await happens(releaseDetailFailed({ releaseid: 'new2', code: 'RELEASE_NOT_FOUND' }))
    await clock.advance(1000)
    expect(stored.get('queue.p1')).toMatchObject({ waiting: [waits(3)] })
    await happens(releaseDetailReceived({ release: aRelease('new3') }))
    await clock.advance(1000)
    expect(stored.get('queue.p1')).not.toHaveProperty('waiting')
    const again = visit(stored)
    await again.happens(started('p1'))
    expect(again.queue.items).toEqual(['i1', 'i3'])
  })

  test('cost what cannot be read of them, and nothing else', async () => {
    const stored = new Map<string, unknown>([['queue.p1', { history: [], items: [], waiting: [waits(2), 7, {}] }]])
    const again = visit(stored)
    await again.happens(started('p1'))
    expect(again.waiting).toEqual([waits(2)])
  })
})

describe('the queue of the visit before', () => {
  test('is that of the tab that was heard last', async () => {
    const stored = new Map<string, unknown>()
    const one = visit(stored)
    await one.happens(started('p1'), chosen('r1', 1))
    await one.happens(play.playerStoodAt({ requestId: 'q1', position: 7 }), play.playerPaused({ position: 7 }))
    const other = visit(stored)
    await other.happens(started('p1'), chosen('r2', 2))
    await other.clock.advance(1000)
    await one.happens(play.playerToggled({}))
    await one.clock.advance(1000)
    const again = visit(stored)
    await again.happens(started('p1'))
    expect(again.queue).toMatchObject({ items: ['i1'], selectedItem: 'i1' })
    expect(again.player).toMatchObject({ song: { releaseid: 'r1' }, currentTime: 7 })
  })

  const laterIn = (n: number) => queueReleaseAdded({ releaseid: 'r2', itemId: `i${n}`, place: 'bottom' })
  const found = async (stored: Map<string, unknown>) => {
    const again = visit(stored)
    await again.happens(started('p1'))
    return again
  }

  test('H-136: is that of the tab that plays on, whatever a tab that is not heard does to its own', async () => {
    const stored = new Map<string, unknown>()
    const silent = visit(stored)
    await silent.happens(started('p1'))
    const one = visit(stored)
    await one.happens(started('p1'), chosen('r1', 1))
    await one.clock.advance(1000)
    await silent.happens(laterIn(5))
    await silent.clock.advance(1000)
    expect((await found(stored)).queue.items).toEqual(['i1'])
    // One that began with the very queue writes it, and is written over again.
    const late = await found(stored)
    await late.happens(laterIn(6))
    await late.clock.advance(1000)
    expect((await found(stored)).queue.items).toEqual(['i1', 'i6'])
    await one.happens(play.playerStoodAt({ requestId: 'q1', position: 9 }))
    await one.clock.advance(1000)
    const again = await found(stored)
    expect(again.queue.items).toEqual(['i1'])
    expect(again.player).toMatchObject({ song: { trackid: 'r1.a' }, currentTime: 9 })
  })

  test('H-136: is that of the tab a person paused, and not of one that gave way to another', async () => {
    const stored = new Map<string, unknown>()
    const one = visit(stored)
    await one.happens(started('p1'), chosen('r1', 1))
    await one.clock.advance(1000)
    const silent = await found(stored)
    await silent.happens(laterIn(5))
    await silent.clock.advance(1000)
    await one.happens(play.playerToggled({ play: false }))
    await one.clock.advance(1000)
    expect((await found(stored)).queue.items).toEqual(['i1'])
    await one.happens(play.playerToggled({ play: true }))
    await one.clock.advance(1000)
    const other = await found(stored)
    await other.happens(chosen('r2', 2))
    await one.happens(play.playerPaused({ position: 30 }), laterIn(7))
    await one.clock.advance(1000)
    await other.clock.advance(1000)
    const again = await found(stored)
    expect(again.queue.selectedItem).toBe('i2')
    expect(again.player).toMatchObject({ song: { trackid: 'r2.a' }, currentTime: 0 })
  })

  test('H-136: is not that of a tab that paused by itself once another is heard, whatever is done to its queue', async () => {
    const stored = new Map<string, unknown>()
    const one = visit(stored)
    await one.happens(started('p1'), chosen('r1', 1))
    await one.clock.advance(1000)
    const other = await found(stored)
    await other.happens(chosen('r2', 2))
    await other.clock.advance(1000)
    await one.happens(play.playerPaused({ position: 30 }), laterIn(7))
    await one.clock.advance(1000)
    expect((await found(stored)).queue.selectedItem).toBe('i2')
  })

  test('H-413: of tabs that are not heard is that of the one that changed its own last', async () => {
    const stored = await left()
    const one = await found(stored)
    const other = await found(stored)
    await one.happens(laterIn(5))
    await one.clock.advance(1000)
    await other.happens(laterIn(6))
    await other.clock.advance(1000)
    expect((await found(stored)).queue.items).toEqual(['i1', 'i2', 'i6'])
    await one.happens(laterIn(7))
    await one.clock.advance(1000)
    expect((await found(stored)).queue.items).toEqual(['i1', 'i2', 'i5', 'i7'])
    await other.happens(play.playerToggled({ play: true }))
    await other.clock.advance(1000)
    expect((await found(stored)).queue.items).toEqual(['i1', 'i2', 'i6'])
  })

  test('is read from what an earlier build wrote, which takes what this one writes', async () => {
    const stored = await left()
    const { mark, heard, ...before } = stored.get('queueAt.p1') as { mark: string; heard: boolean }
    expect([mark, heard, before]).toEqual([expect.any(String), expect.any(Boolean), { song: 'i1.2', position: 42.5 }])
    stored.set('queueAt.p1', before)
    const again = await found(stored)
    expect(again.player.currentTime).toBe(42.5)
    await again.happens(laterIn(5))
    await again.clock.advance(1000)
    expect((await found(stored)).queue.items).toEqual(['i1', 'i2', 'i5'])
  })

  test('is without the song that was taken out of it alone, and with one that was put back', async () => {
    const stored = await left()
    const first = visit(stored)
    await first.happens(started('p1'))
    const skip = (requestId: string) => queueSongRemoved({ itemId: 'i2', songId: 'i2.1', requestId })
    await first.happens(skip('s1'))
    await first.clock.advance(1000)
    const songs = async () => {
      const again = visit(stored)
      await again.happens(started('p1'))
      return again.songs('i2')
    }
    expect(await songs()).toEqual(['i2.2'])
    await first.happens(queueRemovalUndone({ requestId: 's1' }))
    await first.clock.advance(1000)
    expect(await songs()).toEqual(['i2.1', 'i2.2'])
  })

  test('comes back paused, at the song and the second where it was left', async () => {
    const again = visit(await left())
    await again.happens(started('p1'))
    expect(again.queue).toMatchObject({ items: ['i1', 'i2'], selectedItem: 'i1', selectedSong: 'i1.2' })
    expect(again.player).toMatchObject({
      isPlaying: false,
      isLoading: false,
      shouldShowMiniPlayer: true,
      song: { trackid: 'r1.b' },
      currentTime: 42.5,
      seekTime: 42.5,
      duration: 200,
      handle: null,
    })
  })
  test('play then fetches the address and begins at that second', async () => {
    const again = visit(await left())
    await again.happens(started('p1'))
    await again.happens(play.playerToggled({}))
    expect(again.player).toMatchObject({
      isPlaying: true,
      isLoading: true,
      requestId: expect.stringContaining('minted'),
      seekTime: 42.5,
    })
  })
  test('is written a second after it changed; the position at once', async () => {
    const stored = new Map<string, unknown>()
    const { happens, clock } = visit(stored)
    await happens(started('p1'), chosen('r1', 1))
    await happens(play.playerStoodAt({ requestId: 'q1', position: 5 }))
    expect([...stored.keys()]).toEqual(['queueAt.p1'])
    await clock.advance(1000)
    expect(new Set(stored.keys())).toEqual(new Set(['queue.p1', 'queueAt.p1']))
  })
  test('is written again with every later change, and once for those of one second', async () => {
    const stored = new Map<string, unknown>()
    const writes = vi.spyOn(stored, 'set')
    const { happens, clock } = visit(stored)
    const written = () => writes.mock.calls.filter(([key]) => key === 'queue.p1').length
    const later = (n: number) => queueReleaseAdded({ releaseid: 'r2', itemId: `i${n}`, place: 'bottom' })
    await happens(started('p1'), chosen('r1', 1), later(2))
    await clock.advance(999)
    expect(written()).toBe(0)
    await clock.advance(1)
    expect(written()).toBe(1)
    await happens(later(3))
    await clock.advance(1000)
    expect(written()).toBe(2)
    expect(stored.get('queue.p1')).toMatchObject({ items: [{ uuid: 'i1' }, { uuid: 'i2' }, { uuid: 'i3' }] })
    await clock.advance(5000)
    expect(written()).toBe(2)
  })
  test('D-109: is not written again for each song of a long list; the song and its second come back', async () => {
    const stored = await left()
    const first = visit(stored)
    await first.happens(started('p1'))
    await first.happens(play.playerToggled({}))
    await first.clock.advance(1000)
    const writes = vi.spyOn(stored, 'set')
    await first.happens(play.playerSkippedBack({ position: 0, requestId: 's1' }))
    await first.happens(play.playerSkippedForward({ requestId: 's2' }))
    await first.happens(play.playerSkippedBack({ position: 0, requestId: 's3' }))
    await first.happens(play.playerStoodAt({ requestId: 's3', position: 7 }))
    await first.clock.advance(1000)
    expect(writes.mock.calls.filter(([key]) => key === 'queue.p1')).toEqual([])
    const again = visit(stored)
    await again.happens(started('p1'))
    expect(again.player).toMatchObject({ song: { trackid: 'r1.a' }, currentTime: 7 })
  })
  test('D-109: what the page left behind as it went is newer than the song that was told before', async () => {
    const stored = await left()
    const then = new Story().knows(aRelease('r1')).happens(chosen('r1', 1, 'r1.a'))
    const kept = JSON.parse(JSON.stringify(keptQueueOf(then.state)))
    const again = visit(stored, false, { playerid: 'p1', kept, waiting: [] })
    await again.happens(started('p1'))
    expect(again.player).toMatchObject({ song: { trackid: 'r1.a' }, currentTime: 0 })
  })
  test('D-108: is without the second of a song that was taken out while it was paused', async () => {
    const stored = await left()
    const first = visit(stored)
    await first.happens(started('p1'))
    await first.happens(queueItemRemoved({ itemId: 'i1', requestId: 's1' }))
    expect(first.player.song).toBeNull()
    await first.happens(queueRemovalUndone({ requestId: 's1' }))
    await first.clock.advance(1000)
    const again = visit(stored)
    await again.happens(started('p1'))
    expect(again.player).toMatchObject({ song: { trackid: 'r1.a' }, currentTime: 0 })
  })
  test('D-036: what was not written yet when the player signs out never is', async () => {
    const stored = new Map<string, unknown>()
    const { happens, clock } = visit(stored)
    await happens(started('p1'), chosen('r1', 1), sessionEnded({ reason: 'signedOut' }))
    await clock.advance(2000)
    expect([...stored.keys()]).toEqual([])
  })
  test('what was not written yet when the session expires is written at once', async () => {
    const stored = new Map<string, unknown>()
    const { happens } = visit(stored)
    await happens(started('p1'), chosen('r1', 1), sessionEnded({ reason: 'expired' }))
    expect(stored.get('queue.p1')).toMatchObject({ items: [{ uuid: 'i1' }] })
  })
  test('a renewed sign-in of the same player reads nothing again', async () => {
    const stored = await left()
    const again = visit(stored)
    await again.happens(started('p1'))
    stored.clear()
    await again.happens(started('p1'))
    expect(again.queue.items).toEqual(['i1', 'i2'])
  })
  test('D-109: is of its player alone', async () => {
    const again = visit(await left())
    await again.happens(started('p2'))
    expect(again.queue.items).toEqual([])
  })
  test('D-036: is forgotten when the player signs out, here or in another tab', async () => {
    for (const reason of ['signedOut', 'elsewhere'] as const) {
      const stored = await left()
      const { happens } = visit(stored)
      await happens(started('p1'), sessionEnded({ reason }))
      expect([...stored.keys()]).toEqual([])
    }
  })
  test('is there again after the session expired', async () => {
    const stored = await left()
    const { happens } = visit(stored)
    await happens(started('p1'), sessionEnded({ reason: 'expired' }))
    await happens(appOpened({ startedAt: 9, build: '1', language: 'en', width: 1, height: 1, online: true }))
    expect(new Set(stored.keys())).toEqual(new Set(['queue.p1', 'queueAt.p1']))
  })
  test('gives way to what was chosen before it was read', async () => {
    const stored = await left()
    const again = visit(stored)
    const reading = again.happens(started('p1'), chosen('r2', 9))
    await reading
    expect(again.queue).toMatchObject({ items: ['i9'], selectedItem: 'i9' })
    expect(again.player.song?.trackid).toBe('r2.a')
    await again.clock.advance(1000)
    expect(JSON.stringify(stored.get('queue.p1'))).not.toContain('r1.b')
  })
  test.each([
    ['that is none', 'nonsense'],
    ['without a song', { items: [], history: [], song: 'x' }],
    ['of items that are none', { items: [{ uuid: 7 }], history: 3, song: 'x' }],
  ])('%s is an empty one', async (_name, value) => {
    const again = visit(new Map<string, unknown>([['queue.p1', value]]))
    await again.happens(started('p1'))
    expect(again.queue.items).toEqual([])
    expect(again.player.shouldShowMiniPlayer).toBe(false)
  })
  test.each([[-1], [1e9], ['soon'], [Number.NaN], [null]])('a position of %j is the beginning', async (position) => {
    const stored = await left()
    stored.set('queueAt.p1', { song: 'i1.2', position })
    const again = visit(stored)
    await again.happens(started('p1'))
    expect(again.player).toMatchObject({ song: { trackid: 'r1.b' }, currentTime: 0 })
  })
  test('a position in a song of another queue is the beginning of this one', async () => {
    const stored = await left()
    stored.set('queueAt.p1', { song: 'i9.1', position: 30 })
    const again = visit(stored)
    await again.happens(started('p1'))
    expect(again.player).toMatchObject({ song: { trackid: 'r1.b' }, currentTime: 0 })
  })
  test('D-109: hundreds that are added are gathered once for each time they are written', async () => {
    const { happens, clock } = visit(new Map())
    await happens(started('p1'), chosen('r1', 1))
    const read = vi.spyOn(Store.prototype, 'get')
    const many = Array.from({ length: 300 }, (_, n) => n + 2)
    await happens(...many.map((n) => queueReleaseAdded({ releaseid: 'r2', itemId: `i${n}`, place: 'bottom' })))
    await clock.advance(1000)
    const items = read.mock.calls.filter(([kind]) => kind === 'queueItem')
    read.mockRestore()
    // A handful for each, as every event is reduced twice.
    expect(items.length).toBeLessThan(300 * 12)
  })
  test('a store that refuses costs the memory, nothing more', async () => {
    const one = visit(new Map(), true)
    await one.happens(started('p1'), chosen('r1', 1))
    await one.clock.advance(2000)
    await one.happens(queueReleaseAdded({ releaseid: 'r2', itemId: 'i2', place: 'bottom' }))
    expect(one.queue).toMatchObject({ items: ['i1', 'i2'], selectedItem: 'i1' })
    expect(one.player.isPlaying).toBe(true)
  })
})
