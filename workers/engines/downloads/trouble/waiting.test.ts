import { describe, expect, test } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { sleep, within } from './waiting.ts'

const never = new AbortController().signal

describe('a wait', () => {
  test('ends after its time, and not before', async () => {
    const clock = new FakeClock()
    let isOver = false
    void sleep(clock, 500, never).then(() => {
      isOver = true
    })
    await clock.advance(499)
    expect(isOver).toBe(false)
    await clock.advance(1)
    expect(isOver).toBe(true)
  })

  test('H-546: ends ten seconds after the machine woke, once its time passed while timers stood still', async () => {
    const clock = new FakeClock()
    let isOver = false
    void sleep(clock, 600_000, never).then(() => {
      isOver = true
    })
    await clock.advance(5_000)
    clock.stand(8 * 3_600_000)
    expect(isOver).toBe(false)
    await clock.advance(10_000)
    expect([isOver, clock.pending]).toEqual([true, 0])
  })

  test('ends with its signal, for its reason, and leaves no timer', async () => {
    const clock = new FakeClock()
    const stop = new AbortController()
    const waited = sleep(clock, 500, stop.signal)
    stop.abort('enough')
    await expect(waited).rejects.toBe('enough')
    expect(clock.pending).toBe(0)
  })

  test('for an answer that does not come fails, and may be tried again', async () => {
    const clock = new FakeClock()
    const answer = within(clock, 500, new Promise(() => undefined), never)
    const failed = expect(answer).rejects.toMatchObject({ fault: 'noAnswerInTime', again: true })
    await clock.advance(500)
    await failed
  })

  test('for an answer that comes in time gives it', async () => {
    const clock = new FakeClock()
    expect(await within(clock, 500, Promise.resolve('here'), never)).toBe('here')
    expect(clock.pending).toBe(0)
  })
})
