// Files that are large: a deadline on silence, and one piece of memory.
import { expect, it } from 'vitest'
import { REQUEST_TIMEOUT_MS } from '#core/model/constants.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { createApi } from './client.ts'

const SLOW_MS = REQUEST_TIMEOUT_MS - 1000

/** A file that comes as the test says. */
function slowly(bytes: number) {
  const clock = new FakeClock()
  let line: ReadableStreamDefaultController<Uint8Array> | undefined
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      line = controller
    },
    cancel() {
      isCancelled = true
    },
  })
  const api = createApi({ fetch: async () => new Response(body), session: null, clock })
  const file = api.file({ method: 'GET', path: '/f', auth: false, bytes })
  const settled = file.then(
    ({ bytes: all }) => [...new Uint8Array(all)],
    (error: { code: string }) => error.code,
  )
  return {
    clock,
    settled,
    isCancelled: () => isCancelled,
    say: (...values: number[]) => line?.enqueue(Uint8Array.from(values)),
    end: () => line?.close(),
  }
}

it('a file of a known length may take minutes, as long as something comes', async () => {
  const file = slowly(6)
  for (const n of [0, 2, 4]) {
    await file.clock.advance(SLOW_MS)
    file.say(n, n + 1)
    await settle()
  }
  file.end()
  expect(await file.settled).toEqual([0, 1, 2, 3, 4, 5])
  expect(file.clock.pending).toBe(0)
})

it('one that no memory holds is no fault of the connection', async () => {
  const file = slowly(Number.MAX_SAFE_INTEGER)
  file.say(0)
  expect(await file.settled).toBe('MALFORMED')
  expect(file.isCancelled()).toBe(true)
})

it('silence ends it', async () => {
  const file = slowly(6)
  file.say(0, 1)
  await settle()
  await file.clock.advance(REQUEST_TIMEOUT_MS)
  expect(await file.settled).toBe('TIMEOUT')
  file.say(2)
  await settle()
  expect(file.clock.pending).toBe(0)
})

it('one that is longer than told is not read on', async () => {
  const file = slowly(3)
  file.say(0, 1)
  file.say(2, 3)
  expect(await file.settled).toBe('MALFORMED')
  expect(file.isCancelled()).toBe(true)
})

it('one that is shorter than told is refused', async () => {
  const file = slowly(3)
  file.say(0, 1)
  file.end()
  expect(await file.settled).toBe('MALFORMED')
})
