// Long work in short turns, by a clock that the work itself moves on.
import { describe, expect, it } from 'vitest'
import { inTurns, Stopped } from './turns.ts'

/** Work of so many steps, each as long as it is told, ms. */
function clocked(steps: readonly number[]) {
  let now = 1000
  const rests: number[] = []
  function* work(): Generator<number, string> {
    for (const [at, ms] of steps.entries()) {
      now += ms
      yield at + 1
    }
    return 'done'
  }
  const turns = {
    now: () => now,
    rest: async () => {
      rests.push(now - 1000)
    },
  }
  return { work: work(), turns, rests }
}
const never = () => false

describe('work in turns', () => {
  it('rests after more than eight milliseconds of each turn', async () => {
    const { work, turns, rests } = clocked([4, 4, 1, 8, 1, 3])
    expect(await inTurns(work, turns, never, () => {})).toBe('done')
    expect(rests).toEqual([9, 18])
  })

  it('says now and then how far it is: when more than a tenth of a second has gone by', async () => {
    const { work, turns } = clocked([60, 40, 1, 60, 40, 1])
    const told: number[] = []
    await inTurns(work, turns, never, (done) => told.push(done))
    expect(told).toEqual([3, 6])
  })

  it('stops at its next rest when it is told to, and no sooner', async () => {
    const { work, turns, rests } = clocked([4, 5, 1, 1])
    await expect(inTurns(work, turns, () => true, () => {})).rejects.toThrow(Stopped) // biome-ignore format: one line
    expect(rests).toEqual([9])
    expect(new Stopped()).toMatchObject({ name: 'Stopped', message: 'stopped' })
    const short = clocked([4, 4])
    expect(await inTurns(short.work, short.turns, () => true, () => {})).toBe('done') // biome-ignore format: one line
  })
})
