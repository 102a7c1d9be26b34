// Which events a reducer is given: all that it names.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { history } from '#tests/support/histories.ts'
import { type AppEvent, catalogue } from '../events/index.ts'
import '../events/late.ts'
import { HEARD, NOTHING, reduce } from './root.ts'
import { Store } from './store.ts'

const folder = import.meta.dirname
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(folder, file), 'utf8'))

/** Domains of the events that a source with this function names, and what of this folder it calls a reducer. */
function domainsIn(name: string): string[] {
  const source = sources.find((text) => text.includes(`export function ${name}(`)) ?? ''
  const named = [...source.matchAll(/'([a-zA-Z]+)\.[a-zA-Z]+'/g)]
    .filter(([type]) => catalogue.has(type.slice(1, -1)))
    .map(([, domain]) => domain ?? '')
  const called = [...source.matchAll(/^import \{([^}]*)\} from/gm)].flatMap(
    ([, names]) => names?.match(/\breduce\w+/g) ?? [],
  )
  return [...named, ...called.flatMap(domainsIn)]
}

const named = HEARD.map(([reducer, ...domains]) => {
  const [name = ''] = /reduce[A-Z]\w*/.exec(`${reducer.name} ${reducer}`) ?? []
  return { name, reducer, domains }
})

test.each(named)('$name is given all it names', ({ name, domains }) => {
  const wanted = domainsIn(name)
  expect(wanted.length).toBeGreaterThan(0)
  expect([...new Set(wanted)].filter((domain) => !domains.includes(domain))).toEqual([])
})

test('none of them has anything to do with what it is not given', () => {
  fc.assert(
    fc.property(history(60), (drafts) => {
      const state = new Store()
      for (const [at, draft] of drafts.entries()) {
        const event = { seq: at + 1, t: at, source: 'person', cause: null, ...draft } as AppEvent
        reduce(state, event)
        state.takeTouched()
        const domain = event.type.slice(0, event.type.indexOf('.'))
        for (const { name, reducer, domains } of named) {
          if (domains.includes(domain)) continue
          reducer(state, event, NOTHING)
          expect(state.takeTouched(), `${name} after ${event.type}`).toEqual([])
        }
      }
    }),
  )
})
