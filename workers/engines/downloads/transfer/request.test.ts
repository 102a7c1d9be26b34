import { expect, test } from 'vitest'
import { requestFile } from './request.ts'

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
