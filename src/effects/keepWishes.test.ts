import { expect, it } from 'vitest'
import { appWorkerRestarted } from '#core/events/app.ts'
import { downloadNoted, downloadRemoved, downloadRequested } from '#core/events/downloads.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import type { Entities, Kind } from '#core/model/entities.ts'
import { Store } from '#core/reducers/store.ts'
import { wished } from '#tests/support/downloadParts.ts'
import { heardBus } from '#tests/support/heard.ts'
import { keepWishes } from './keepWishes.ts'

class CountingStore extends Store {
  reads = 0

  override get<K extends Kind>(kind: K, id: string): Readonly<Entities[K]> | undefined {
    this.reads += 1
    return super.get(kind, id)
  }
}

function setUp({ player = 'p1' as string | null, there = ['job-a', 'job-b'], kept = '' } = {}) {
  const texts = new Map<string, string>(kept === '' ? [] : [['before', kept]])
  const bus = heardBus()
  const restored: unknown[] = []
  const state = new CountingStore()
  // As a batch of many brings them: unread.
  for (const id of there) state.setText('job', id, JSON.stringify({ downloadID: id }))
  keepWishes({
    on: bus.on,
    texts: {
      names: () => [...texts.keys()],
      read: (name) => texts.get(name) ?? null,
      write: (name, text) => void (text === null ? texts.delete(name) : texts.set(name, text)),
    },
    page: 'mine',
    mayKeep: () => true,
    player: () => player,
    state: () => state,
    restore: (left) => restored.push(...left),
  })
  /** It is written at the end of the task. */
  const mine = async () => {
    await Promise.resolve()
    return JSON.parse(texts.get('mine') ?? '[]') as unknown[]
  }
  return { bus, restored, mine, state }
}

it('what was added is kept, and what came to nothing is not', async () => {
  const { bus, mine } = setUp()
  bus.happens(downloadRequested({ requests: [wished('a'), wished('x')] }))
  expect(await mine()).toEqual([{ player: 'p1', request: wished('a') }])
})

it('jobs that came as text stay unread: of thousands asked for at once that would be one long task', async () => {
  const there = Array.from({ length: 2000 }, (_, n) => `job-${n}`)
  const { bus, mine, state } = setUp({ there })
  bus.happens(downloadRequested({ requests: there.map((_, n) => wished(String(n))) }))
  expect((await mine()).length).toBeGreaterThan(300)
  expect(state.reads).toBe(0)
})

it('what was removed is kept as removed', async () => {
  const { bus, mine } = setUp()
  bus.happens(downloadRemoved({ downloadID: 'job-a' }))
  expect(await mine()).toEqual([{ player: 'p1', removed: 'job-a' }])
})

it('what the journal has is kept no more', async () => {
  const { bus, mine } = setUp()
  bus.happens(downloadRequested({ requests: [wished('a'), wished('b')] }))
  bus.happens(downloadNoted({ ids: ['job-a'] }))
  expect(await mine()).toEqual([{ player: 'p1', request: wished('b') }])
})

it('a goodbye ends the keeping, an expiry does not: the same person comes back', async () => {
  const { bus, mine } = setUp()
  bus.happens(downloadRequested({ requests: [wished('a')] }))
  bus.happens(sessionEnded({ reason: 'expired' }))
  expect(await mine()).toHaveLength(1)
  bus.happens(sessionEnded({ reason: 'signedOut' }))
  expect(await mine()).toEqual([])
})

it('nothing is kept of nobody', async () => {
  const { bus, mine } = setUp({ player: null })
  bus.happens(downloadRequested({ requests: [wished('a')] }))
  expect(await mine()).toEqual([])
})

it('H-625: what is not noted yet is handed to a downloads worker that comes in the place of one that died', () => {
  const { bus, restored } = setUp()
  bus.happens(downloadRequested({ requests: [wished('a'), wished('b')] }))
  bus.happens(downloadNoted({ ids: ['job-a'] }))
  bus.happens(downloadRemoved({ downloadID: 'job-gone' }))
  bus.happens(appWorkerRestarted({ worker: 'log', message: '' }))
  expect(restored).toEqual([])
  bus.happens(appWorkerRestarted({ worker: 'downloads', message: '' }))
  const left = [
    { player: 'p1', request: wished('b') },
    { player: 'p1', removed: 'job-gone' },
  ]
  expect(restored).toEqual(left)
  bus.happens(downloadNoted({ ids: ['job-b', 'job-gone'] }))
  bus.happens(appWorkerRestarted({ worker: 'downloads', message: '' }))
  expect(restored).toEqual(left)
})

it('what an earlier page left is handed over at once, and again where the worker that was told has died', () => {
  const left = { player: 'p1', request: wished('z') }
  const { bus, restored } = setUp({ kept: JSON.stringify([left]) })
  expect(restored).toEqual([left])
  bus.happens(appWorkerRestarted({ worker: 'downloads', message: '' }))
  expect(restored).toEqual([left, left])
})
