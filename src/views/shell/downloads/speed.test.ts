import { describe, expect, test } from 'vitest'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { newJob } from '#core/reducers/downloads/downloadJobs.ts'
import { DownloadTally } from '#projections/downloads/downloadTally.ts'
import { SpeedMeter } from './speed.state.ts'

const MB = 1_000_000
const look = (at: number, jobs: Record<string, number>, rest: number | null, arrived = 0) => ({
  at,
  jobs: new Map(Object.entries(jobs)),
  rest,
  arrived,
})

test('speeds are bytes a second, whatever the interval was', () => {
  const meter = new SpeedMeter()
  expect(meter.look(look(0, { a: 1000, b: 0 }, 150))).toMatchObject({ jobs: { a: 0, b: 0 }, all: 0 })
  const { jobs, all } = meter.look(look(500, { a: 3000, b: 1000 }, 150, 3000))
  expect(jobs.a).toBeCloseTo(4000)
  expect(jobs.b).toBeCloseTo(2000)
  expect(all).toBeCloseTo(6000)
})

test('the time left is of all that is under way, once there is something to go by', () => {
  const meter = new SpeedMeter()
  meter.look(look(0, {}, 10_000))
  expect(meter.look(look(1000, {}, 9000, 1000)).left).toBeNull()
  expect(meter.look(look(2000, {}, 8000, 2000)).left).toBeCloseTo(8)
})

test('a restart that goes back never shows a negative speed', () => {
  const meter = new SpeedMeter()
  meter.look(look(0, { a: 9000 }, 9000))
  expect(meter.look(look(1000, { a: 0 }, 9000)).jobs.a).toBe(0)
})

test('P4: a line that brings nothing any more has no speed after four seconds, and a row can say how long it has been quiet', () => {
  const meter = new SpeedMeter()
  const seen = (second: number, a: number, b: number) => meter.look(look(second * 1000, { a, b }, 50 * MB, a + b))
  for (let second = 0; second <= 8; second++) seen(second, second * MB, second * MB)
  for (let second = 9; second < 12; second++) seen(second, 8 * MB, second * MB)
  const one = seen(12, 8 * MB, 12 * MB)
  expect(one.jobs.a).toBe(0)
  expect(one.quiet).toEqual({ a: 4000, b: 0 })
  expect([one.jobs.b, one.all > MB, one.left !== null]).toEqual([MB, true, true])
  for (let second = 13; second < 16; second++) seen(second, 8 * MB, 12 * MB)
  expect(seen(16, 8 * MB, 12 * MB)).toMatchObject({ jobs: { a: 0, b: 0 }, all: 0, left: null })
  expect(seen(17, 9 * MB, 12 * MB)).toMatchObject({ quiet: { a: 0, b: 5000 } })
})

/** Loads files over a line, told of as the page is: a job waits, loads, is finished; some of that within one look. */
function* loading(count: number, size: number, line: number, resumed = 0) {
  const tally = new DownloadTally()
  const jobs = Array.from({ length: count }, (_, n): DownloadJob => ({ ...blank, downloadID: `${n}`, batch: '0' }))
  for (const job of jobs) tally.note(job.downloadID, job)
  const TICK_MS = 250
  let first = 0
  let begun = resumed
  for (let at = 0; first < count; at += TICK_MS) {
    if (at % 1000 === 0) yield { at, tally }
    for (let budget = (line * TICK_MS) / 1000; budget > 0 && first < count; ) {
      const bytes = Math.min(budget, size - begun)
      begun += bytes
      budget -= bytes
      const isWhole = begun >= size
      const job = { ...jobs[first], receivedBytes: Math.round(begun), totalBytes: size } as DownloadJob
      tally.note(`${first}`, { ...job, resumedAt: resumed, status: isWhole ? 'finished' : 'loading' })
      if (!isWhole) continue
      first += 1
      begun = resumed
    }
  }
}

const blank = newJob(
  {
    downloadID: 'x', type: 'song', mediaID: 'x', releaseid: null, format: 'wav', artist: '', title: '', version: '',
    explicit: false, ordinal: null, trackcount: 1, coverart: '',
  }, // biome-ignore format: a request has many fields
  'x',
)

describe('the speed of all', () => {
  test.each([
    ['300 files of 1 MB at 3.7 MB/s', 300, 1 * MB, 3.7 * MB],
    ['900 files of 100 kB at 0.5 MB/s', 900, 0.1 * MB, 0.5 * MB],
    ['40 files of 50 MB at 100 MB/s', 40, 50 * MB, 100 * MB],
    ['one file of 500 MB at 20 MB/s', 1, 500 * MB, 20 * MB],
  ])('is within a quarter of the line after five seconds, and so is the time left: %s', (_, count, size, line) => {
    const meter = new SpeedMeter()
    const seconds = (count * size) / line
    for (const { at, tally } of loading(count, size, line)) {
      const { total, received } = tally.underWay
      const { all, left } = meter.look(look(at, {}, total === null ? null : total - received, tally.arrived))
      if (at < 5000 || at > seconds * 1000 - 3000) continue
      expect(Math.abs(all - line) / line).toBeLessThan(0.25)
      const really = seconds - at / 1000
      expect(Math.abs((left ?? 0) - really) / really).toBeLessThan(0.25)
    }
  })

  test('leaves out what lay here already when a file is taken up again', () => {
    const meter = new SpeedMeter()
    for (const { at, tally } of loading(20, 100 * MB, 5 * MB, 80 * MB)) {
      const { all } = meter.look(look(at, {}, null, tally.arrived))
      if (at >= 5000) expect(all).toBeLessThan(6 * MB)
    }
  })
})
