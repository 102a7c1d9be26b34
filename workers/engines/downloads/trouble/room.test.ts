// A storage that is full: what is made room for, how often, and what is thrown when it is in vain.
import { beforeEach, expect, it } from 'vitest'
import { untilFits, withRoom } from './room.ts'
import { Trouble } from './trouble.ts'

/** What the room is asked for, and how long is waited for it. */
let log: (string | number)[]
/** What may go, in so many ms; null: nothing. */
let inMs: number | null

const room = {
  async make() {
    log.push('make')
    return inMs
  },
}
const pause = async (ms: number) => void log.push(ms)
const full = new Trouble('diskFull', 'full')
const held = new Trouble('fileHeld', 'held')

beforeEach(() => {
  log = []
  inMs = 60
})

it('what fits needs no room', async () => {
  await untilFits(room, async () => {}, pause)
  expect(log).toEqual([])
})

it('room is made until it fits', async () => {
  let left = 2
  const fits = async () => {
    if (left-- > 0) throw full
  }
  await untilFits(room, fits, pause)
  expect(log).toEqual(['make', 60, 'make', 60])
})

it('room is made five times, then it does not fit', async () => {
  await expect(untilFits(room, () => Promise.reject(full), pause)).rejects.toBe(full)
  expect(log.filter((one) => one === 'make')).toHaveLength(5)
})

it('no room is made for what fails for another reason', async () => {
  await expect(untilFits(room, () => Promise.reject(held), pause)).rejects.toBe(held)
  expect(log).toEqual([])
})

it('nothing is waited for where nothing may go', async () => {
  inMs = null
  await expect(untilFits(room, () => Promise.reject(full), pause)).rejects.toBe(full)
  expect(log).toEqual(['make'])
})

it('a full storage is worth another try where something may go, and no other trouble is', async () => {
  expect(await withRoom(room, full, true)).toMatchObject({ reason: 'quota', again: true, retryAfterMs: 60, startOver: true }) // biome-ignore format: one line
  expect(await withRoom(room, held, true)).toBe(held)
  inMs = null
  expect(await withRoom(room, full, true)).toBe(full)
})
