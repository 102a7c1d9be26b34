import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { atMost, figureOf, type Report } from '../table/figure.ts'
import { runChild } from './child.ts'
import { PLAN } from './plan.ts'
import { summaryOf } from './summary.ts'

const never = new AbortController().signal
const reportOf = (bench: string, value: number): Report => ({
  bench,
  figures: [figureOf({ what: 'first paint', unit: 'ms', must: atMost(900), shortened: true }, value)],
  peers: ['peer 1.2.3'],
  leavesOut: ['covers'],
})
/** Leaves a report and ends with a code. */
const program = (said: Report | null, code: number, more = '') => [
  '-e',
  `${said ? `require('fs').writeFileSync(process.env.BENCH_FIGURES, ${JSON.stringify(JSON.stringify(said))});` : ''}${more};process.exitCode = ${code}`,
]

beforeEach(() => void vi.spyOn(process.stderr, 'write').mockReturnValue(true))
afterEach(() => void vi.restoreAllMocks())

it('every benchmark is among all of them', () => {
  const names = readdirSync(join(import.meta.dirname, '..'))
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => file.replace('.bench.ts', ''))
  expect(new Set([...PLAN, 'all'])).toEqual(new Set(names))
})

it('takes the figures of a benchmark that ran to its end, also of one that missed', async () => {
  const kept = await runChild('load', program(reportOf('load', 1), 0), 20_000, never)
  expect(kept).toMatchObject({ report: reportOf('load', 1), failed: null })
  const missed = await runChild('load', program(reportOf('load', 1000), 1), 20_000, never)
  expect(missed).toMatchObject({ report: reportOf('load', 1000), failed: null })
})

it.each([
  ['crashes', program(null, 2, "console.error('Error: no browser\\n  at x')"), 'Error: no browser'],
  ['says nothing at all', program(null, 0), 'it ended with 0 and without a report'],
  ['fails after its figures', program(reportOf('load', 1), 2, "console.error('wrong files')"), 'wrong files'],
  ['has no figures', program({ ...reportOf('load', 1), figures: [] }, 1), 'it ended with 1'],
  ['leaves the report of another', program(reportOf('press', 1), 0), 'the report is of press'],
])('one that %s has failed', async (_, command, why) => {
  expect((await runChild('load', command, 20_000, never)).failed).toBe(why)
})

it('one that hangs is ended, and one that is stopped as well', async () => {
  const hangs = ['-e', 'setInterval(() => {}, 1000)']
  expect((await runChild('load', hangs, 300, never)).failed).toMatch(/was ended/)
  const stop = new AbortController()
  const running = runChild('load', hangs, 60_000, stop.signal)
  stop.abort()
  expect((await running).failed).toMatch(/was ended/)
})

it('one table holds all, and a miss, a void row or a failure spoils it', () => {
  const ran = (value: number, failed: string | null = null) => ({
    report: reportOf('load', value),
    failed,
    seconds: 30,
  })
  const { text, isKept } = summaryOf(new Map([['load', ran(850)]]), 'abc1234+changes')
  expect(isKept).toBe(true)
  expect(text).toContain('commit abc1234+changes')
  expect(text).toMatch(/^load +first paint +850 ms +at most 900 +met +SHORTENED$/m)
  expect(text).toContain('load, 30 s\n  with: peer 1.2.3\n  left out: covers')
  expect(text).toContain('1 met, 0 missed, 0 void, 0 failed, 0 without a must, 1 of them shortened')

  const also = (value: number, failed: string | null = null) =>
    summaryOf(
      new Map([
        ['load', ran(1)],
        ['press', ran(value, failed)],
      ]),
      'abc',
    )
  expect(also(901).isKept).toBe(false)
  expect(also(Number.NaN).isKept).toBe(false)
  expect(also(1, 'no browser').isKept).toBe(false)
  expect(also(1, 'no browser').text).toMatch(/^press +no browser +FAILED$/m)
  expect(summaryOf(new Map(), 'abc').isKept).toBe(false)
})
