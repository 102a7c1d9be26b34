import { expect, test } from 'vitest'
import { SpeedMeter } from './speed.state.ts'

const seen = (jobs: Record<string, number>) => new Map(Object.entries(jobs))

test('a job that is seen first has no speed yet: what it has may come from an earlier visit', () => {
  expect(new SpeedMeter().look(seen({ a: 500 }), 1500, 1000)).toMatchObject({ jobs: { a: 0 }, all: 0 })
})

test('speeds are bytes a second, whatever the interval was', () => {
  const meter = new SpeedMeter()
  meter.look(seen({ a: 1000, b: 0 }), 150, 0)
  const { jobs, all } = meter.look(seen({ a: 3000, b: 1000 }), 150, 500)
  expect(jobs.a).toBeCloseTo(4000)
  expect(jobs.b).toBeCloseTo(2000)
  expect(all).toBeCloseTo(6000)
})

test('the time left is of all that is under way, once there is something to go by', () => {
  const meter = new SpeedMeter()
  meter.look(seen({ a: 0 }), 10_000, 0)
  expect(meter.look(seen({ a: 1000 }), 9000, 1000).left).toBeNull()
  expect(meter.look(seen({ a: 2000 }), 8000, 1000).left).toBeCloseTo(8)
})

test('a restart that goes back never shows a negative speed', () => {
  const meter = new SpeedMeter()
  meter.look(seen({ a: 9000 }), 9000, 0)
  expect(meter.look(seen({ a: 0 }), 9000, 1000).jobs.a).toBe(0)
})
