import { describe, expect, test } from 'vitest'
import type { Comparison, PathQuestion } from '#core/contracts/replay.ts'
import { appNavigated } from '#core/events/app.ts'
import { playerVolumeChanged } from '#core/events/player.ts'
import { Timeline } from '#core/log/timeline.ts'
import { finished, recordedLog } from '#tests/support/recordedLog.ts'
import { compares, firstWhere } from './finding.ts'

/** What of these stands so to what is wanted. */
const fits = (comparison: Comparison, wanted: unknown, ...values: unknown[]) =>
  values.filter((value) => compares(value, comparison, wanted))

describe('what is looked for in a state', () => {
  test('may be equal to a value, however deep it is, or another', () => {
    expect(fits('=', { a: [1] }, { a: [1] }, { a: [2] }, null)).toEqual([{ a: [1] }])
    expect(fits('!=', { a: [1] }, { a: [1] }, { a: [2] }, null)).toEqual([{ a: [2] }, null])
  })

  test('may be smaller or larger: numbers by their size, texts by their letters', () => {
    expect(fits('<', 10, 9, 10, 11)).toEqual([9])
    expect(fits('>', 10, 9, 10, 11)).toEqual([11])
    expect(fits('<', 'b', 'a', 'b', 'c')).toEqual(['a'])
    expect(fits('>', 'b', 'a', 'b', 'c')).toEqual(['c'])
  })

  test('is neither smaller nor larger than what is of another kind', () => {
    const values = ['9', null, undefined, [9], true]
    expect(fits('<', 10, ...values)).toEqual([])
    expect(fits('>', 1, ...values)).toEqual([])
    expect(fits('<', 'b', 1, null)).toEqual([])
    expect(fits('>', 'b', 1, null)).toEqual([])
  })

  test('may be in a text, in a list, or the name of a field', () => {
    expect(fits('contains', 'bc', 'abcd', 'acbd')).toEqual(['abcd'])
    expect(fits('contains', 12, 'a12', 'a1')).toEqual(['a12'])
    expect(fits('contains', { id: 1 }, [{ id: 2 }, { id: 1 }], [{ id: 2 }])).toEqual([[{ id: 2 }, { id: 1 }]])
    expect(fits('contains', 'id', { id: 1 }, { name: 'id' })).toEqual([{ id: 1 }])
    expect(fits('contains', 'toString', {}, null, 7)).toEqual([])
  })
})

describe('the first event after which it is so', () => {
  /** The volume, event by event: 50 before the first. */
  const line = (...volumes: number[]) => new Timeline(recordedLog(volumes.map((volume) => playerVolumeChanged({ volume })))) // biome-ignore format: one line
  const first = (timeline: Timeline, question: Partial<PathQuestion>) =>
    finished(firstWhere(timeline, { path: 'player.volume', comparison: '=', value: '40', after: 0, ...question }))

  test('is one before which it was not, behind the place that is asked from', () => {
    const timeline = line(40, 40, 10, 40, 20)
    expect([0, 1, 2, 3, 4, 5].map((after) => first(timeline, { after }))).toEqual([1, 4, 4, 4, null, null])
  })

  test('may be the beginning, when that is where one asks from', () => {
    const timeline = line(10, 50)
    expect(first(timeline, { value: '50' })).toBe(0)
    expect(first(timeline, { value: '50', after: -3 })).toBe(0)
    expect(first(timeline, { value: '50', after: 1 })).toBe(2)
    expect(first(timeline, { value: '50', after: 99 })).toBeNull()
  })

  test('is found by JSON, by a text that is none, and by what is not there', () => {
    const timeline = new Timeline(recordedLog([appNavigated({ path: '/a', search: '' })]))
    expect(first(timeline, { path: ' app.path ', value: '"/a"' })).toBe(1)
    expect(first(timeline, { path: 'app.path', value: '/a' })).toBe(1)
    expect(first(timeline, { path: 'app.nothing', value: ' undefined ' })).toBe(0)
    expect(first(timeline, { path: 'app.path', value: 'undefined' })).toBeNull()
  })

  test('is looked for with a look at the clock every 16 events: one of them may cost as much as a turn', () => {
    const steps = firstWhere(line(...Array.from({ length: 600 }, (_, at) => at % 30)), {
      path: 'player.volume',
      comparison: '=',
      value: '99',
      after: 10,
    })
    expect([...steps].slice(0, 3)).toEqual([6, 22, 38])
  })
})
