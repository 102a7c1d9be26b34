import { beforeEach, expect, it } from 'vitest'
import type { AppEvent } from '#core/events/index.ts'
import { Store } from '#core/reducers/store.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { createNeed, type Need, QUIET_MS } from './connections.ts'

let clock: FakeClock
let told: boolean[]
let need: Need
const store = new Store()
const plays = (is: boolean) => {
  store.set('player', 'self', { ...store.single('player'), isPlaying: is })
  need.accept({} as AppEvent, store)
}

beforeEach(async () => {
  clock = new FakeClock()
  told = []
  need = createNeed(clock, (is) => void told.push(is))
})
const quiet = () => clock.advance(QUIET_MS)

it('nothing is lent before the page was quiet for a while', async () => {
  await clock.advance(QUIET_MS - 1)
  expect(told).toEqual([])
  await clock.advance(1)
  expect(told).toEqual([false])
})

it('music that plays needs connections at once, and some time after it ended no more', async () => {
  await quiet()
  plays(true)
  expect(told).toEqual([false, true])
  await clock.advance(10 * QUIET_MS)
  plays(false)
  expect(told).toEqual([false, true])
  await quiet()
  expect(told).toEqual([false, true, false])
})

it('answers that are waited for do, until the last of them is there, whether they come or not', async () => {
  await quiet()
  let [one, two] = [() => {}, () => {}]
  const first = need.during(new Promise<void>((_, reject) => (one = () => reject(new Error('cut')))))
  const second = need.during(new Promise<void>((resolve) => (two = resolve)))
  expect(need.isNeeded).toBe(true)
  one()
  await expect(first).rejects.toThrow('cut')
  await clock.advance(10 * QUIET_MS)
  expect(need.isNeeded).toBe(true)
  two()
  await second
  await quiet()
  expect(need.isNeeded).toBe(false)
})

it('pages that come one after the other lend nothing in between', async () => {
  await quiet()
  for (let page = 0; page < 5; page++) {
    await need.during(Promise.resolve())
    await clock.advance(QUIET_MS / 2)
  }
  expect(told).toEqual([false, true])
})

it('what the session asks for does', async () => {
  await quiet()
  need.session(true)
  await clock.advance(10 * QUIET_MS)
  expect(told).toEqual([false, true])
  need.session(false)
  await quiet()
  expect(told).toEqual([false, true, false])
})
