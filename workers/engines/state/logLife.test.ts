import { expect, test } from 'vitest'
import { appOpened } from '#core/events/app.ts'
import { Order } from '#core/log/order.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { noLog } from '#tests/support/noLog.ts'
import { steady } from '#workers/api/transport/clock.ts'
import { createLogLife } from './logLife.ts'

function running() {
  const clock = new FakeClock()
  const time = steady(clock)
  const life = createLogLife({ clock, time, log: noLog, mint: () => 'log', lost: () => {} })
  const startedAt = clock.now()
  life.begin(appOpened({ startedAt, build: '1', language: 'en', width: 1, height: 1, online: true }), new Order())
  /** Somebody sets the clock of the device, and the log hears of the time. */
  const putBack = (ms: number) => {
    clock.putBack(ms)
    return life.putBack()
  }
  return { clock, life, putBack }
}

test('a clock that is put back by a second or more is said once, by how much; by less it is let be', () => {
  const { life, putBack } = running()
  expect(putBack(999)).toBe(0)
  // What was let be counts with what follows.
  expect(putBack(1)).toBe(1000)
  expect(life.putBack()).toBe(0)
  expect(putBack(3_600_000)).toBe(3_600_000)
})

test('times of a log go on where the clock was put back', async () => {
  const { clock, life, putBack } = running()
  await clock.advance(500)
  expect(life.timeOf(clock.now())).toBe(500)
  putBack(3_600_000)
  await clock.advance(10)
  expect(life.timeOf(clock.now())).toBe(510)
})
