import { expect, test } from 'vitest'
import type { FromInspected } from '#core/contracts/inspect.ts'
import type { AppEvent } from '#core/events/index.ts'
import { playerVolumeChanged } from '#core/events/player.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { Story } from '#tests/support/story.ts'
import { createInspection, MOST } from './inspection.ts'

function looking(before: readonly AppEvent[] = []) {
  const clock = new FakeClock()
  const began = clock.now()
  /** So long the device slept: its clock went on, and nothing ran. */
  let asleep = 0
  const told: FromInspected[] = []
  const inspection = createInspection({
    clock,
    steady: () => clock.now() - began - asleep,
    post: (message) => void told.push(message),
    depth: () => ({ unsent: 3, unhashed: 4, unstored: 0, messages: {} }),
  })
  inspection.begin(before)
  const story = new Story()
  const happens = (volume: number) => {
    story.happens(playerVolumeChanged({ volume }))
    const event = story.events.at(-1)
    if (event) inspection.accept(event, story.state)
  }
  const sleep = (ms: number) => {
    clock.putBack(-ms)
    asleep += ms
  }
  return { clock, told, inspection, happens, sleep }
}

test('what happened before comes first, in messages of bounded length', async () => {
  const story = new Story()
  for (let n = 0; n < MOST + 2; n++) story.happens(playerVolumeChanged({ volume: n % 100 }))
  const { clock, told, happens } = looking(story.events)
  happens(1)
  await clock.advance(100)
  expect(told.map(({ events }) => events.length)).toEqual([MOST, 2, 1])
  expect(told[1]?.events.at(-1)?.seq).toBe(MOST + 2)
})

test('what happens is told in order, some times a second, with what waits', async () => {
  const { clock, told, happens } = looking()
  happens(1)
  happens(2)
  expect(told).toEqual([])
  await clock.advance(100)
  expect(told).toMatchObject([
    { events: [{ payload: { volume: 1 } }, { payload: { volume: 2 } }], passed: 0, health: { unsent: 3, unhashed: 4 } },
  ])
  await clock.advance(100)
  expect(told[1]).toMatchObject({ events: [], passed: 0 })
})

test('a flood is counted where it is more than one message holds', async () => {
  const { clock, told, happens } = looking()
  for (let n = 0; n < MOST + 7; n++) happens(n % 100)
  await clock.advance(100)
  expect(told[0]?.events).toHaveLength(MOST)
  expect(told[0]?.passed).toBe(7)
  await clock.advance(100)
  expect(told[1]).toMatchObject({ events: [], passed: 0 })
})

test('nothing is told any more when nobody looks', async () => {
  const { clock, told, inspection, happens } = looking()
  happens(1)
  inspection.end()
  await clock.advance(1000)
  expect(told).toEqual([])
  expect(clock.pending).toBe(0)
})

test('how late a message comes is the longest a task took, and a timely one took none', async () => {
  const { clock, told } = looking()
  await clock.advance(100)
  await clock.advance(100)
  expect(told.map(({ health }) => health.longestMs)).toEqual([0, 0])
})

test('a device that slept was not busy, nor one whose clock was put right', async () => {
  const { clock, told, sleep } = looking()
  await clock.advance(50)
  sleep(8 * 3_600_000)
  await clock.advance(50)
  expect(told.map(({ health }) => health.longestMs)).toEqual([0])
})

test('whoever stopped looking before it began is told nothing', async () => {
  const clock = new FakeClock()
  const told: FromInspected[] = []
  const inspection = createInspection({ clock, steady: () => clock.now(), post: (message) => void told.push(message), depth: () => ({ unsent: 0, unhashed: 0, unstored: 0, messages: {} }) }) // biome-ignore format: one line
  inspection.end()
  inspection.begin(new Story().happens(playerVolumeChanged({ volume: 1 })).events)
  await clock.advance(1000)
  expect(told).toEqual([])
})

test('of a long past the newest ten thousand events are told, and the others counted once', () => {
  const before = Array.from({ length: 10_600 }, (_, at) => ({ seq: at + 1 }) as AppEvent)
  const { told } = looking(before)
  expect(told).toHaveLength(20)
  expect(told.map(({ passed }) => passed)).toEqual([600, ...Array.from({ length: 19 }, () => 0)])
  expect(told[0]?.events.at(0)?.seq).toBe(601)
  expect(told.at(-1)?.events.at(-1)?.seq).toBe(10_600)
})
