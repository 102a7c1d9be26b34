import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { history } from '#tests/support/histories.ts'
import { finished, recordedLog } from '#tests/support/recordedLog.ts'
import { appNavigated } from '../events/app.ts'
import { playerVolumeChanged } from '../events/player.ts'
import { isEqual } from '../reducers/equal.ts'
import { changedFields, changesOf, touching } from './changes.ts'
import { canonicalJson } from './hash.ts'
import { parsePath } from './path.ts'
import { Timeline } from './timeline.ts'

const timeline = () =>
  new Timeline(
    recordedLog([
      playerVolumeChanged({ volume: 40 }),
      appNavigated({ path: '/a', search: '' }),
      playerVolumeChanged({ volume: 70 }),
      playerVolumeChanged({ volume: 40 }),
    ]),
  )

const changesBetween = (line: Timeline, a: number, b: number) => changesOf(line.frozen(a), line.frozen(b))

describe('what changed between two events', () => {
  test('names the entities, before and after, forwards and back', () => {
    const line = timeline()
    expect(changesBetween(line, 1, 2)).toMatchObject([
      { kind: 'app', id: 'self', before: { path: '/' }, after: { path: '/a' } },
    ])
    expect(changesBetween(line, 2, 1)).toMatchObject([{ kind: 'app', before: { path: '/a' }, after: { path: '/' } }])
  })

  test('leaves out what became again what it was', () => {
    expect(changesBetween(timeline(), 1, 4).map(({ kind }) => kind)).toEqual(['app'])
  })

  test('is nothing between states of one hash, and something otherwise', () => {
    fc.assert(
      fc.property(history(40), fc.nat(), fc.nat(), (drafts, a, b) => {
        const line = new Timeline(recordedLog(drafts))
        const [from, to] = [a % (line.last + 1), b % (line.last + 1)]
        const text = (seq: number) => {
          const state = line.frozen(seq)
          return JSON.stringify(
            changesBetween(line, 0, seq).map(({ kind, id }) => [kind, id, canonicalJson(state.get(kind, id) ?? null)]),
          )
        }
        expect(changesBetween(line, from, to).length === 0).toBe(text(from) === text(to))
      }),
      { numRuns: 50 },
    )
  })
})

describe('changed fields', () => {
  test('are told as deep as both sides go', () => {
    expect(changedFields({ a: { b: 1, c: [1, 2] }, d: 0 }, { a: { b: 2, c: [1, 3, 4] }, d: 0 })).toEqual([
      { path: ['a', 'b'], before: 1, after: 2 },
      { path: ['a', 'c', '1'], before: 2, after: 3 },
      { path: ['a', 'c', '2'], before: undefined, after: 4 },
    ])
  })

  test('are one where a value became another kind of value, or is new', () => {
    expect(changedFields({ a: [] }, { a: {} })).toEqual([{ path: ['a'], before: [], after: {} }])
    expect(changedFields(undefined, { a: 1 })).toEqual([{ path: [], before: undefined, after: { a: 1 } }])
    expect(changedFields(null, null)).toEqual([])
  })

  test('know a key that is called as a prototype is', () => {
    const odd = JSON.parse('{"__proto__":1}') as object
    expect(isEqual(odd, {})).toBe(false)
    expect(isEqual({}, odd)).toBe(false)
    expect(changedFields({}, odd)).toEqual([{ path: ['__proto__'], before: undefined, after: 1 }])
  })
})

test('a field that is undefined equals one that is not there', () => {
  expect(isEqual({ a: undefined }, {})).toBe(true)
  expect(isEqual({}, { a: undefined })).toBe(true)
  expect(isEqual({ a: null }, {})).toBe(false)
})

test('the events that touched a path are told with what they made of it', () => {
  expect(finished(touching(timeline(), parsePath('player.volume')))).toEqual([
    { seq: 1, before: 50, after: 40 },
    { seq: 3, before: 40, after: 70 },
    { seq: 4, before: 70, after: 40 },
  ])
  expect(finished(touching(timeline(), parsePath('player.volume'), 1))).toHaveLength(1)
})

test('the events that touched a path are looked for with a word every 512', () => {
  const line = new Timeline(
    recordedLog(Array.from({ length: 1100 }, (_, at) => playerVolumeChanged({ volume: at % 50 }))),
  )
  const steps = touching(line, parsePath('player.volume'), 700)
  expect(steps.next().value).toBe(512)
  expect(finished(steps)).toHaveLength(700)
})
