import { expect, test } from 'vitest'
import { REQUEST_TIMEOUT_MS } from '#core/model/constants.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { requestBytes, requestFile } from './request.ts'

const asked = { offset: 0, known: null }
const never = new AbortController().signal

test('a file is asked for without cookies, past the cache, and no redirect is followed', async () => {
  let sent: RequestInit | undefined
  const answer = new Response('bytes')
  const known = { validator: '"1"', total: 10, sha256: null }
  const got = await requestFile(
    async (_, init) => {
      sent = init
      return answer
    },
    '/file',
    { offset: 4, until: 8, known },
    never,
  )
  expect(got).toBe(answer)
  expect(sent).toMatchObject({
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'manual',
    headers: { Range: 'bytes=4-7', 'If-Range': '"1"' },
  })
})

test('a connection that fails may be tried again', async () => {
  const request = requestFile(() => Promise.reject(new TypeError('reset')), '/file', asked, never)
  await expect(request).rejects.toMatchObject({ fault: 'noConnection', again: true })
})

test('a request that nobody wants ends for that reason', async () => {
  const stop = new AbortController()
  const request = requestFile(() => new Promise(() => undefined), '/file', asked, stop.signal)
  stop.abort('enough')
  await expect(request).rejects.toBe('enough')
})

test('an answer that leads elsewhere is none', async () => {
  const redirect = new Response(null, { status: 302, headers: { Location: '/sign-in' } })
  await expect(requestFile(async () => redirect, '/file', asked, never)).rejects.toMatchObject({ name: 'Trouble' })
})

/** A block of 6 bytes whose answer comes as a test says. */
function block(comes = Promise.resolve()) {
  const clock = new FakeClock()
  let line: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      line = controller
    },
  })
  const headers = { ETag: '"1"', 'Content-Range': 'bytes 4-9/20' }
  const known = { validator: '"1"', total: 20, sha256: null }
  const fetch = () => comes.then(() => new Response(body, { status: 206, headers }))
  const settled = requestBytes({ fetch, clock }, '/file', { offset: 4, until: 10, known }, never).then(
    (bytes) => bytes && [...bytes],
    (error: { fault: string }) => error.fault,
  )
  return { clock, settled, line: line as ReadableStreamDefaultController<Uint8Array> }
}

test('a block may take minutes on a slow line', async () => {
  const slow = block()
  for (const n of [0, 2, 4]) {
    await slow.clock.advance(REQUEST_TIMEOUT_MS - 1)
    slow.line.enqueue(Uint8Array.of(n, n + 1))
  }
  slow.line.close()
  expect(await slow.settled).toEqual([0, 1, 2, 3, 4, 5])
  expect(slow.clock.pending).toBe(0)
})

test('it has its time from its answer on, however long that took', async () => {
  let answer = () => {}
  const late = block(new Promise<void>((resolve) => (answer = resolve)))
  await late.clock.advance(REQUEST_TIMEOUT_MS - 1)
  answer()
  await late.clock.advance(REQUEST_TIMEOUT_MS - 1)
  late.line.enqueue(new Uint8Array(6))
  late.line.close()
  expect(await late.settled).toEqual([0, 0, 0, 0, 0, 0])
})

test('silence ends it', async () => {
  const silent = block()
  silent.line.enqueue(Uint8Array.of(0))
  await silent.clock.advance(2 * REQUEST_TIMEOUT_MS)
  expect(await silent.settled).toBe('lineSilent')
  expect(silent.clock.pending).toBe(0)
})

test('of an answer that is longer than the block no more is read than the block has', async () => {
  const long = block()
  long.line.enqueue(new Uint8Array(7))
  expect(await long.settled).toBeNull()
})
