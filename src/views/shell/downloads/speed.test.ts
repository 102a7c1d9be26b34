import { expect, test } from 'vitest'
import { nextSpeeds, type Speeds } from './speed.state.ts'

const NONE: Speeds = { jobs: {}, all: 0, left: 0 }

test('a job that is seen first has no speed yet', () => {
  const speeds = nextSpeeds(NONE, new Map([['a', { now: 500, earlier: undefined, left: 1500 }]]), 1000)
  expect(speeds).toEqual({ jobs: {}, all: 0, left: 1500 })
})

test('speeds are bytes a second, whatever the interval was', () => {
  const received = new Map([
    ['a', { now: 3000, earlier: 1000, left: 100 }],
    ['b', { now: 1000, earlier: 0, left: 50 }],
  ])
  expect(nextSpeeds(NONE, received, 500)).toEqual({ jobs: { a: 4000, b: 2000 }, all: 6000, left: 150 })
})

test('a sudden change is followed within a few seconds, not at once', () => {
  let speeds: Speeds = { jobs: { a: 1000 }, all: 1000, left: 0 }
  speeds = nextSpeeds(speeds, new Map([['a', { now: 5000, earlier: 0, left: 0 }]]), 1000)
  expect(speeds.jobs.a).toBe(2600)
  for (let second = 0; second < 6; second++)
    speeds = nextSpeeds(speeds, new Map([['a', { now: 5000, earlier: 0, left: 0 }]]), 1000)
  expect(speeds.jobs.a).toBeGreaterThan(4800)
})

test('a restart that goes back never shows a negative speed', () => {
  const speeds = nextSpeeds(NONE, new Map([['a', { now: 0, earlier: 9000, left: 9000 }]]), 1000)
  expect(speeds.jobs.a).toBe(0)
})
