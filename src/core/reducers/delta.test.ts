// A delta stands for its stretch: the same entities, and every table's ids in the same order.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aCard } from '#tests/support/story.ts'
import { type Delta, Stretch, touchedOf } from './delta.ts'
import { Store } from './store.ts'

const KINDS = ['release', 'detail'] as const
const write = fc.record({
  kind: fc.constantFrom(...KINDS),
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  what: fc.constantFrom('set', 'patch', 'text', 'drop'),
})
const stretches = fc.array(fc.array(write, { maxLength: 8 }), { minLength: 1, maxLength: 6 })

let written = 0
function apply(store: Store, { kind, id, what }: typeof write extends fc.Arbitrary<infer W> ? W : never): void {
  const entity = { ...aCard(id), title: `${++written}` }
  if (what === 'drop') store.drop(kind, id)
  else if (what === 'patch') store.patch(kind, id, entity as never)
  else if (what === 'text') store.setText(kind, id, JSON.stringify(entity))
  else store.set(kind, id, entity as never)
}
const rows = (store: Store) => KINDS.map((kind) => [...store.ids(kind)].map((id) => [id, store.get(kind, id)]))

test('leads from the state before it to the one after it, alone and joined to its neighbours', () => {
  fc.assert(
    fc.property(stretches, (parts) => {
      const store = new Store().keepDelta()
      const before = [store.copy()]
      const deltas: Delta[] = []
      for (const part of parts) {
        for (const one of part) apply(store, one)
        deltas.push(store.takeDelta())
        before.push(store.copy())
      }
      for (const [from, state] of before.entries()) {
        const stretch = new Stretch()
        const one = state.copy()
        for (let to = from; to < deltas.length; to++) {
          const delta = deltas[to] as Delta
          one.apply(delta)
          const joined = state.copy()
          joined.apply(stretch.add(delta).delta())
          const expected = rows(before[to + 1]?.copy() as Store)
          expect(rows(one.copy())).toEqual(expected)
          expect(rows(joined)).toEqual(expected)
        }
      }
    }),
  )
})

test('names what would have been named as touched', () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 12 }), fc.array(write, { maxLength: 12 }), (first, then) => {
      const [named, told] = [new Store(), new Store().keepDelta()]
      for (const store of [named, told]) for (const one of first) apply(store, one)
      named.takeTouched()
      told.takeDelta()
      for (const store of [named, told]) for (const one of then) apply(store, one)
      const keys = (touched: Iterable<{ kind: string; id: string }>) => [...touched].map(({ kind, id }) => kind + id)
      const touched = keys(named.takeTouched())
      expect(new Set(touched).size).toBe(touched.length)
      expect(new Set(keys(touchedOf(told.takeDelta())))).toEqual(new Set(touched))
      expect(touchedOf(told.takeDelta())).toEqual([])
    }),
  )
})

test('what is touched is named in the order of its first write, also what was dropped', () => {
  const store = new Store()
  store.takeTouched()
  store.set('release', 'a', aCard('a'))
  store.set('release', 'b', aCard('b'))
  store.drop('release', 'a')
  store.set('release', 'c', aCard('c'))
  expect(store.takeTouched().map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('is applied without a touch, and holds the entities themselves', () => {
  const [store, other] = [new Store().keepDelta(), new Store()]
  store.takeDelta()
  store.set('release', 'a', aCard('a'))
  other.apply(store.takeDelta())
  expect(other.takeTouched()).toEqual([])
  expect(other.get('release', 'a')).toBe(store.get('release', 'a'))
})
