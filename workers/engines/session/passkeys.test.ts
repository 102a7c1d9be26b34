import { expect, it, vi } from 'vitest'
import type { AppEvent } from '#core/events/index.ts'
import { sessionSignInRequested } from '#core/events/people/session.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { ApiError } from '#workers/api/transport/apiError.ts'
import { createApi, type Fetch } from '#workers/api/transport/client.ts'
import { failure } from './failure.ts'
import { createLinks } from './links.ts'
import { Vault } from './vault.ts'
import { wayIn } from './waysIn.ts'

const RESPONSE = {
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
}

it('signs in with what a browser answered with a passkey, which leaves the vault with it', async () => {
  const vault = new Vault(() => '1')
  const handle = vault.keep('credentials', JSON.stringify({ ceremony: 'secret', response: RESPONSE }))
  const pair = { 'access-token': 'a', 'refresh-token': 'r' }
  const fetch = vi.fn<Fetch>(async () => Response.json(pair))
  const links = createLinks({ mint: () => '1', now: () => 0 })
  const wish = {
    ...sessionSignInRequested({ handle, publicDevice: true }),
    seq: 1,
    t: 0,
    source: 'person',
    cause: null,
  }
  const way = wayIn(wish as AppEvent, vault, links)
  const admission = await way?.(createApi({ fetch, session: null, clock: new FakeClock() }))
  expect(admission).toEqual({ pair, publicDevice: true })
  const [path, init] = fetch.mock.calls[0] ?? []
  expect(`${init?.method} ${path}`).toBe('POST /api/auth/passkeys/sign-in')
  expect(JSON.parse(String(init?.body))).toEqual({ ceremony: 'secret', response: RESPONSE, publicdevice: true })
  expect(vault.reveal('credentials', handle)).toBeNull()
})

it.each([
  [401, 'PASSKEY_UNKNOWN', 'PASSKEY_UNKNOWN'],
  [401, 'PASSKEY_REFUSED', 'PASSKEY_REFUSED'],
  [410, 'CHALLENGE_EXPIRED', 'PASSKEY_REFUSED'],
  [401, 'INVALID_CREDENTIALS', 'INVALID_CREDENTIALS'],
])('a sign-in that is answered %i %s failed with %s', (status, code, said) => {
  expect(failure(new ApiError({ status, code, message: '' })).payload).toMatchObject({ code: said })
})
