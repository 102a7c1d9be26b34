// When a call that changes something is made again.
import { describe, expect, test } from 'vitest'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { ApiError } from '#workers/api/transport/apiError.ts'
import { type Connection, createRepeat, pauseAfter, pauseAfterRead, TRIES_MAX } from './repeating.ts'

const failed = (code: string, status = 0, retryAfterMs?: number) =>
  new ApiError({ code, status, message: '', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) })
/** A promise and what settles it. */
function open<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<T>((done, fail) => {
    resolve = done
    reject = fail
  })
  return { promise, resolve, reject }
}
const LOST = failed('NETWORK')
const LONGEST = 10_000

describe('the pause before a call is made again', () => {
  test('begins with a second and doubles, up to the last try', () => {
    const tries = Array.from({ length: TRIES_MAX }, (_, n) => n + 1)
    expect(tries.map((n) => pauseAfter(LOST, n, LONGEST))).toEqual([1000, 2000, 4000, null])
    expect(pauseAfter(failed('REDIRECTED'), 1, LONGEST)).toBe(1000)
    expect(pauseAfter(failed('NO_TOKEN'), 1, LONGEST)).toBe(1000)
  })

  test.each([429, 503])('is as long as a server asks that answers %i, unless that is too long', (status) => {
    const pause = (ms?: number) => pauseAfter(failed(`HTTP_${status}`, status, ms), 1, LONGEST)
    expect([pause(), pause(3000), pause(LONGEST), pause(LONGEST + 1)]).toEqual([1000, 3000, LONGEST, null])
  })

  test('is none after a refusal, or what was no call at all', () => {
    expect([failed('FORBIDDEN', 403), failed('TIMEOUT'), new TypeError()].map((error) => pauseAfter(error, 1, LONGEST))).toEqual([null, null, null]) // biome-ignore format: one line
  })
})

test('what changes nothing is asked for again also when no answer came in time', () => {
  const pauses = (error: ApiError) => [1, 2, TRIES_MAX].map((n) => pauseAfterRead(error, n, LONGEST))
  expect(pauses(failed('TIMEOUT'))).toEqual([1000, 2000, null])
  for (const status of [502, 504]) expect(pauses(failed(`HTTP_${status}`, status))).toEqual([1000, 2000, null])
  expect(pauses(failed('HTTP_503_LATER', 503, 3000))).toEqual([3000, 3000, null])
  expect(pauses(failed('FORBIDDEN', 403))).toEqual([null, null, null])
})

describe('a call that is repeated', () => {
  function setUp(jitter = 0) {
    const clock = new FakeClock()
    let line = new AbortController()
    let up = open<void>()
    up.resolve()
    const connection: Connection = { line: () => line.signal, up: () => up.promise, accept: () => undefined }
    const calls: { isAgain: boolean; signal: AbortSignal; fail(error: unknown): void; succeed(): void }[] = []
    const stop = new AbortController()
    const repeat = createRepeat({ clock, connection, jitter: () => jitter, longest: LONGEST })
    const done = repeat((signal, isAgain) => {
      const { promise, resolve, reject } = open<string>()
      signal.addEventListener('abort', () => reject(signal.reason))
      calls.push({ isAgain, signal, fail: reject, succeed: () => resolve('answer') })
      return promise
    }, stop.signal)
    done.catch(() => undefined)
    return {
      clock,
      calls,
      stop,
      done,
      fall() {
        up = open<void>()
        line.abort(new Error('offline'))
      },
      rise() {
        line = new AbortController()
        up.resolve()
      },
    }
  }

  test('waits its pause and up to a quarter more, and knows that no answer came before', async () => {
    const { clock, calls, done } = setUp(1)
    await settle()
    calls[0]?.fail(LOST)
    await clock.advance(1249)
    expect(calls.map(({ isAgain }) => isAgain)).toEqual([false])
    await clock.advance(1)
    expect(calls.map(({ isAgain }) => isAgain)).toEqual([false, true])
    calls[1]?.succeed()
    expect(await done).toBe('answer')
  })

  test('after an answer that was a refusal for now, it was not carried out before', async () => {
    const { clock, calls } = setUp()
    await settle()
    calls[0]?.fail(failed('HTTP_503_LATER', 503, 1000))
    await clock.advance(1000)
    expect(calls.map(({ isAgain }) => isAgain)).toEqual([false, false])
  })

  test('after the answer of a proxy that lost the server, it may have been', async () => {
    const { clock, calls } = setUp()
    await settle()
    calls[0]?.fail(failed('HTTP_503', 503))
    await clock.advance(1000)
    expect(calls.map(({ isAgain }) => isAgain)).toEqual([false, true])
  })

  test('goes out at once when the connection is back, as often as it falls', async () => {
    const { calls, fall, rise, clock } = setUp()
    for (let n = 1; n <= TRIES_MAX + 2; n++) {
      await settle()
      expect(calls).toHaveLength(n)
      fall()
      await settle()
      expect([calls.length, clock.pending]).toEqual([n, 0])
      rise()
    }
    await settle()
    expect(calls.at(-1)?.isAgain).toBe(true)
  })

  test('fails with what its last try threw', async () => {
    const { clock, calls, done } = setUp()
    for (let n = 0; n < TRIES_MAX; n++) {
      await clock.advance(LONGEST)
      calls[n]?.fail(failed('NETWORK', 0))
    }
    await expect(done).rejects.toMatchObject({ code: 'NETWORK' })
    expect([calls.length, clock.pending]).toEqual([TRIES_MAX, 0])
  })

  test.each([
    ['NETWORK', true],
    ['NO_TOKEN', false],
  ])('H-405: where the last try never left it may have been done after %s: %s', async (first, isPerhaps) => {
    const { clock, calls, done } = setUp()
    await settle()
    calls[0]?.fail(failed(first))
    for (let n = 1; n < TRIES_MAX; n++) {
      await clock.advance(LONGEST)
      expect(calls[n]?.isAgain).toBe(isPerhaps)
      calls[n]?.fail(failed('NO_TOKEN'))
    }
    await expect(done).rejects.toMatchObject({ code: first })
  })

  test('is not made again once nobody wants it', async () => {
    const { clock, calls, done, stop } = setUp()
    await settle()
    calls[0]?.fail(LOST)
    await settle()
    stop.abort()
    await clock.advance(LONGEST)
    await expect(done).rejects.toBe(LOST)
    expect(calls).toHaveLength(1)
  })
})
