import { expect, it } from 'vitest'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { OnlineLatch, Parked } from './onlineLatch.ts'
import { after, beforeDeadline, untilAborted } from './waiting.ts'

const never = new Promise<never>(() => {})

it('work that is done in time leaves no timer', async () => {
  const clock = new FakeClock()
  const cleared: unknown[] = []
  const timers = { setTimer: clock.setTimer.bind(clock), clearTimer: (timer: never) => void cleared.push(timer) }
  expect(await beforeDeadline(timers, 100, Promise.resolve('done'), () => new Error('late'))).toBe('done')
  expect(cleared).toHaveLength(1)
})

it('work that takes longer fails with what was said of it, and not a moment earlier', async () => {
  const clock = new FakeClock()
  let failed = ''
  void beforeDeadline(clock, 100, never, () => new Error('late')).catch((error: Error) => {
    failed = error.message
  })
  await clock.advance(99)
  await settle()
  expect(failed).toBe('')
  await clock.advance(1)
  await settle()
  expect(failed).toBe('late')
})

it('H-546: what was put off is over ten seconds after the machine woke, once its time passed while timers stood still', async () => {
  const clock = new FakeClock()
  let runs = 0
  after(clock, 600_000, () => {
    runs++
  })
  await clock.advance(60_000)
  clock.stand(300_000)
  await clock.advance(60_000)
  expect(runs).toBe(0)
  clock.stand(300_000)
  await clock.advance(10_000)
  expect([runs, clock.pending]).toEqual([1, 0])
})

it('a wait is no longer for a clock that was put back, and none that was ended runs', async () => {
  const clock = new FakeClock()
  const ran: string[] = []
  after(clock, 25_000, () => ran.push('at its time'))
  const stop = after(clock, 25_000, () => ran.push('never'))
  await clock.advance(12_000)
  clock.putBack(3_600_000)
  stop()
  await clock.advance(12_999)
  expect(ran).toEqual([])
  await clock.advance(1)
  expect([ran, clock.pending]).toEqual([['at its time'], 0])
})

it('a signal that has ended ends the waiting, and nobody hears of what the work says later', async () => {
  const stop = new AbortController()
  stop.abort(new Error('over'))
  await expect(untilAborted(Promise.reject(new Error('nobody')), stop.signal)).rejects.toThrow('over')
})

it('what is under way when the line falls begins again when there is one', async () => {
  const latch = new OnlineLatch()
  const seen: string[] = []
  const done = latch.through(new AbortController().signal, async (signal) => {
    seen.push('tried')
    if (seen.length === 1) await untilAborted(never, signal)
    return 'there'
  })
  await settle()
  latch.close()
  await settle()
  expect(seen).toEqual(['tried'])
  expect(latch.line.reason).toBeInstanceOf(Parked)
  latch.open()
  expect(await done).toBe('there')
  expect(seen).toEqual(['tried', 'tried'])
})

it('who waits for a line and is called off hears why, and is not let through later', async () => {
  const latch = new OnlineLatch()
  latch.close()
  const stop = new AbortController()
  const passed = latch.passed(stop.signal)
  stop.abort(new Error('called off'))
  await expect(passed).rejects.toThrow('called off')
  latch.open()
  expect(latch.isOpen).toBe(true)
  expect(latch.line.aborted).toBe(false)
})
