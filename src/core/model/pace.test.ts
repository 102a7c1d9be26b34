import { describe, expect, test } from 'vitest'
import { bytesPerSecond, foresee, NO_PACE, nextPace, type Pace, secondsLeft } from './pace.ts'

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
}

/** Loads the files in order over the line and answers, for each measurement, what was said and what came true. */
function simulate({ files, slots, line, connection, every, sway = () => 1 }: Line) {
  const jobs = files.map((size) => ({ size, received: 0, begun: false }))
  const said: { at: number; left: number | null }[] = []
  let pace: Pace = NO_PACE
  let at = 0
  let arrived = 0
  const STEP = 0.05
  let next = every
  for (;;) {
    const open = jobs.filter((job) => job.received < job.size).slice(0, slots)
    if (open.length === 0) break
    const rate = Math.min(connection, (line * sway(at)) / open.length)
    for (const job of open) {
      job.begun = true
      const bytes = Math.min(rate * STEP, job.size - job.received)
      job.received += bytes
      arrived += bytes
    }
    at += STEP
    if (at + 1e-9 < next) continue
    next += every
    pace = nextPace(pace, arrived, every * 1000)
    arrived = 0
    const { received, total } = foresee(
      jobs.map((job) => ({
        status: job.begun ? 'loading' : 'waiting',
        type: 'song',
        format: 'wav',
        receivedBytes: job.received,
        totalBytes: job.begun ? job.size : null,
      })),
    )
    said.push({ at, left: secondsLeft(pace, total === null ? null : total - received) })
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

test('the first measurement is the rate itself, however short it was', () => {
  expect(bytesPerSecond(nextPace(NO_PACE, 500, 250))).toBeCloseTo(2000)
})
test('a line that changes is followed within ten seconds', () => {
  let pace = NO_PACE
  for (let n = 0; n < 20; n++) pace = nextPace(pace, 1000, 1000)
  for (let n = 0; n < 10; n++) pace = nextPace(pace, 5000, 1000)
  expect(bytesPerSecond(pace)).toBeGreaterThan(4500)
})
test('nothing is said before two seconds were measured, on a line that stands, or of an unknown length', () => {
  expect(secondsLeft(nextPace(NO_PACE, 1000, 1000), 5000)).toBeNull()
  expect(secondsLeft(nextPace(NO_PACE, 0, 5000), 5000)).toBeNull()
  expect(secondsLeft(nextPace(NO_PACE, 1000, 5000), null)).toBeNull()
  expect(secondsLeft(nextPace(NO_PACE, 5000, 5000), 5000)).toBeCloseTo(5)
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
