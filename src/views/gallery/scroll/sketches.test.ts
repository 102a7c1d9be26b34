import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setActionPorts } from '#actions/ports.ts'
import { INDEX_ROWS_MAX, type ListIndexPart } from '#core/model/catalogue/listIndex.ts'
import type { ReleaseListState } from '#core/model/entities.ts'
import { Store } from '#core/reducers/store.ts'
import { attach } from '#projections/entity.ts'
import { Sketches } from './sketches.ts'

const TOTAL = INDEX_ROWS_MAX * 3
const list = (more: Partial<ReleaseListState> = {}): ReleaseListState => ({
  queryId: 'q',
  status: 'done',
  total: TOTAL,
  round: 1,
  page: 1,
  failedPages: [],
  edition: 0,
  gone: [],
  ...more,
})
const partFrom = (first: number): ListIndexPart => ({
  total: TOTAL,
  rows: Array.from({ length: INDEX_ROWS_MAX }, (_, i) => [`r${first + i}`, 'Title', 'Artist', null]),
})

let asked: number[]
let answer: (first: number) => Promise<ListIndexPart | null>
let near: number
let came: number
let isLookedAt: boolean
let queries = 0
let made: Sketches[]

beforeEach(() => {
  vi.useFakeTimers()
  attach(new Store())
  asked = []
  near = 0
  came = 0
  isLookedAt = false
  made = []
  answer = async (first) => partFrom(first)
  setActionPorts({
    listIndex: (_: string, first: number) => {
      asked.push(first / INDEX_ROWS_MAX)
      return answer(first)
    },
  } as never)
})
afterEach(() => {
  for (const one of made) one.stop()
  vi.useRealTimers()
})

function sketches(queryId = `list ${++queries}`): Sketches {
  const one = new Sketches({ queryId, near: () => near, isLookedAt: () => isLookedAt, came: () => came++ })
  made.push(one)
  return one
}

test('H-124: the index comes part by part once the covers of the first page had their time', async () => {
  const one = sketches()
  one.listChanged(list())
  await vi.advanceTimersByTimeAsync(900)
  expect(asked).toEqual([])
  near = TOTAL - 1
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual([2, 1, 0])
  expect(came).toBe(3)
  expect(one.at(TOTAL - 1)?.releaseid).toBe(`r${TOTAL - 1}`)
})

test('H-124: somebody who flings before that is served at once', async () => {
  const one = sketches()
  one.listChanged(list())
  one.hurry()
  expect(asked).toEqual([0])
})

test('H-124: while somebody looks at what passes nothing is asked for, and what is left comes at rest', async () => {
  isLookedAt = true
  const one = sketches()
  one.listChanged(list())
  await vi.advanceTimersByTimeAsync(30_000)
  expect(asked).toEqual([])
  isLookedAt = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual([0, 1, 2])
})

test('H-124: one part at a time is asked for', async () => {
  answer = () => new Promise(() => {})
  const one = sketches()
  one.listChanged(list())
  one.hurry()
  one.listChanged(list({ newcomers: 1 }))
  one.hurry()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toEqual([0])
})

test('H-124: a server without it is asked ever more seldom, and not in haste', async () => {
  answer = async () => null
  const one = sketches()
  one.listChanged(list())
  await vi.advanceTimersByTimeAsync(1000)
  for (let n = 0; n < 20; n++) one.hurry()
  await vi.advanceTimersByTimeAsync(2000 + 4000)
  expect(asked).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked.length).toBeLessThan(25)
  expect(came).toBe(0)
})

/** Parts do not come, until the next would be asked for in minutes; from now on they do. */
async function failing(): Promise<Sketches> {
  answer = async () => null
  const one = sketches()
  one.listChanged(list())
  await vi.advanceTimersByTimeAsync(260_000)
  answer = async (first) => partFrom(first)
  asked = []
  return one
}

test('H-124: what failed of the list before makes the one that was loaded anew wait no longer', async () => {
  const one = await failing()
  one.listChanged(list({ edition: 1, total: TOTAL - 1 }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual([])
  one.listChanged(list({ edition: 1, round: 2 }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked[0]).toBe(0)
})

test('H-124: a list that grew on the server is asked for at once, whatever failed of it before', async () => {
  const one = await failing()
  one.listChanged(list({ total: TOTAL + 1 }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked[0]).toBe(0)
})

test('H-124: what failed without a connection is asked for as soon as there is one', async () => {
  const one = await failing()
  one.again()
  expect(asked).toEqual([0])
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual([0, 1, 2])
  one.again()
  expect(asked).toHaveLength(3)
})

test('H-124: a part that was read before a mark is not shown, and asked for again', async () => {
  let give = (_: ListIndexPart) => {}
  answer = () =>
    new Promise((resolve) => {
      give = resolve
    })
  const one = sketches()
  one.listChanged(list())
  one.hurry()
  one.listChanged(list({ edition: 1 }))
  give(partFrom(0))
  await vi.advanceTimersByTimeAsync(0)
  expect(one.at(0)).toBeNull()
  await vi.advanceTimersByTimeAsync(2000)
  expect(asked).toEqual([0, 0])
})

test('H-124: a list of one page needs none', async () => {
  sketches().listChanged(list({ total: 40 }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toEqual([])
})

test('H-124: who comes back to the list has it still; who left asks for no more', async () => {
  const first = sketches('kept')
  first.listChanged(list())
  await vi.advanceTimersByTimeAsync(2000)
  first.stop()
  const second = sketches('kept')
  second.listChanged(list())
  expect(second.at(5)?.releaseid).toBe('r5')
  const third = sketches()
  third.listChanged(list())
  third.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(3)
})
