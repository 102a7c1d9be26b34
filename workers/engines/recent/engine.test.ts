// What was heard, on a device whose store and clock the test holds.
import { describe, expect, test, vi } from 'vitest'
import { appOpened } from '#core/events/app.ts'
import type { AppDraft } from '#core/events/index.ts'
import { sessionEnded, sessionStarted } from '#core/events/people/session.ts'
import { playerAddressReady, playerReleaseChosen, playerStarted } from '#core/events/player.ts'
import { recentCleared } from '#core/events/recent.ts'
import { History } from '#core/model/library/recent.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { aRelease, aSong, Story, someClaims } from '#tests/support/story.ts'
import { createRecentEngine } from './engine.ts'

const started = (playerid: string) =>
  sessionStarted({
    claims: someClaims(playerid),
    accessToken: 'session:access',
    refreshToken: 'session:refresh',
    restored: false,
  })
const signedOut = sessionEnded({ reason: 'signedOut' })

/** One tab on the device of `stored`, by player. */
function tab(stored: Map<string, unknown>, refuses = false, tell: (message: unknown) => void = () => {}) {
  const clock = new FakeClock()
  let story = new Story()
  let time = 1000
  const engine = createRecentEngine({
    clock,
    report: (draft) => happens(draft),
    tell,
    load: async (playerid) => {
      if (refuses) throw new Error('refused')
      return structuredClone(stored.get(playerid))
    },
    update: async (playerid, change) => {
      if (refuses) throw new Error('refused')
      stored.set(playerid, structuredClone(change(stored.get(playerid))))
    },
  })
  function happens(draft: AppDraft): void {
    if (draft.type === 'app.opened') story = new Story()
    story.happens(draft)
    const event = story.events.at(-1)
    if (event) engine.accept(event, story.state)
  }
  /** A log that begins later than everything before it, and the releases it knows. */
  const open = () => {
    time += 1000
    happens(appOpened({ startedAt: time, build: '1', language: 'en', width: 1, height: 1, online: true }))
    story.knows(aRelease('r1', 3))
  }
  open()
  let wishes = 0
  return {
    clock,
    open,
    happens: async (draft: AppDraft) => {
      happens(draft)
      await settle()
    },
    hear: async (trackid: string) => {
      const requestId = `n${++wishes}`
      happens(playerReleaseChosen({ releaseid: 'r1', trackid, itemId: `i${wishes}`, requestId }))
      happens(playerAddressReady({ requestId, trackid, handle: 'secret:1' }))
      happens(playerStarted({ requestId, duration: 200 }))
      await settle()
    },
    hears: engine.hear,
    ids: () => story.state.single('recent').ids,
  }
}
const kept = (stored: Map<string, unknown>, playerid = 'p1') =>
  History.parse(stored.get(playerid)).plays.map((play) => play.song.trackid)
const history = (...trackids: string[]) => ({
  clearedAt: 0,
  plays: trackids.map((id, n) => ({ playedAt: 900 - n, song: aSong(id, 1) })),
})

describe('the history of a device', () => {
  test('is restored when its player signs in', async () => {
    const { happens, ids } = tab(new Map([['p1', history('a', 'b')]]))
    await happens(started('p1'))
    expect(ids()).toEqual(['a', 'b'])
  })
  test('RECENT-002: is written a moment after a song was heard', async () => {
    const stored = new Map<string, unknown>()
    const { happens, hear, clock } = tab(stored)
    await happens(started('p1'))
    await hear('r1.a')
    await hear('r1.b')
    expect(stored.size).toBe(0)
    await clock.advance(250)
    expect(kept(stored)).toEqual(['r1.b', 'r1.a'])
  })
  test('D-109: the next player of the same device does not see it, and does not write over it', async () => {
    const stored = new Map<string, unknown>()
    const { happens, hear, clock, ids, open } = tab(stored)
    await happens(started('p1'))
    await hear('r1.a')
    await happens(signedOut)
    expect(kept(stored)).toEqual(['r1.a'])
    open()
    await happens(started('p2'))
    expect(ids()).toEqual([])
    await hear('r1.b')
    await clock.advance(250)
    expect([kept(stored, 'p1'), kept(stored, 'p2')]).toEqual([['r1.a'], ['r1.b']])
  })
  test('what two tabs heard is one history', async () => {
    const stored = new Map<string, unknown>()
    const [one, two] = [tab(stored), tab(stored)]
    await one.happens(started('p1'))
    await two.happens(started('p1'))
    two.open()
    await two.happens(started('p1'))
    await one.hear('r1.a')
    await one.clock.advance(250)
    await two.hear('r1.b')
    await two.clock.advance(250)
    expect(kept(stored)).toEqual(['r1.b', 'r1.a'])
  })
  test('RECENT-003: what was cleared does not come back', async () => {
    const stored = new Map<string, unknown>([['p1', history('a', 'b')]])
    const { happens, clock, open, ids } = tab(stored)
    await happens(started('p1'))
    await happens(recentCleared({}))
    await clock.advance(250)
    expect(kept(stored)).toEqual([])
    open()
    await happens(started('p1'))
    expect(ids()).toEqual([])
  })
  test('RECENT-003: what one tab cleared another of the same player shows no longer, and no other player', async () => {
    const stored = new Map<string, unknown>([
      ['p1', history('a', 'b')],
      ['p2', history('c')],
    ])
    const [two, three] = [tab(stored), tab(stored)]
    const one = tab(stored, false, (message) => {
      for (const other of [two, three]) other.hears(message)
    })
    for (const each of [one, two]) await each.happens(started('p1'))
    await three.happens(started('p2'))
    two.open()
    await two.happens(started('p1'))
    await two.hear('r1.a')
    await one.happens(recentCleared({}))
    expect([one.ids(), two.ids(), three.ids()]).toEqual([[], ['r1.a'], ['c']])
    two.hears({ playerid: 'p1', clearedAt: 'yesterday' })
    await two.clock.advance(250)
    await one.clock.advance(250)
    expect(kept(stored)).toEqual(['r1.a'])
  })
  test('a song heard before the history was read stands above it, and is written', async () => {
    const stored = new Map<string, unknown>([['p1', history('a')]])
    const { happens, hear, clock, ids } = tab(stored)
    const reading = happens(started('p1'))
    const heard = hear('r1.a')
    await Promise.all([reading, heard])
    expect(ids()).toEqual(['r1.a', 'a'])
    await clock.advance(250)
    expect(kept(stored)).toEqual(['r1.a', 'a'])
  })
  test('what was only read is not written', async () => {
    const before = history('a')
    const stored = new Map<string, unknown>([['p1', before]])
    const { happens, clock } = tab(stored)
    await happens(started('p1'))
    await clock.advance(1000)
    expect(stored.get('p1')).toBe(before)
  })
  test('the store is not asked to write where nothing was heard since', async () => {
    const stored = new Map<string, unknown>()
    const { happens, hear, clock, open } = tab(stored)
    await happens(started('p1'))
    await hear('r1.a')
    await clock.advance(250)
    const asked = vi.spyOn(stored, 'get')
    await happens(signedOut)
    await clock.advance(1000)
    expect(asked).not.toHaveBeenCalled()
    open()
    await happens(started('p1'))
    expect(asked).toHaveBeenCalledTimes(1)
  })
  test('what was heard before another player signs in is written for who heard it', async () => {
    const stored = new Map<string, unknown>()
    const { happens, hear, clock } = tab(stored)
    await happens(started('p1'))
    await hear('r1.a')
    await happens(started('p2'))
    await clock.advance(1000)
    expect(kept(stored)).toEqual(['r1.a'])
  })
  test('songs of one moment are written once, later ones again', async () => {
    const stored = new Map<string, unknown>()
    const { happens, hear, clock } = tab(stored)
    await happens(started('p1'))
    const writes = vi.spyOn(stored, 'set')
    await hear('r1.a')
    await clock.advance(200)
    await hear('r1.b')
    await clock.advance(50)
    expect(writes).toHaveBeenCalledTimes(1)
    await clock.advance(1000)
    expect(writes).toHaveBeenCalledTimes(1)
    await hear('r1.c')
    await clock.advance(250)
    expect(writes).toHaveBeenCalledTimes(2)
    expect(kept(stored)).toEqual(['r1.c', 'r1.b', 'r1.a'])
  })
  test('a store that refuses costs the memory, nothing more', async () => {
    const { happens, hear, clock, ids } = tab(new Map(), true)
    await happens(started('p1'))
    await hear('r1.a')
    await clock.advance(250)
    await hear('r1.b')
    expect(ids()).toEqual(['r1.b', 'r1.a'])
  })
})
