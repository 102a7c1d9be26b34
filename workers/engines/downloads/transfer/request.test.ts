import { expect, test } from 'vitest'
import type { Fetch } from '../../../api/transport/client.ts'
import { requestFile } from './request.ts'

/** Answers a redirect as browsers do: an error where it was not to be followed, else a view of it that shows nothing. */
const redirecting: Fetch = async (_, init) => {
  if (init?.redirect === 'error') throw new TypeError('Failed to fetch')
  return Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } })
}
const never = new AbortController().signal
const asked = { offset: 0, known: null }

test('a redirect, which is refused on purpose, is not a lost connection', async () => {
  await expect(requestFile(redirecting, '/api/x', asked, never)).rejects.toMatchObject({ reason: 'server' })
})

test('no answer at all is a lost connection', async () => {
  const lost: Fetch = async () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(requestFile(lost, '/api/x', asked, never)).rejects.toMatchObject({ reason: 'network' })
})
