import { expect, test } from 'vitest'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { createRenewals } from './renewals.ts'

/** A server that answers, or does not, when the test says so. */
function setUp() {
  const clock = new FakeClock()
  const tries: { signal: AbortSignal; answers: () => void; fails: (error: Error) => void }[] = []
  const renewals = createRenewals({
    clock,
    clocks: { now: () => clock.now(), steady: () => clock.now() },
    jitter: () => 0,
    ask: (_, signal) =>
      new Promise((resolve, reject) => {
        tries.push({ signal, answers: resolve, fails: reject })
      }),
    isFinal: () => false,
  })
  return { clock, tries, renewals }
}

test('nothing is asked any more once it is stopped, also where the line is another one before the try has ended', async () => {
  const { clock, tries, renewals } = setUp()
  const waiting = renewals.now().catch((error: Error) => error.message)
  renewals.stop()
  renewals.hurry(true)
  tries[0]?.fails(new Error('stopped'))
  expect(await waiting).toBe('stopped')
  await clock.advance(600_000)
  expect([tries.length, renewals.busy]).toEqual([1, false])
})

test('a try that is under way is begun anew on another line, and whoever waits for it goes on waiting', async () => {
  const { tries, renewals } = setUp()
  const waiting = renewals.now()
  renewals.hurry(true)
  expect(tries[0]?.signal.aborted).toBe(true)
  tries[0]?.fails(new Error('cut'))
  await settle()
  expect(tries).toHaveLength(2)
  tries[1]?.answers()
  await waiting
  expect(renewals.busy).toBe(false)
})
