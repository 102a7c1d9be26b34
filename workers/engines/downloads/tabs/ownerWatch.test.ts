import { describe, expect, it } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { OwnerWatch } from './ownerWatch.ts'

function setUp() {
  const clock = new FakeClock()
  const steady = new FakeClock()
  const said: string[] = []
  let isWaiting = true
  const watch = new OwnerWatch({
    clock,
    steady,
    waits: () => isWaiting,
    ask: (how) => said.push(how),
    silent: () => said.push('silent'),
  })
  return {
    watch,
    clock,
    said,
    waits: (is: boolean) => {
      isWaiting = is
    },
    /** Time passes awake, or `lateMs` behind its time. */
    async pass(lateMs = 0) {
      await steady.advance(5000 + lateMs)
      await clock.advance(5000)
    },
  }
}

describe('an owner of the downloads', () => {
  it('that answers none of three questions is silent, the last of which a busy one answers', async () => {
    const { watch, said, pass } = setUp()
    watch.look()
    await pass()
    await pass()
    expect(said).toEqual(['ping', 'hello'])
    await pass()
    expect(said).toEqual(['ping', 'hello', 'silent'])
    // And is asked anew, from the first question.
    await pass()
    await pass()
    await pass()
    expect(said).toEqual(['ping', 'hello', 'silent', 'ping', 'hello', 'silent'])
  })

  it('that said something has three questions again', async () => {
    const { watch, said, pass } = setUp()
    watch.look()
    await pass()
    await pass()
    watch.heard()
    await pass()
    await pass()
    expect(said).toEqual(['ping', 'hello', 'ping', 'hello'])
  })

  it('may have slept where this tab did: what slept counts for nothing', async () => {
    const { watch, said, pass } = setUp()
    watch.look()
    await pass()
    await pass()
    await pass(1001)
    await pass()
    await pass()
    expect(said).toEqual(['ping', 'hello', 'ping', 'ping', 'hello'])
    await pass()
    expect(said.at(-1)).toBe('silent')
  })

  it('is asked nothing while nothing waits for it, nor once the watch has stopped', async () => {
    const { watch, said, pass, waits, clock } = setUp()
    waits(false)
    watch.look()
    expect(clock.pending).toBe(0)
    waits(true)
    watch.look()
    watch.look()
    expect(clock.pending).toBe(1)
    waits(false)
    await pass()
    expect([said, clock.pending]).toEqual([[], 0])
    waits(true)
    watch.look()
    watch.stop()
    await pass()
    expect([said, clock.pending]).toEqual([[], 0])
  })
})
