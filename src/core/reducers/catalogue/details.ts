/**
 * Which details of releases stay. All that somebody ever opened would be a megabyte for every forty, in two threads, as
 * long as the page lives. Only a fact lets go of one, and facts are not echoed: the main thread never drops one that the
 * state has.
 */
import type { ReleaseDetail } from '../../model/catalogue/release.ts'
import type { Store } from '../store.ts'

/** So many that nothing needs stay for the way back. */
export const DETAILS_KEPT = 40

/** Takes the detail that came; the one opened longest ago goes, unless it is shown or the queue reads its songs, or will. */
export function takeDetail(state: Store, release: ReleaseDetail): void {
  state.set('detail', release.releaseid, { status: 'done', release, error: null })
  const spare = [...state.ids('detail')].slice(0, -DETAILS_KEPT)
  if (spare.length === 0) return
  const needed = inQueue(state)
  const { path } = state.single('app')
  for (const id of spare)
    if (state.get('detail', id)?.status === 'done' && !needed.has(id) && !path.endsWith(`/${id}`))
      state.drop('detail', id)
}

function inQueue(state: Store): ReadonlySet<string> {
  const songs = state.single('queue').items.flatMap((id) => state.get('queueItem', id)?.songs ?? [])
  const awaited = state.single('queuePending').choices.flatMap((one) => (one.kind === 'playlist' ? [] : [one]))
  return new Set([...songs, ...awaited].map(({ releaseid }) => releaseid))
}
