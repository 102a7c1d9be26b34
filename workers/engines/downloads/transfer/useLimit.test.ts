import { expect, it } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import {
  FIRST_BYTES_PER_MS,
  GIVES_WAY_EVERY_MS,
  GIVES_WAY_MS,
  LATE_MS,
  LEAST_BYTES_PER_MS,
  MOST_BYTES_PER_MS,
  UseLimit,
} from './useLimit.ts'

const PIECE = 1_000_000

/** How long so many pieces, one after the other, take, ms. */
async function time(clock: FakeClock, limit: UseLimit, pieces: number, signal = new AbortController().signal) {
  const begun = clock.now()
  let done = false
  const all = (async () => {
    for (let n = 0; n < pieces; n++) await limit.after(PIECE, signal)
    done = true
  })()
  await Promise.resolve()
  while (!done) await clock.advance(1)
  await all
  return clock.now() - begun
}

it('nobody waits while nobody uses the page, and no longer than said after somebody did', async () => {
  const clock = new FakeClock()
  const limit = new UseLimit(clock)
  expect(limit.after(PIECE, AbortSignal.abort())).toBeNull()
  limit.inUse(1000, 0)
  await clock.advance(1000)
  for (let n = 0; n < 100; n++) expect(limit.after(PIECE, AbortSignal.abort())).toBeNull()
})

it('all together bring 60 MB/s while somebody does', async () => {
  const clock = new FakeClock()
  const limit = new UseLimit(clock)
  limit.inUse(10_000, 0)
  const ms = await time(clock, limit, 60)
  const fair = (60 * PIECE) / FIRST_BYTES_PER_MS
  expect(ms).toBeGreaterThan(fair - 30)
  expect(ms).toBeLessThan(fair + 70)
})

/** MB/s of a limit that was told so often, half a second apart, how late the page came. */
async function after(times: number, lag: number): Promise<number> {
  const clock = new FakeClock()
  const limit = new UseLimit(clock)
  limit.inUse(1000, 0)
  for (let n = 0; n < times; n++) {
    await clock.advance(500)
    limit.inUse(100_000, lag)
  }
  return (40 * PIECE) / (await time(clock, limit, 40)) / 1000
}

it('a page that comes late to what is pressed is left more, down to 20 MB/s; one in time gives more, up to what no line brings', async () => {
  expect(await after(1, LATE_MS + 1)).toBeCloseTo(40, -1)
  expect(await after(20, LATE_MS + 1)).toBeCloseTo(LEAST_BYTES_PER_MS / 1000, 0)
  expect(await after(1, 0)).toBeCloseTo(75, -1)
  expect(await after(40, 0)).toBeGreaterThan(0.9 * (MOST_BYTES_PER_MS / 1000))
  // Neither late nor early: it stays where it is.
  expect(await after(20, LATE_MS - 2)).toBeCloseTo(60, -1)
})

it('H-612: a press has bytes give way, the first after a rest too', async () => {
  const clock = new FakeClock()
  const limit = new UseLimit(clock)
  limit.inUse(1000, null, true)
  const waited = await time(clock, limit, 1)
  expect(waited).toBeGreaterThanOrEqual(GIVES_WAY_MS)
  expect(waited).toBeLessThan(GIVES_WAY_MS + 20)
})

it('H-612: whoever presses on and on leaves bytes three quarters of the time', async () => {
  const clock = new FakeClock()
  const limit = new UseLimit(clock)
  // Down and up again, one behind the other.
  limit.inUse(1000, null, true)
  await clock.advance(80)
  limit.inUse(1000, null, true)
  expect(await time(clock, limit, 1)).toBeGreaterThanOrEqual(GIVES_WAY_MS)
  let held = 0
  let last = clock.now()
  const until = last + 20 * GIVES_WAY_EVERY_MS
  for (let at = last; at < until; at += 20) {
    limit.inUse(1000, null, true)
    // So few bytes that only what gives way holds them up.
    if (limit.after(0, new AbortController().signal) !== null && at - last >= GIVES_WAY_EVERY_MS - 20) {
      held += 1
      last = at
    }
    await clock.advance(20)
  }
  expect(Math.abs(held - 20)).toBeLessThanOrEqual(1)
})

it('H-612: on a machine that bears whatever a line brings nothing gives way', async () => {
  const clock = new FakeClock()
  const limit = new UseLimit(clock)
  limit.inUse(1000, null)
  for (let n = 0; n < 40; n++) {
    await clock.advance(500)
    limit.inUse(1000, 0)
  }
  limit.inUse(1000, null, true)
  expect(limit.after(0, AbortSignal.abort())).toBeNull()
})

it('H-612: what says nothing of how late the page is leaves the limit as it is', async () => {
  const clock = new FakeClock()
  const limit = new UseLimit(clock)
  for (let n = 0; n < 40; n++) {
    limit.inUse(100_000, null)
    await clock.advance(500)
  }
  expect(await time(clock, limit, 60)).toBeGreaterThan((60 * PIECE) / FIRST_BYTES_PER_MS - 30)
})

it('what is done first after a rest says nothing of the limit', async () => {
  const clock = new FakeClock()
  const limit = new UseLimit(clock)
  for (let n = 0; n < 20; n++) {
    limit.inUse(1000, 200)
    await clock.advance(5000)
  }
  limit.inUse(100_000, 200)
  const ms = await time(clock, limit, 60)
  expect(ms).toBeLessThan((60 * PIECE) / FIRST_BYTES_PER_MS + 70)
})

it('a line slower than that is not held up', async () => {
  const clock = new FakeClock()
  const limit = new UseLimit(clock)
  limit.inUse(10_000, 0)
  for (let n = 0; n < 50; n++) {
    await clock.advance(20)
    expect(limit.after(PIECE, AbortSignal.abort())).toBeNull()
  }
})

it('who waits is cancelled at once', async () => {
  const limit = new UseLimit(new FakeClock())
  const stop = new AbortController()
  limit.inUse(1000, 0)
  const waiting = limit.after(100 * PIECE, stop.signal)
  stop.abort(new Error('cancelled'))
  await expect(waiting).rejects.toThrow('cancelled')
})

it('what is checked meanwhile holds the next bytes up as long as its own would, a large file no longer than a second', async () => {
  for (const [megabytes, ms] of [
    [30, 500],
    [4000, 1000],
  ] as const) {
    const clock = new FakeClock()
    const limit = new UseLimit(clock)
    limit.inUse(10_000, 0)
    limit.works(megabytes * 1_000_000)
    const waited = await time(clock, limit, 1)
    expect(Math.abs(waited - ms)).toBeLessThan(40)
  }
})

it('what is checked while nobody uses the page holds nothing up, also when somebody does then', async () => {
  const limit = new UseLimit(new FakeClock())
  limit.works(100 * PIECE)
  limit.inUse(1000, 0)
  expect(limit.after(1000, AbortSignal.abort())).toBeNull()
})

it('a rest is worth twenty milliseconds of bytes, and what is due sooner than four is not waited for', async () => {
  const clock = new FakeClock()
  await clock.advance(5000)
  const limit = new UseLimit(clock)
  limit.inUse(10_000, 0)
  const signal = new AbortController().signal
  expect(limit.after(20 * FIRST_BYTES_PER_MS, signal)).toBeNull()
  expect(limit.after(3.9 * FIRST_BYTES_PER_MS, signal)).toBeNull()
  const from = clock.now()
  const waiting = limit.after(0.1 * FIRST_BYTES_PER_MS, signal)
  let at = -1
  void waiting?.then(() => {
    at = clock.now() - from
  })
  expect(waiting).not.toBeNull()
  await clock.advance(3)
  expect(at).toBe(-1)
  await clock.advance(1)
  expect(at).toBe(4)
})

it('a clock that is put back holds nothing up for longer than was said', async () => {
  const clock = new FakeClock()
  const limit = new UseLimit(clock)
  const { signal } = new AbortController()
  limit.inUse(10_000, 0)
  await time(clock, limit, 10)
  clock.putBack(3_600_000)
  expect(limit.isInUse).toBe(true)
  expect(await time(clock, limit, 10)).toBeLessThan(500)
  await clock.advance(10_000)
  expect(limit.isInUse).toBe(false)
  expect(limit.after(PIECE, signal)).toBeNull()
})
