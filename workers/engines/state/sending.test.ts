import { expect, test } from 'vitest'
import type { FromState } from '#core/contracts/state.ts'
import { releaseListOpened, releasePageReceived } from '#core/events/releases.ts'
import { Order } from '#core/log/order.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { aCard } from '#tests/support/story.ts'
import { createSending } from './sending.ts'

function setUp() {
  const clock = new FakeClock()
  const order = new Order()
  const batches: FromState[] = []
  const sending = createSending({
    clock,
    time: clock,
    chunk: 1000,
    order: () => order,
    send: (one) => batches.push(one),
  })
  return { clock, order, batches, sending }
}
const placed = { source: 'person', t: 0, cause: null } as const

test('another log is shown at once, also where nothing in it has happened yet', async () => {
  const { clock, batches, sending } = setUp()
  sending.answer(true)
  await clock.advance(100)
  sending.answer(false)
  expect(batches).toHaveLength(1)
  sending.begin()
  sending.answer(false)
  expect(batches).toMatchObject([{ fresh: true }, { fresh: true }])
})

test('up to twenty entities travel as objects, more of them as text', () => {
  const sizes = new Set<number>()
  for (let count = 12; count < 22; count++) {
    const { order, batches, sending } = setUp()
    sending.send()
    order.append(releaseListOpened({ queryId: 'q' }), placed)
    const releases = Array.from({ length: count }, (_, n) => aCard(`r${n}`))
    order.append(releasePageReceived({ queryId: 'q', round: 1, page: 1, total: count, releases }), placed)
    sending.send()
    const changes = batches.at(-1)?.changes ?? []
    sizes.add(changes.length)
    expect(changes.every((change) => 'text' in change)).toBe(changes.length > 20)
    expect(changes.some((change) => 'text' in change)).toBe(changes.length > 20)
  }
  expect([...sizes]).toEqual(expect.arrayContaining([20, 21]))
})
