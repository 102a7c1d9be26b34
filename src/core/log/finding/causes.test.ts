import { expect, test } from 'vitest'
import { recordedLog } from '#tests/support/recordedLog.ts'
import { playerVolumeChanged } from '../../events/player.ts'
import type { ReadLog } from '../reading/log.ts'
import { causesOf, effectsOf, madeRoomOf } from './causes.ts'

/** `causes[i]` is the cause of event i + 1. */
const caused = (...causes: (number | null)[]): ReadLog =>
  recordedLog(causes.map((cause, at) => ({ draft: playerVolumeChanged({ volume: at }), cause })))
const seqs = (events: readonly { seq: number }[]) => events.map(({ seq }) => seq)

// 1 ─ 2 ─ 4 ─ 6
//  └─ 5       3 alone
const log = caused(null, 1, null, 2, 1, 4)

test('the chain of causes begins with what led there directly and ends with the root', () => {
  expect(seqs(causesOf(log, 6))).toEqual([4, 2, 1])
  expect(causesOf(log, 3)).toEqual([])
})

test('what an event led to is told over any number of steps, in the order of the log', () => {
  expect(seqs(effectsOf(log, 1))).toEqual([2, 4, 5, 6])
  expect(seqs(effectsOf(log, 2))).toEqual([4, 6])
  expect(effectsOf(log, 6)).toEqual([])
  expect(seqs(effectsOf(log, 1, 2))).toEqual([2, 4])
})

test('in a log that begins later, a cause from before it is none', () => {
  const later: ReadLog = { ...log, start: 2, events: log.events.slice(2) }
  expect(seqs(causesOf(later, 6))).toEqual([4])
  expect(seqs(effectsOf(later, 4))).toEqual([6])
  expect(effectsOf(later, 1)).toEqual([])
  expect([4, 5, 6, 3].map((seq) => madeRoomOf(later, seq))).toEqual([2, 1, 2, null])
  expect(madeRoomOf(log, 6)).toBeNull()
})

test('a cause that stands behind its effect, or is itself, is none', () => {
  const events = [...log.events].map((event) => ({
    ...event,
    cause: event.seq === 1 ? 6 : event.seq === 6 ? 6 : event.cause,
  }))
  const turned: ReadLog = { ...log, events }
  expect(causesOf(turned, 6)).toEqual([])
  expect(seqs(effectsOf(turned, 1))).toEqual([2, 4, 5])
})

test('a hundred thousand events of one root are told', () => {
  const [first] = log.events
  if (!first) throw new Error('unreachable')
  const events = Array.from({ length: 100_000 }, (_, at) => ({ ...first, seq: at + 1, cause: at === 0 ? null : at }))
  const long: ReadLog = { ...log, events }
  expect(effectsOf(long, 1)).toHaveLength(99_999)
  expect(causesOf(long, 100_000)).toHaveLength(99_999)
})
