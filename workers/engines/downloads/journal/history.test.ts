import { beforeEach, expect, test } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { History } from './history.ts'

let clock: FakeClock
let writes: string[]
let history: History

beforeEach(() => {
  clock = new FakeClock()
  writes = []
  const add = async (player: string, keys: readonly string[]) => void writes.push(`${player}: ${keys.join(' ')}`)
  history = new History({ load: async () => [], add }, clock)
})

test('after a rest a download is remembered at once: the page may be left in the next moment', () => {
  history.finished('p', 'a')
  expect(writes).toEqual(['p: a'])
})

test('those that follow are written together, half a second later', async () => {
  for (const key of ['a', 'b', 'c']) history.finished('p', key)
  await clock.advance(499)
  expect(writes).toEqual(['p: a'])
  await clock.advance(1)
  expect(writes).toEqual(['p: a', 'p: b c'])
})

test('nothing is written when nothing came, and no timer runs', async () => {
  history.finished('p', 'a')
  await clock.advance(5000)
  expect([writes, clock.pending]).toEqual([['p: a'], 0])
  history.finished('p', 'b')
  expect(writes).toEqual(['p: a', 'p: b'])
})

test('whoever wants it written has it written now', async () => {
  history.finished('p', 'a')
  history.finished('p', 'b')
  await history.write('p')
  expect([writes, clock.pending]).toEqual([['p: a', 'p: b'], 1])
})
