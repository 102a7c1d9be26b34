// Pages that came while a mark was on its way: whether it is in them already nobody knows.

import { countedTotal } from '#core/reducers/catalogue/pages.ts'
import { isConcerned } from '#core/reducers/library/listMoves.ts'
import { isRunning } from '#core/reducers/library/selection.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'

/**
 * Whether a page must not be taken before the marks on their way are answered. Its total may be that of after them:
 * taken as a change of the server it would end the selection, and the mark would be counted twice. Where nothing is
 * selected, or a run marks thousands, what is right a moment later comes by itself.
 * @param total what the page says of its list
 */
export function isInDoubt(state: ReadonlyStore, queryId: string, total: number): boolean {
  const selection = state.single('selection')
  if (selection.queryId !== queryId || isRunning(selection)) return false
  const list = state.get('list', queryId)
  const known = list ? countedTotal(list) : null
  return known !== null && known !== total && isBeingMoved(state, queryId)
}

/** True while a mark is on its way that can move something in this list. */
export function isBeingMoved(state: ReadonlyStore, queryId: string): boolean {
  for (const id of state.ids('marking'))
    if (state.get('marking', id)?.marks.some((mark) => isConcerned(queryId, mark))) return true
  return false
}
