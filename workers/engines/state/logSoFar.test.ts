import { expect, test } from 'vitest'
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
