import { describe, expect, test } from 'vitest'
import { aSong } from '#tests/support/story.ts'
import { RECENTLY_PLAYED_MAX } from '../constants.ts'
import { type History, mergeHistories, NO_HISTORY, type Play, readHistory } from './recent.ts'

const NOW = 1_000_000
const play = (trackid: string, playedAt: number): Play => ({ playedAt, song: aSong(trackid, 1) })
const history = (plays: Play[], clearedAt = 0): History => ({ clearedAt, plays })
const heard = ({ plays }: History) => plays.map(({ song, playedAt }) => `${song.trackid} ${playedAt}`)

describe('two histories of one player', () => {
  test('are one: the newest first, each song once, as it was heard last', () => {
    const one = mergeHistories(history([play('a', 5), play('b', 1)]), history([play('c', 9), play('b', 7), play('a', 2)])) // biome-ignore format: one line
    expect(heard(one)).toEqual(['c 9', 'b 7', 'a 5'])
  })

  test('forget what either was cleared of, and keep what was heard at that moment', () => {
    const one = mergeHistories(history([play('a', 3), play('b', 4)]), history([play('c', 2), play('d', 9)], 4))
    expect([one.clearedAt, heard(one)]).toEqual([4, ['d 9', 'b 4']])
    expect(mergeHistories(history([], 7), history([], 4)).clearedAt).toBe(7)
  })

  test('of equals that of mine counts', () => {
    const mine = { ...play('a', 3), song: aSong('a', 2) }
    expect(mergeHistories(history([mine]), history([play('a', 3)])).plays).toEqual([mine])
  })

  test('keep as many songs as one does, the newest', () => {
    const many = Array.from({ length: RECENTLY_PLAYED_MAX + 1 }, (_, n) => play(`t${n}`, n))
    const { plays } = mergeHistories(history(many), NO_HISTORY)
    expect([plays.length, plays.at(-1)?.playedAt]).toEqual([RECENTLY_PLAYED_MAX, 1])
  })
})

describe('a stored history', () => {
  test('is read as it was written, without what is no play', () => {
    const stored = { clearedAt: 1, plays: [play('a', 2), { song: 'x' }, play('b', 5)] }
    expect(readHistory(stored, NOW)).toEqual(history([play('b', 5), play('a', 2)], 1))
  })

  test('of a build that knew no clearing was never cleared', () => {
    expect(readHistory({ plays: [play('a', 0)] }, NOW)).toEqual(history([play('a', 0)]))
  })

  test('cleared by a clock that was far ahead swallows nothing that is heard now', () => {
    const stored = readHistory({ clearedAt: NOW + 3_600_000, plays: [] }, NOW)
    expect(heard(mergeHistories(history([play('a', NOW)]), stored))).toEqual([`a ${NOW}`])
    expect(readHistory({ clearedAt: NOW + 1000, plays: [] }, NOW).clearedAt).toBe(NOW + 1000)
  })

  test.each([undefined, null, 'x', {}, { plays: 'x' }, { clearedAt: -1, plays: [] }])('that is none counts as nothing: %j', (stored) => {
    expect(readHistory(stored, NOW)).toEqual(NO_HISTORY)
  }) // biome-ignore format: one line
})
