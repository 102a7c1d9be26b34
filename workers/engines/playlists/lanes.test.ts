import { expect, it } from 'vitest'
import { settle } from '#tests/support/fakeClock.ts'
import { uncaught } from '#tests/support/uncaught.ts'
import { createLanes } from './lanes.ts'

function aLane() {
  const lanes = createLanes()
  const log: string[] = []
  const ends = new Map<string, () => void>()
  const enter = (lane: string, name: string) =>
    lanes.enter(lane, async (signal) => {
      log.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      if (signal.aborted) log.push(`${name} stopped`)
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { lanes, log, enter, end }
}

it('what is done with a playlist is done in its order, and with another at the same time', async () => {
  const { log, enter, end } = aLane()
  for (const name of ['a1', 'a2', 'b1']) enter(name.slice(0, 1), name)
  await settle()
  expect(log).toEqual(['a1', 'b1'])
  await end('a1')
  expect(log).toEqual(['a1', 'b1', 'a2'])
  await end('a2')
  enter('a', 'a3')
  expect(log.at(-1)).toBe('a3')
})

it('H-410: what throws in a lane is an error nobody caught, and stops no other lane', async () => {
  const { lanes, log, enter } = aLane()
  const why = new Error('why')
  const found = await uncaught(async () => {
    lanes.enter('a', async () => {
      throw why
    })
    enter('b', 'b1')
    await settle()
  })
  expect(found).toEqual([why])
  expect(log).toEqual(['b1'])
})

it('what waits is forgotten at the end, what runs is told, and a new lane begins at once', async () => {
  const { lanes, log, enter, end } = aLane()
  enter('a', 'a1')
  enter('a', 'a2')
  lanes.clear()
  enter('a', 'b1')
  enter('a', 'b2')
  await end('a1')
  expect(log).toEqual(['a1', 'b1', 'a1 stopped'])
  await end('b1')
  expect(log).toEqual(['a1', 'b1', 'a1 stopped', 'b2'])
})

it('H-407: what follows behind ends where anything else enters its lane, and is left out where it waits', async () => {
  const { lanes, log, enter, end } = aLane()
  const follow = (name: string) =>
    lanes.follow('a', async (signal) => {
      log.push(name)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      log.push(`${name} left`)
    })
  enter('a', 'a1')
  follow('behind a1')
  await end('a1')
  expect(log).toEqual(['a1', 'behind a1'])
  enter('a', 'a2')
  await settle()
  expect(log).toEqual(['a1', 'behind a1', 'behind a1 left', 'a2'])
  enter('a', 'a3')
  follow('never')
  await end('a2')
  await end('a3')
  expect(log.at(-1)).toBe('a3')
  follow('last')
  lanes.clear()
  await settle()
  expect(log.slice(-2)).toEqual(['last', 'last left'])
})
