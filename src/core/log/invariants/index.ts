/**
 * What holds in every state the reducers can make. A log after whose event one of these is broken shows a mistake in a
 * reducer, or was not written by them. `invariants.test.ts` tries them on random histories.
 */
import type { ReadonlyStore, Touched } from '../../reducers/store.ts'
import { DOWNLOADS } from './downloads.ts'
import type { Invariant } from './invariant.ts'
import { LIBRARY } from './library.ts'
import { LISTS } from './lists.ts'
import { PEOPLE } from './people.ts'
import { PLAYBACK } from './playback.ts'

export const INVARIANTS: readonly Invariant[] = [...PLAYBACK, ...DOWNLOADS, ...LIBRARY, ...LISTS, ...PEOPLE]

export interface Broken {
  /** Name of the invariant. */
  readonly name: string
  /** What breaks it. */
  readonly fault: string
}

/**
 * The invariants a state breaks.
 * @param touched what changed since all were found to hold; null: everything is looked at
 */
export function brokenInvariants(state: ReadonlyStore, touched: readonly Touched[] | null = null): readonly Broken[] {
  if (touched?.length === 0) return []
  const kinds = touched && new Set(touched.map(({ kind }) => kind))
  const broken: Broken[] = []
  for (const { name, of, fault } of INVARIANTS) {
    if (kinds && !of.some((kind) => kinds.has(kind))) continue
    const found = fault(state)
    if (found !== null) broken.push({ name, fault: found })
  }
  return broken
}
