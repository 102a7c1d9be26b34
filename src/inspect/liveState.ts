/** The state the page knows, as the inspector shows it: as a tree, and beside the state as it was when it was pinned. */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import { changesOf } from '#core/log/changes.ts'
import { treeRows } from '#core/log/tree/tree.ts'
import { KINDS } from '#core/model/entities.ts'
import { type ReadonlyStore, Store } from '#core/reducers/store.ts'
import type { LiveState } from '#views/inspect/liveLog.ts'

/**
 * @param now the state as it is
 * @param seq number of the last event
 */
export function createLiveState(now: () => ReadonlyStore, seq: ReadonlySignal<number>): LiveState {
  const pinned = signal<number | null>(null)
  let before: ReadonlyStore | null = null
  return {
    pinned,
    pin() {
      before = copyOf(now())
      pinned.value = seq.value
    },
    unpin() {
      before = null
      pinned.value = null
    },
    tree(asked) {
      const after = now()
      return treeRows(before ?? after, after, before ? changesOf(before, after) : [], asked)
    },
  }
}

/** Entities are replaced and never changed, so that a copy of the tables holds a state for good. */
function copyOf(state: ReadonlyStore): Store {
  const copy = new Store()
  for (const kind of KINDS)
    for (const id of state.ids(kind)) {
      const entity = state.get(kind, id)
      if (entity !== undefined) copy.set(kind, id, entity)
    }
  return copy
}
