import { beforeEach, expect, test } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { MemoryStore } from '#tests/support/journals.ts'
import { HISTORY_MAX, History, openHistory } from './history.ts'

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
  await history.write()
  expect([writes, clock.pending]).toEqual([['p: a', 'p: b'], 1])
})

test("what waits to be written stays its player's, whoever comes next", async () => {
  history.finished('p', 'a')
  history.finished('p', 'b')
  history.finished('q', 'c')
  await clock.advance(500)
  expect(writes).toEqual(['p: a', 'p: b', 'q: c'])
})

const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `song ${from + n} wav`)
const bytesOf = (value: unknown) => JSON.stringify(value).length

test('one more key costs its chunk and not the history', async () => {
  const store = new MemoryStore()
  const opened = openHistory(store)
  await opened.add('p', numbered(5000))
  let written = 0
  const update = store.update.bind(store)
  store.update = (key, change) =>
    update(key, (held) => {
      const now = change(held)
      written += bytesOf(now)
      return now
    })
  await opened.add('p', ['song one wav'])
  expect(written).toBeLessThan(bytesOf(numbered(5000)) / 5)
  expect((await opened.load('p')).at(-1)).toBe('song one wav')
})

test('H-185: the newest 10,000 are remembered, and what lies there does not grow beyond them', async () => {
  const store = new MemoryStore()
  const opened = openHistory(store)
  for (let from = 0; from < 12_000; from += 400) await opened.add('p', numbered(400, from))
  expect(await opened.load('p')).toEqual(numbered(HISTORY_MAX, 12_000 - HISTORY_MAX))
  const lies = (await store.entries()).flatMap(([, keys]) => keys)
  expect(lies.length).toBeLessThanOrEqual(HISTORY_MAX + 250)
})

test('what an earlier build kept in one record is known, goes on in chunks, and is gone from there', async () => {
  const store = new MemoryStore()
  await store.set('p', numbered(600))
  const opened = openHistory(store)
  await opened.add('p', ['song new wav'])
  expect(new Set(await opened.load('p'))).toEqual(new Set([...numbered(600), 'song new wav']))
  expect(await store.get('p')).toBeUndefined()
  expect(await openHistory(store).load('p')).toHaveLength(601)
})

test('what an earlier build kept is known although there is no room to write it anew', async () => {
  const store = new MemoryStore()
  await store.set('p', numbered(3))
  store.update = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  expect(await openHistory(store).load('p')).toEqual(numbered(3))
  expect(await store.get('p')).toEqual(numbered(3))
})

test("each player's are their own, also of names that begin alike", async () => {
  const opened = openHistory(new MemoryStore())
  await opened.add('p', ['a'])
  await opened.add('p2', ['b'])
  expect([await opened.load('p'), await opened.load('p2')]).toEqual([['a'], ['b']])
})

test('two tabs that write at once lose nothing of each other', async () => {
  const store = new MemoryStore()
  const [one, other] = [openHistory(store), openHistory(store)]
  await Promise.all([one.add('p', numbered(300)), other.add('p', numbered(300, 300))])
  expect(new Set(await one.load('p'))).toEqual(new Set(numbered(600)))
})

test('what was downloaded before is told in parts with a task between them, and no more once the session is over', async () => {
  history = new History({ load: async () => numbered(600), add: async () => {} }, clock)
  const told: (number | string)[] = []
  const wait = clock.setTimer.bind(clock)
  clock.setTimer = (run, ms) => {
    told.push('task')
    return wait(run, ms)
  }
  let isOn = true
  const tell = (keys: string[]) => void told.push(keys.length)
  const telling = history.restore('p', () => isOn, tell)
  await clock.advance(10)
  await telling
  expect(told).toEqual([250, 'task', 250, 'task', 100])
  isOn = false
  await history.restore('p', () => isOn, tell)
  expect(told).toHaveLength(5)
})
