import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AppEvent } from '#core/events/index.ts'
import { history } from '#tests/support/histories.ts'
import { reduceFirst } from './first.ts'
import { reduce } from './root.ts'
import { Store } from './store.ts'

const tablesOf = (store: Store, kinds: ReadonlySet<string>) =>
  [...store.all()].filter(({ kind }) => kinds.has(kind)).map(({ kind, id }) => [kind, id, store.get(kind, id)])

it('the tables of a page that begins are those of all reducers, after any history', () => {
  const written = new Set<string>()
  fc.assert(
    fc.property(history(), (drafts) => {
      const first = new Store()
      const begun = new Map([...first.all()].map(({ kind, id }) => [`${kind} ${id}`, first.get(kind, id)]))
      const whole = new Store()
      for (const [seq, draft] of drafts.entries()) {
        const event = { seq, t: 0, source: 'platform', cause: null, ...draft } as AppEvent
        reduceFirst(first, event)
        reduce(whole, event)
      }
      for (const { kind, id } of first.all()) if (first.get(kind, id) !== begun.get(`${kind} ${id}`)) written.add(kind)
      expect(tablesOf(first, written)).toEqual(tablesOf(whole, written))
    }),
  )
  expect([...written].toSorted((one, other) => one.localeCompare(other))).toEqual(['app', 'session'])
})
