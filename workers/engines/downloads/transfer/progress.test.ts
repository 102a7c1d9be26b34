import { beforeEach, expect, test } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { Progress, REPORT_MS } from './progress.ts'

let clock: FakeClock
let reports: string[]
let progress: Progress

beforeEach(() => {
  clock = new FakeClock()
  reports = []
  progress = new Progress(clock, (counts) => reports.push(counts.map(({ id, bytes }) => `${id} ${bytes}`).join(', ')))
})

test('all that moved meanwhile is one report, with its last count', async () => {
  progress.moved('a', 1)
  progress.moved('b', 5)
  await clock.advance(REPORT_MS - 1)
  progress.moved('a', 2)
  expect(reports).toEqual([])
  await clock.advance(1)
  expect(reports).toEqual(['a 2, b 5'])
})

test('what did not move again is not reported again, and where nothing moves no timer runs', async () => {
  progress.moved('a', 1)
  progress.moved('b', 1)
  await clock.advance(REPORT_MS)
  progress.moved('b', 2)
  await clock.advance(10 * REPORT_MS)
  expect([reports, clock.pending]).toEqual([['a 1, b 1', 'b 2'], 0])
})

test('the last count of a job is reported at once, and once', async () => {
  progress.moved('a', 1)
  await clock.advance(REPORT_MS)
  progress.moved('a', 7)
  progress.last('a')
  progress.last('a')
  await clock.advance(REPORT_MS)
  expect(reports).toEqual(['a 1', 'a 7'])
})

test('a last count that was reported is not reported again', async () => {
  progress.moved('a', 1)
  await clock.advance(REPORT_MS)
  progress.last('a')
  expect(reports).toEqual(['a 1'])
})

test('nothing is reported of a job that was forgotten', async () => {
  progress.moved('a', 1)
  progress.forget('a')
  await clock.advance(REPORT_MS)
  expect(reports).toEqual([])
})
