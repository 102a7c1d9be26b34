import { expect, it } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { Silent, unlessSilent } from './silence.ts'

it('work is given up when nothing was heard of it for so long, and may be asked for elsewhere', async () => {
  const clock = new FakeClock()
  const ended: unknown[] = []
  unlessSilent(clock, 100, 'the disk', new Promise(() => {})).catch((error: unknown) => ended.push(error))
  await clock.advance(99)
  expect(ended).toEqual([])
  await clock.advance(1)
  expect(ended).toEqual([expect.objectContaining({ name: 'Silent', fault: 'storageSilent', reason: 'unread' })])
  expect(ended[0]).toBeInstanceOf(Silent)
})

it('what was answered in time is answered', async () => {
  const clock = new FakeClock()
  expect(await unlessSilent(clock, 100, 'the disk', Promise.resolve(7))).toBe(7)
  expect(clock.pending).toBe(0)
})
