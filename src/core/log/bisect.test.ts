import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { finished, recordedLog } from '#tests/support/recordedLog.ts'
import { playerVolumeChanged } from '../events/player.ts'
import { bisect, firstBad } from './bisect.ts'
import { Timeline } from './timeline.ts'

const volumes = (all: readonly number[]) =>
  new Timeline(recordedLog(all.map((volume) => playerVolumeChanged({ volume }))))
const isLoud = (state: ReturnType<Timeline['seek']>) => state.single('player').volume > 90

describe('the first bad event', () => {
  test('of damage that stays is found, wherever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), (count, place) => {
        const bad = 1 + (place % count)
        const line = volumes(Array.from({ length: count }, (_, at) => (at + 1 >= bad ? 95 : 5)))
        expect(finished(bisect(line, isLoud))).toMatchObject({ seq: bad, how: 'stays' })
      }),
      { numRuns: 60 },
    )
  })

  test('of damage that passed is found by looking everywhere', () => {
    const line = volumes(Array.from({ length: 1000 }, (_, at) => (at === 333 ? 95 : 5)))
    expect(finished(bisect(line, isLoud))).toMatchObject({ seq: 334, how: 'passes' })
  })

  test('of no damage is none', () => {
    expect(finished(bisect(volumes([1, 2, 3]), isLoud))).toMatchObject({ seq: null, how: 'passes' })
    expect(finished(firstBad(volumes([]), isLoud))).toMatchObject({ seq: null, looks: 1 })
  })

  test('is the beginning when it was bad before any', () => {
    expect(finished(bisect(volumes([1]), () => true))).toMatchObject({ seq: 0, looks: 1 })
  })

  test('is asked with its event', () => {
    const line = volumes([1, 2, 3, 2])
    expect(finished(firstBad(line, (_, event) => event?.seq === 4))).toMatchObject({ seq: 4 })
  })
})

test('looks at few of many states, and tells how far it has come', () => {
  const line = volumes(Array.from({ length: 5000 }, (_, at) => (at >= 4321 ? 95 : 5)))
  const steps = bisect(line, isLoud)
  expect(steps.next().value).toBe(100)
  const { seq, looks } = finished(steps)
  expect(seq).toBe(4322)
  expect(looks).toBeLessThan(200)
})

test('looking everywhere is told every 256 events', () => {
  expect([...firstBad(volumes(Array.from({ length: 600 }, () => 5)), isLoud)]).toEqual([0, 256, 512])
})

test('of what goes bad between two looks the first is found, and said how far one is', () => {
  const line = volumes(Array.from({ length: 30_000 }, (_, at) => (at >= 1100 ? 95 : 5)))
  const steps: number[] = []
  const all = bisect(line, isLoud)
  let step = all.next()
  for (; !step.done; step = all.next()) steps.push(step.value)
  expect(steps).toEqual([600, 1200, 768, 1024])
  expect(step.value).toMatchObject({ seq: 1101, how: 'stays' })
})
