/**
 * Which pages of lists stay, with the releases they name: a list of a hundred thousand that somebody goes through would
 * be two hundred megabytes for as long as the page lives. What goes is as if it had never come: any page may lack, and
 * one that is seen again is loaded again. Only a page that comes lets go of others, and facts are not echoed. A first
 * page lets go of none, for it is read again behind what is shown, and that of the list that is gone through stays: a
 * list without one is a list that changed (H-124).
 */
import type { Store } from '../store.ts'
import { inQueue } from './details.ts'
import { splitPageId } from './pages.ts'

/** More pages than these are not held: so many stay of them. Thirty thousand releases; what stays, twenty thousand. */
export const PAGES_MAX = 750
export const PAGES_KEPT = 500
/** Pages on either side of the one that came that stay whatever else is held: what is shown lies among them. */
const NEAR = 20
/** Pages of other lists lie farther away than any of the one that is gone through. */
const FAR = Number.MAX_SAFE_INTEGER

/**
 * Lets go of the pages that lie farthest from the one that came; those of other lists go before, the oldest first. All
 * of a list in which something is selected stays, for a place that is read anew tells whether the list moved under the
 * selection; while a mark is on its way everything does, for it moves what stands around it.
 */
export function letGoPages(state: Store, queryId: string, page: number): void {
  const ids = [...state.ids('page')]
  if (page === 1 || ids.length <= PAGES_MAX || !state.ids('marking').next().done) return
  const { queryId: selected } = state.single('selection')
  const far = (place: { readonly queryId: string; readonly page: number }) =>
    place.queryId === queryId ? Math.abs(place.page - page) : FAR
  const gone = ids
    .map((id) => ({ id, ...splitPageId(id) }))
    .filter((place) => place.queryId !== selected && far(place) > NEAR && (place.page > 1 || far(place) === FAR))
    // Of what is equally far the one that came longest ago stands first, and stays there.
    .sort((a, b) => far(b) - far(a))
    .slice(0, ids.length - PAGES_KEPT)
  if (gone.length === 0) return
  const names = gone.flatMap(({ id }) => state.get('page', id)?.ids ?? [])
  for (const place of gone) {
    state.drop('page', place.id)
    const list = state.get('list', place.queryId)
    if (list && list.page >= place.page) state.set('list', place.queryId, { ...list, page: place.page - 1 })
  }
  const needed = new Set(inQueue(state))
  for (const id of state.ids('page')) for (const name of state.get('page', id)?.ids ?? []) needed.add(name)
  for (const name of names) if (!needed.has(name) && !state.has('detail', name)) state.drop('release', name)
}
