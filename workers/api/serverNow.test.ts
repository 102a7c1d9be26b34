import { expect, test } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { createAhead, serverNow } from './serverNow.ts'
import { createApi, Nothing } from './transport/client.ts'

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

test('an answer that was kept on its way says how old it is', async () => {
  const clock = new FakeClock()
  const headers = { Date: 'Mon, 23 Nov 2026 02:00:00 GMT', Age: '36000' }
  const kept = apiOf(async () => Response.json([], { headers }), clock)
  expect(await serverNow(kept, clock)).toBe(Date.UTC(2026, 10, 23, 12))
})

test('H-592: any good answer says how far this clock is from that of the server, and the last one counts', async () => {
  const clock = new FakeClock()
  const { ahead, hear } = createAhead(clock)
  const dates: (number | null)[] = [clock.now() - 3_600_000, null, clock.now() + 60_000]
  const fetch = async () => {
    const date = dates.shift()
    return Response.json({}, date ? { headers: { Date: new Date(date).toUTCString() } } : {})
  }
  const api = createApi({ fetch, session: null, clock, answered: hear })
  const heard = [ahead()]
  for (const _ of [1, 2, 3]) {
    await api.call(Nothing, { method: 'GET', path: '/x', auth: false })
    heard.push(Math.round(ahead() / 1000))
  }
  expect(heard).toEqual([0, 3600, 3600, -60])
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
