/**
 * What the releases engine asks for in answer to an event: a pure function of state and event, tested
 * without a network.
 */
import type { AppEvent } from '#core/events/index.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import { libraryListOf } from '#core/model/library/library.ts'
import { outcomeOf } from '#core/model/people/refusal.ts'
import { isWholePage, lacksPlaces, loadedPages, pageCount, pageId } from '#core/reducers/catalogue/pages.ts'
import { isConcerned } from '#core/reducers/library/listMoves.ts'
import { isInPart } from '#core/reducers/playback/recent.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'

export interface WantedPages {
  readonly queryId: string
  readonly round: number
  readonly edition: number
  readonly pages: readonly number[]
}

export type ReleaseRequest =
  /**
   * `again`: what is on its way is old; `canWait`: nobody sees or hears it before others that were asked for; `isKnown`:
   * it is there, and read anew unless that was a moment ago.
   */
  | {
      readonly ask: 'detail'
      readonly releaseid: string
      readonly again?: boolean
      readonly canWait?: boolean
      readonly isKnown?: true
    }
  /** The capabilities of the server, unless they are known already. */
  | { readonly ask: 'options' }
  /** Of this list only these pages are still wanted, the most urgent first; others are dropped (D-148). */
  | ({ readonly ask: 'only' } & WantedPages)
  /** These pages are there, and read anew behind what is shown. */
  | ({ readonly ask: 'look' } & WantedPages)
  /** A mark may have made a new edition of this list: what is on its way of an older one is asked for anew, and these pages. */
  | ({ readonly ask: 'moved' } & WantedPages)
  | { readonly ask: 'nothing' }

export function planReleases(state: ReadonlyStore, event: AppEvent): readonly ReleaseRequest[] {
  switch (event.type) {
    case 'session.started':
    case 'release.optionsWanted':
      return [{ ask: 'options' }]
    // One lost answer must not cost the downloads of a whole session.
    case 'app.wentOnline':
      return isSignedIn(state) ? [{ ask: 'options' }] : []
    case 'session.ended':
      return [{ ask: 'nothing' }]
    case 'release.listOpened':
    case 'release.listRefreshed': {
      const list = state.get('list', event.payload.queryId)
      // Another device may have changed what a player flagged or archived; of the others newcomers are told.
      const isLook = list !== undefined && list.total !== null
      if (!list || (isLook && libraryListOf(list.queryId) === null)) return []
      const { queryId, round, edition } = list
      return [{ ask: isLook ? 'look' : 'only', queryId, round, edition, pages: [1] }]
    }
    case 'release.pagesWanted': {
      const { queryId, pages } = event.payload
      const list = state.get('list', queryId)
      if (!list) return []
      const last = list.total === null ? 1 : pageCount(list)
      const isMissing = (page: number) => !isWholePage(state, queryId, page) || lacksPlaces(state, list, page)
      const missing = pages.filter((page) => page <= last && isMissing(page))
      return [{ ask: 'only', queryId, round: list.round, edition: list.edition, pages: [...new Set(missing)] }]
    }
    case 'library.markAnswered':
    case 'library.markFailed':
    case 'library.clearAnswered':
    case 'library.clearFailed': {
      const asks: ReleaseRequest[] = []
      const mark = 'mark' in event.payload ? event.payload : null
      // What was refused changed nothing.
      if (event.type === 'library.markFailed' && outcomeOf(event.payload) !== 'unknown') return []
      for (const queryId of state.ids('list')) {
        const list = state.get('list', queryId)
        if (!list || (mark && !isConcerned(queryId, mark.mark))) continue
        const { round, edition } = list
        asks.push({ ask: 'moved', queryId, round, edition, pages: shortPages(state, queryId) })
      }
      // A detail that is on its way may have been read before the mark.
      const read = mark ? [mark.releaseid] : state.ids('detail')
      for (const releaseid of read)
        if (state.get('detail', releaseid)?.status === 'loading') asks.push({ ask: 'detail', releaseid, again: true })
      return asks
    }
    case 'release.opened':
    case 'player.releaseChosen':
    case 'queue.releaseAdded': {
      const { releaseid } = event.payload
      const asks: ReleaseRequest[] = []
      const canWait = event.type === 'queue.releaseAdded' && event.payload.place === 'bottom'
      const status = state.get('detail', releaseid)?.status
      if (status === 'loading') asks.push({ ask: 'detail', releaseid, canWait })
      else if (status === 'done' && event.type === 'release.opened')
        asks.push({ ask: 'detail', releaseid, isKnown: true })
      if (event.type === 'release.opened' && isSignedIn(state)) asks.push({ ask: 'options' })
      return asks
    }
    // Of a playlist or a queue that was restored; the history has a row of it (TABLE-012).
    case 'player.started': {
      const { song, requestId } = state.single('player')
      const row =
        song && requestId === event.payload.requestId ? state.get('recentPlay', song.trackid)?.song : undefined
      if (!row || !isInPart(row) || state.get('detail', row.releaseid)) return []
      return [{ ask: 'detail', releaseid: row.releaseid, canWait: true }]
    }
    default:
      return []
  }
}

function isSignedIn(state: ReadonlyStore): boolean {
  return state.single('session').status === 'signedIn'
}

/** Those that lack places. One that is old and has all of them is asked for again when it is seen (H-182). */
function shortPages(state: ReadonlyStore, queryId: string): number[] {
  const list = state.get('list', queryId)
  if (!list) return []
  return loadedPages(state, list).filter((page) => {
    const held = state.get('page', pageId(queryId, page))
    return held?.short && held.ids.length < Math.min(PAGE_SIZE, (list.total ?? 0) - (page - 1) * PAGE_SIZE)
  })
}
