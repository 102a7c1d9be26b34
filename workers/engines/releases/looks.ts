// What another device may have changed is read behind what is shown: when, and whether that says anything new.
import type { AppEvent } from '#core/events/index.ts'
import type { ReleaseDetail, ReleaseList } from '#core/model/catalogue/release.ts'
import { libraryListOf } from '#core/model/library/library.ts'
import { countedTotal, isWholePage, pageId } from '#core/reducers/catalogue/pages.ts'
import { isSame } from '#core/reducers/playlists/playlistLists.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import type { Clock } from '#workers/api/transport/clock.ts'
import { LOOK_PAUSE_MS } from '../repeating.ts'
import type { WantedPages } from './plan.ts'

/**
 * Follows which of the player's own lists is shown. Which it is no state says: what comes of it has no cause, as what
 * is found by the clock has none.
 * @returns what is to be read again now that somebody comes back to it, or null
 */
export function createLooks(clock: Clock): (event: AppEvent, state: ReadonlyStore) => WantedPages | null {
  let shown = ''
  let lookedAt = 0
  return (event, state) => {
    if (event.type === 'release.listOpened') {
      shown = event.payload.queryId
      lookedAt = clock.now()
    }
    if (event.type !== 'app.shown' && event.type !== 'app.wentOnline') return null
    const { path, online } = state.single('app')
    const list = state.get('list', shown)
    if (!online || !list || list.total === null || path !== `/${libraryListOf(shown)}`) return null
    if (clock.now() - lookedAt < LOOK_PAUSE_MS) return null
    lookedAt = clock.now()
    return { queryId: shown, round: list.round, edition: list.edition, pages: [1] }
  }
}

/** Whether a page is held as it came. */
export function isPageHeld(state: ReadonlyStore, queryId: string, page: number, came: ReleaseList): boolean {
  const ids = came.releases.map(({ releaseid }) => releaseid)
  const list = state.get('list', queryId)
  return (
    list !== undefined &&
    countedTotal(list) === came.total &&
    isWholePage(state, queryId, page) &&
    isSame(state.get('page', pageId(queryId, page))?.ids, ids) &&
    came.releases.every((card) => isSame(state.get('release', card.releaseid), card))
  )
}

/** Whether a detail is held as it came. */
export const isDetailHeld = (state: ReadonlyStore | null, came: ReleaseDetail): boolean =>
  isSame(state?.get('detail', came.releaseid)?.release, came)
