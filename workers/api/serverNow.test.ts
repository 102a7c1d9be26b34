import { expect, test } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { serverNow } from './serverNow.ts'
import { createApi } from './transport/client.ts'

const apiOf = (answer: () => Promise<Response>, clock: FakeClock) => createApi({ fetch: answer, session: null, clock })

test('the server says what time it is with any answer', async () => {
  const clock = new FakeClock()
  const headers = { Date: 'Mon, 23 Nov 2026 12:00:00 GMT' }
  const api = apiOf(async () => Response.json([], { headers }), clock)
  expect(await serverNow(api, clock)).toBe(Date.UTC(2026, 10, 23, 12))
  expect(
    await serverNow(
      apiOf(async () => Response.json([]), clock),
      clock,
    ),
  ).toBeNull()
})

test('nobody waits long for a server that says nothing', async () => {
  const clock = new FakeClock()
  const asked = serverNow(
    apiOf(() => new Promise(() => {}), clock),
    clock,
  )
  await clock.advance(3000)
  expect(await asked).toBeNull()
})
