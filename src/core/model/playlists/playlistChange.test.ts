import { describe, expect, test } from 'vitest'
import { applyChange, applyChanges, moveBefore, type PlaylistChange, putBack } from './playlistChange.ts'

const order = ['a', 'b', 'c']
const move = (trackid: string, position: 'before' | 'after', referenceTrackid: string): PlaylistChange => ({ kind: 'move', trackid, position, referenceTrackid }) // biome-ignore format: one line
const put = (trackid: string, position: 'before' | 'after', referenceTrackid: string | null): PlaylistChange => ({ kind: 'put', trackid, position, referenceTrackid }) // biome-ignore format: one line
const remove = (...tracks: string[]): PlaylistChange => ({ kind: 'remove', tracks })
const made = (change: PlaylistChange, before: readonly string[] = order) => applyChange(before, change).join('')

describe('a change of the order', () => {
  test('moves a track before or after another', () => {
    expect([made(move('c', 'before', 'a')), made(move('a', 'after', 'b')), made(move('a', 'after', 'c'))]).toEqual(['cab', 'bac', 'bca']) // biome-ignore format: one line
  })
  test('removes tracks, puts one back, or clears', () => {
    expect([made(remove('a', 'c')), made(put('x', 'before', 'b')), made(put('x', 'after', 'b')), made(put('x', 'after', null)), made({ kind: 'clear' })]).toEqual(['b', 'axbc', 'abxc', 'abcx', '']) // biome-ignore format: one line
  })
  test('that puts back what is there moves it, and without a neighbour leaves it', () => {
    expect([made(put('c', 'before', 'a')), made(put('a', 'after', null))]).toEqual(['cab', 'abc'])
  })
  test.each([move('x', 'before', 'a'), move('a', 'before', 'x'), move('a', 'after', 'a'), move('a', 'before', 'b'), remove('x'), put('a', 'after', null)])('that changes nothing is the same order: %j', (change) => {
    expect(applyChange(order, change)).toBe(order)
  }) // biome-ignore format: one line
  test('clearing an empty one is the same order', () => {
    const empty: string[] = []
    expect(applyChange(empty, { kind: 'clear' })).toBe(empty)
  })
  test('follows the one before', () => {
    expect(applyChanges(order, [remove('b'), move('c', 'before', 'a'), put('b', 'after', 'a')])).toEqual(['c', 'a', 'b']) // biome-ignore format: one line
  })
})

describe('the move that brings a track to a place', () => {
  test('stands before what follows it then, or after the last', () => {
    expect(moveBefore(order, 'c', 'a')).toEqual(move('c', 'before', 'a'))
    expect(moveBefore(order, 'a', null)).toEqual(move('a', 'after', 'c'))
    expect(moveBefore(['a', 'b', 'c', 'd'], 'a', null)).toEqual(move('a', 'after', 'd'))
  })
  test.each([['a', 'b'], ['c', null], ['a', 'a'], ['x', 'a']] as const)('is none for %s before %s', (trackid, before) => {
    expect(moveBefore(order, trackid, before)).toBeNull()
  }) // biome-ignore format: one line
  test('is none where there is nothing to stand beside', () => {
    expect([moveBefore(['a'], 'a', null), moveBefore([], 'a', null)]).toEqual([null, null])
  })
})

describe('what takes a removal back', () => {
  test.each(order)('puts %s where it stood', (trackid) => {
    const back = putBack(order, trackid)
    expect(back && applyChanges(order, [remove(trackid), back])).toEqual(order)
  })
  test('is at the end of a playlist that has nothing else, and nothing for a track that is not there', () => {
    expect([putBack(['a'], 'a'), putBack(order, 'x')]).toEqual([put('a', 'after', null), null])
  })
})
