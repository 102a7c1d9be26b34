import { expect, test } from 'vitest'
import { cutQueue, QUEUE_KEPT_SONGS } from './keptQueue.ts'

const item = (name: string, songs: number) => ({ name, songs: Array.from({ length: songs }, (_, n) => n) })
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)

test('a queue that fits is kept whole', () => {
  const { items, history } = cutQueue([item('h', 2)], [item('a', 3), item('b', 4)])
  expect([names(history), names(items)]).toEqual([['h'], ['a', 'b']])
})
test('of a longer one what follows goes before what was heard, the nearest first', () => {
  const half = QUEUE_KEPT_SONGS / 2
  const { items, history } = cutQueue(
    [item('long ago', half), item('just now', 5)],
    [item('plays', 5), item('follows', half)],
  )
  expect([names(history), names(items)]).toEqual([['just now'], ['plays', 'follows']])
})
test('what plays is kept however long it is', () => {
  const { items, history } = cutQueue([item('h', 1)], [item('plays', QUEUE_KEPT_SONGS + 1), item('follows', 1)])
  expect([names(history), names(items)]).toEqual([[], ['plays']])
})
