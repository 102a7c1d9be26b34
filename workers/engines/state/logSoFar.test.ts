import { expect, test } from 'vitest'
import { joined } from '#core/model/bytes/bytes.ts'
import { dayLog } from '#tests/support/dayLog.ts'
import { logSoFar } from './logSoFar.ts'

test('somebody who begins to look is told what happened up to then, with names, and nothing that came later', async () => {
  const asked: unknown[] = []
  const log = {
    export: async (...told: unknown[]) => {
      asked.push(told)
      return dayLog(4000).bytes
    },
  }
  const day = (await log.export()).length
  asked.length = 0
  let rests = 0
  const events = await logSoFar(log, 'player', 30, async () => void rests++)
  // In slices: the player goes on between them.
  expect(rests).toBe(Math.ceil(day / (16 * 1024)))
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
  expect(asked).toEqual([[null, 'player', { personal: true }]])
})

test('a log that ends with a slice is read to its end', async () => {
  const { bytes } = dayLog(40)
  // A comment in its head makes it as long as one slice, to the byte (RFC 1952).
  const head = Uint8Array.from(bytes.subarray(0, 10), (byte, at) => (at === 3 ? 16 : byte))
  const comment = new Uint8Array(16 * 1024 - bytes.length).fill(46)
  comment[comment.length - 1] = 0
  const whole = joined([head, comment, bytes.subarray(10)])
  const events = await logSoFar({ export: async () => whole }, 'player', 40, async () => {})
  expect([whole.length, events.length]).toEqual([16 * 1024, 40])
})
