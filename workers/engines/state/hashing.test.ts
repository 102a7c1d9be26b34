import { expect, test } from 'vitest'
import type { Order } from '#core/log/order.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { createHashing } from './hashing.ts'

test('what waits is hashed a chunk in each task, begun once however often more is said to wait', async () => {
  const clock = new FakeClock()
  const order = {
    unhashed: 25,
    hashSome(most: number) {
      order.unhashed = Math.max(0, order.unhashed - most)
    },
  }
  const soon = createHashing(clock, 10, () => order as unknown as Order)
  for (let n = 0; n < 5; n++) soon()
  expect(clock.pending).toBe(1)
  await clock.advance(29)
  expect(order.unhashed).toBe(25)
  await clock.advance(1)
  expect([order.unhashed, clock.pending]).toEqual([5, 0])
})
