import { expect, it } from 'vitest'
import { downloadNoted, downloadRemoved, downloadRequested } from '#core/events/downloads.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import { wished } from '#tests/support/downloadParts.ts'
import { heardBus } from '#tests/support/heard.ts'
import { keepWishes } from './keepWishes.ts'

function setUp({ player = 'p1' as string | null, there = ['job-a', 'job-b'], kept = '' } = {}) {
  const texts = new Map<string, string>(kept === '' ? [] : [['before', kept]])
  const bus = heardBus()
  const restored: unknown[] = []
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
    has: (id) => there.includes(id),
    restore: (left) => restored.push(...left),
  })
  /** It is written at the end of the task. */
  const mine = async () => {
    await Promise.resolve()
    return JSON.parse(texts.get('mine') ?? '[]') as unknown[]
  }
  return { bus, restored, mine }
}

it('what was added is kept, and what came to nothing is not', async () => {
  const { bus, mine } = setUp()
  bus.happens(downloadRequested({ requests: [wished('a'), wished('x')] }))
  expect(await mine()).toEqual([{ player: 'p1', request: wished('a') }])
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

it('what an earlier page left is handed over at once', () => {
  const left = { player: 'p1', request: wished('z') }
  expect(setUp({ kept: JSON.stringify([left]) }).restored).toEqual([left])
})
