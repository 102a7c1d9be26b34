import { describe, expect, test } from 'vitest'
import { foresee } from '#tests/support/foresee.ts'
import { bytesPerSecond, NO_PACE, nextPace, type Pace, secondsLeft } from './pace.ts'

const MB = 1_000_000

interface Line {
  /** Bytes of each file. */
  files: number[]
  slots: number
  /** Bytes a second of the whole line, and of one connection. */
  line: number
  connection: number
  /** Seconds between two measurements. */
  every: number
  /** Factor of the line's rate at a time, s. */
  sway?: (second: number) => number
  /** It is looked at for so long, s. Default: to the end. */
  until?: number
}

/** Loads the files in order over the line and answers, for each measurement, what was said and what came true. */
function simulate({ files, slots, line, connection, every, sway = () => 1, until = Infinity }: Line) {
  const jobs = files.map((size) => ({ size, received: 0, begun: false }))
  const said: { at: number; rate: number; left: number | null }[] = []
  let pace: Pace = NO_PACE
  let at = 0
  let arrived = 0
  const STEP = 0.05
  let next = every
  let first = 0
  const loading = () => {
    while (first < jobs.length && (jobs[first]?.received ?? 0) >= (jobs[first]?.size ?? 0)) first += 1
    return jobs
      .slice(first, first + 2 * slots)
      .filter((job) => job.received < job.size)
      .slice(0, slots)
  }
  for (;;) {
    const open = loading()
    if (open.length === 0 || at >= until) break
    const rate = Math.min(connection, (line * sway(at)) / open.length)
    // What a short file leaves of a step goes to the next one.
    let quota = rate * STEP * open.length
    for (let pass = 0; pass < 1000 && quota > 1; pass++)
      for (const job of loading()) {
        job.begun = true
        const bytes = Math.min(rate * STEP, quota, job.size - job.received)
        job.received += bytes
        arrived += bytes
        quota -= bytes
      }
    at += STEP
    if (at + 1e-9 < next) continue
    next += every
    pace = nextPace(pace, { at: at * 1000, bytes: arrived })
    const { received, total } = foresee(
      jobs.map((job) => ({
        status: job.begun ? 'loading' : 'waiting',
        type: 'song',
        format: 'wav',
        receivedBytes: job.received,
        totalBytes: job.begun ? job.size : null,
      })),
    )
    said.push({ at, rate: bytesPerSecond(pace), left: secondsLeft(pace, total === null ? null : total - received) })
  }
  return { said, end: at }
}

/** How far off the time left was at worst, as a part of what was really left. */
function worst({ said, end }: ReturnType<typeof simulate>, from: number, to: number): number {
  const seen = said.filter(({ at }) => at >= from && at <= to)
  expect(seen.length).toBeGreaterThan(3)
  return Math.max(...seen.map(({ at, left }) => (left === null ? 1 : Math.abs(left - (end - at)) / (end - at))))
}

const same = Array.from({ length: 20 }, () => 50 * MB)
const mixed = Array.from({ length: 24 }, (_, n) => (30 + ((n * 7) % 40)) * MB)

describe('the time left on a steady line', () => {
  test('is within a quarter from the tenth second to the last five, for equal files', () => {
    const run = simulate({ files: same, slots: 3, line: 20 * MB, connection: 20 * MB, every: 1 })
    expect(worst(run, 10, run.end - 5)).toBeLessThan(0.25)
  })
  test('is within a quarter after ten seconds for files of many lengths that are not known yet', () => {
    const run = simulate({ files: mixed, slots: 3, line: 20 * MB, connection: 20 * MB, every: 1 })
    expect(worst(run, 10, run.end - 5)).toBeLessThan(0.25)
  })
  test('is within a quarter when each connection is slow, as long as the slots are full', () => {
    const run = simulate({ files: same, slots: 3, line: 1000 * MB, connection: 5 * MB, every: 1 })
    expect(worst(run, 10, run.end - 20)).toBeLessThan(0.25)
  })
  test('does not follow every breath of the line', () => {
    const sway = (second: number) => 1 + 0.3 * Math.sin(second * 3)
    const run = simulate({ files: same, slots: 3, line: 20 * MB, connection: 20 * MB, every: 1, sway })
    expect(worst(run, 10, run.end - 8)).toBeLessThan(0.25)
  })
})

describe('the rate on lines and files of every size', () => {
  const lines = [0.5, 3.7, 20, 100]
  const files = [0.1, 1, 50, 500]
  const runs = lines.flatMap((line) => files.map((size) => ({ line, size })))
  test.each(runs)('is within a quarter after five seconds: $line MB/s, files of $size MB', ({ line, size }) => {
    const count = Math.max(3, Math.ceil((line * 30) / size))
    const files = Array.from({ length: count }, () => size * MB)
    const { said } = simulate({ files, slots: 3, line: line * MB, connection: 1000 * MB, every: 1, until: 30 })
    const after = said.filter(({ at }) => at >= 5 && at <= 25)
    expect(after.length).toBeGreaterThan(15)
    for (const { rate } of after) expect(Math.abs(rate - line * MB)).toBeLessThan((line * MB) / 4)
  })
})

/** A pace of looks so many ms apart, each with these bytes more. */
function looks(ms: number, ...bytes: number[]): Pace {
  let sum = 0
  let pace = NO_PACE
  for (const [n, more] of bytes.entries()) {
    sum += more
    pace = nextPace(pace, { at: n * ms, bytes: sum })
  }
  return pace
}

test('two looks are a rate, however short the time between them', () => {
  expect(bytesPerSecond(looks(250, 0, 500))).toBeCloseTo(2000)
  expect(bytesPerSecond(looks(250, 500))).toBe(0)
})
test('a line that changes is followed within ten seconds', () => {
  const slow = Array.from({ length: 20 }, () => 1000)
  const fast = Array.from({ length: 10 }, () => 5000)
  expect(bytesPerSecond(looks(1000, 0, ...slow, ...fast))).toBeCloseTo(5000)
})
test('waiting for the first byte is not counted as a slow line', () => {
  const idle = Array.from({ length: 30 }, () => 0)
  expect(bytesPerSecond(looks(1000, ...idle, 4000, 4000))).toBeCloseTo(4000)
})
test('a count that begins anew begins the pace anew', () => {
  const pace = nextPace(looks(1000, 0, 9000, 9000), { at: 4000, bytes: 100 })
  expect(bytesPerSecond(pace)).toBe(0)
  expect(bytesPerSecond(nextPace(pace, { at: 5000, bytes: 1100 }))).toBeCloseTo(1000)
})
test('nothing is said before two seconds were measured, on a line that stands, or of an unknown length', () => {
  expect(secondsLeft(looks(1000, 0, 1000), 5000)).toBeNull()
  expect(secondsLeft(looks(5000, 0, 0), 5000)).toBeNull()
  expect(secondsLeft(looks(5000, 0, 5000), null)).toBeNull()
  expect(secondsLeft(looks(5000, 0, 5000), 5000)).toBeCloseTo(5)
})
test('what has not begun counts as the mean of its own kind', () => {
  const job = (format: 'wav' | 'mp3', totalBytes: number | null, status: 'waiting' | 'loading' = 'waiting') => ({
    status, type: 'song' as const, format, receivedBytes: 10, totalBytes,
  }) // biome-ignore format: five fields
  expect(foresee([job('wav', 300), job('wav', 500), job('wav', null), job('mp3', 40), job('mp3', null)])).toEqual({
    received: 50,
    total: 300 + 500 + 400 + 40 + 40,
  })
  expect(foresee([job('wav', null)]).total).toBeNull()
  expect(foresee([job('wav', 300), job('wav', null, 'loading')]).total).toBeNull()
})
