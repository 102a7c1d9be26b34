import { expect, test } from 'vitest'
import { settle } from '#tests/support/fakeClock.ts'
import { OnlineLatch, Parked } from './onlineLatch.ts'

/** Attempts that end when the test says so, or with their signal. */
function attempts() {
  const made: { signal: AbortSignal; succeed(answer: string): void; fail(error: unknown): void }[] = []
  const attempt = (signal: AbortSignal) =>
    new Promise<string>((succeed, fail) => {
      signal.addEventListener('abort', () => fail(signal.reason))
      made.push({ signal, succeed, fail })
    })
  return { made, attempt }
}

test('while there is a connection nobody waits; while there is none all wait, and go on together', async () => {
  const latch = new OnlineLatch()
  const { signal } = new AbortController()
  await latch.passed(signal)
  latch.close()
  const went: number[] = []
  for (const n of [1, 2]) void latch.passed(signal).then(() => went.push(n))
  await settle()
  expect([latch.isOpen, went]).toEqual([false, []])
  latch.open()
  await settle()
  expect([latch.isOpen, went]).toEqual([true, [1, 2]])
})

test('whoever stops waiting is told why', async () => {
  const latch = new OnlineLatch()
  latch.close()
  const stop = new AbortController()
  const waited = latch.passed(stop.signal)
  stop.abort('enough')
  await expect(waited).rejects.toBe('enough')
})

test('an attempt ends when the connection falls, and is made again when it is back', async () => {
  const latch = new OnlineLatch()
  const { made, attempt } = attempts()
  const done = latch.through(new AbortController().signal, attempt)
  await settle()
  latch.close()
  await settle()
  expect(made).toHaveLength(1)
  expect(made[0]?.signal.reason).toBeInstanceOf(Parked)
  latch.open()
  await settle()
  made[1]?.succeed('answer')
  expect(await done).toBe('answer')
})

test('what an attempt throws of its own is thrown, and it is not made again', async () => {
  const latch = new OnlineLatch()
  const { made, attempt } = attempts()
  const done = latch.through(new AbortController().signal, attempt)
  await settle()
  made[0]?.fail('broken')
  await expect(done).rejects.toBe('broken')
  expect(made).toHaveLength(1)
})

test('an attempt that nobody wants ends for that reason, whatever it says itself', async () => {
  const latch = new OnlineLatch()
  const stop = new AbortController()
  const done = latch.through(stop.signal, (signal) => new Promise((_, fail) => signal.addEventListener('abort', () => fail('other words')))) // biome-ignore format: one line
  await settle()
  stop.abort('enough')
  await expect(done).rejects.toBe('enough')
})

test('what ended is not touched when the connection falls later', async () => {
  const latch = new OnlineLatch()
  const stop = new AbortController()
  const { made, attempt } = attempts()
  const done = latch.through(stop.signal, attempt)
  await settle()
  made[0]?.succeed('answer')
  await done
  latch.close()
  stop.abort()
  expect(made[0]?.signal.aborted).toBe(false)
})
