// A server that went away, and somebody who hears of it meanwhile.
import { beforeEach, expect, test } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { OnlineLatch } from '../../onlineLatch.ts'
import { Tries } from '../trouble/retry.ts'
import { Trouble } from '../trouble/trouble.ts'
import { PAUSE_MS, ServerWatch } from './serverWatch.ts'

let clock: FakeClock
let asked: number
let isThere: boolean
let watch: ServerWatch
let said: (number | null)[]
let went: string[]

beforeEach(() => {
  clock = new FakeClock()
  asked = 0
  isThere = false
  said = []
  went = []
  watch = new ServerWatch({
    clock,
    latch: new OnlineLatch(),
    random: () => 0.999,
    answers: async () => {
      asked++
      return isThere
    },
    changed: (againInMs) => said.push(againInMs),
  })
})

const gone = () => new Trouble('noConnection', 'gone', { again: true, isUnreachable: true })
/** A job whose transfer broke off. */
const breaksOff = (name: string) =>
  void watch.rest(new Tries(() => 0), gone(), new AbortController().signal).then(
    () => went.push(name),
    () => went.push(`${name} failed`),
  )

test('is asked at once, and all that wait go on together', async () => {
  breaksOff('a')
  breaksOff('b')
  await clock.advance(PAUSE_MS - 100)
  expect([asked, went]).toEqual([1, []])
  isThere = true
  await clock.advance(200)
  expect([asked, went.length, said.at(-1)]).toEqual([2, 2, null])
})

test('is asked when somebody hears of it, but not within a second of the last question', async () => {
  breaksOff('a')
  await clock.advance(PAUSE_MS + 500)
  expect(asked).toBe(2)
  isThere = true
  watch.hint()
  await clock.advance(0)
  expect([asked, went]).toEqual([2, []])
  await clock.advance(500)
  watch.hint()
  await clock.advance(0)
  expect([asked, went]).toEqual([3, ['a']])
})

test('a hint while it is there asks nothing', async () => {
  watch.hint()
  await clock.advance(PAUSE_MS)
  expect([asked, said]).toEqual([0, []])
})

test('what it answers itself is not taken for its absence', async () => {
  const refused = new Trouble('senselessAnswer', 'refused', { again: true })
  void watch.rest(new Tries(() => 0.5), refused, new AbortController().signal).then(() => went.push('a'))
  await clock.advance(PAUSE_MS)
  expect([asked, went]).toEqual([0, ['a']])
})
