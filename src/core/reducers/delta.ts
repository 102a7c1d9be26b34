/**
 * What a stretch of events made of the state, without the events: as a video has frames that only say what changed.
 * Applied to the state the stretch began with, it gives the one it ended with, down to the order of a table's ids.
 */
import type { Kind } from '../model/entities.ts'
import type { Touched } from './touches.ts'

interface TableDelta {
  readonly kind: Kind
  /** Dropped at some time, and perhaps back since: taken out first, for what comes back stands at the end of its table. */
  readonly gone: readonly string[]
  /** Written and there at the end, in the order in which they came to be there. */
  readonly ids: readonly string[]
  /** `ids[i]` is `held[i]`, as the store holds it. */
  readonly held: readonly unknown[]
}

export type Delta = readonly TableDelta[]

/** Every entity a delta names, at least once. */
export function touchedOf(delta: Delta): readonly Touched[] {
  const touched: Touched[] = []
  for (const { kind, gone, ids } of delta) {
    for (const id of gone) touched.push({ kind, id })
    for (const id of ids) touched.push({ kind, id })
  }
  return touched
}

/** Consecutive deltas become one. */
export class Stretch {
  readonly #tables = new Map<Kind, { readonly gone: Set<string>; readonly held: Map<string, unknown> }>()

  /** Adds the delta that begins where the last one ended. */
  add(delta: Delta): this {
    for (const { kind, gone, ids, held } of delta) {
      let table = this.#tables.get(kind)
      if (!table) {
        table = { gone: new Set(), held: new Map() }
        this.#tables.set(kind, table)
      }
      for (const id of gone) {
        table.gone.add(id)
        table.held.delete(id)
      }
      for (let at = 0; at < ids.length; at++) table.held.set(ids[at] as string, held[at])
    }
    return this
  }

  delta(): Delta {
    return [...this.#tables].map(([kind, { gone, held }]) => ({
      kind,
      gone: [...gone],
      ids: [...held.keys()],
      held: [...held.values()],
    }))
  }
}
