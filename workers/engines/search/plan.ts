/**
 * What the search engine does in answer to an event, as a pure function of state and event, tested
 * without a network.
 */
import type { AppEvent } from '#core/events/index.ts'
import { SEARCH_PLACES, type SearchAsk, type SearchPlace } from '#core/model/entities.ts'
import { beginsAsTyped, parseSearch } from '#core/model/search/query.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'

/** What is typed is asked of the server once the keys rest this long. */
export const SEARCH_DEBOUNCE_MS = 150

export type SearchRequest =
  /** What this device knows of the question this place asks; `nearly`: with slips. */
  | { readonly ask: 'seen'; readonly place: SearchPlace; readonly row: Readonly<SearchAsk>; readonly nearly: boolean }
  /** The server, after this many ms, unless another question comes first. */
  | { readonly ask: 'server'; readonly place: SearchPlace; readonly row: Readonly<SearchAsk>; readonly afterMs: number }
  /** Whatever this place asked is passed over. */
  | { readonly ask: 'nothing'; readonly place: SearchPlace }
  | { readonly ask: 'restore'; readonly playerid: string }
  /** These stand before what this device keeps of the player's recent searches. */
  | { readonly ask: 'keep'; readonly playerid: string; readonly terms: readonly string[] }
  | { readonly ask: 'clear'; readonly playerid: string }
  /** The session is over: nothing of it may be found by the next. */
  | { readonly ask: 'forget' }

export function planSearch(state: ReadonlyStore, event: AppEvent): readonly SearchRequest[] {
  switch (event.type) {
    case 'search.asked': {
      const { place, typing } = event.payload
      const row = state.get('search', place)
      if (!row) return []
      const afterMs = typing ? SEARCH_DEBOUNCE_MS : 0
      const server = row.status === 'loading' ? [{ ask: 'server', place, row, afterMs } as const] : []
      return [{ ask: 'nothing', place }, { ask: 'seen', place, row, nearly: false }, ...server]
    }
    case 'search.answered': {
      const { place, askId, result } = event.payload
      const row = state.get('search', place)
      if (row?.askId !== askId || row.profile !== null || beginsAsTyped(result, parseSearch(row.term))) return []
      return [{ ask: 'seen', place, row, nearly: true }]
    }
    case 'search.left':
      return [{ ask: 'nothing', place: event.payload.place }]
    // The reducer has put what was given up for want of a connection back to loading.
    case 'app.wentOnline':
      return SEARCH_PLACES.flatMap((place): SearchRequest[] => {
        const row = state.get('search', place)
        return row?.status === 'loading' ? [{ ask: 'server', place, row, afterMs: 0 }] : []
      })
    case 'session.started':
      return [{ ask: 'restore', playerid: event.payload.claims.playerid }]
    case 'search.committed':
    case 'search.recentsCleared':
    case 'search.recentsRestored': {
      const playerid = state.single('session').claims?.playerid
      if (!playerid) return []
      // What the engine heard of another tab is cleared there.
      if (event.type === 'search.recentsCleared') return event.source === 'search' ? [] : [{ ask: 'clear', playerid }]
      const { terms } = state.single('recentSearches')
      // What was searched for alone: what another tab cleared meanwhile is not written again.
      const read = event.type === 'search.recentsRestored' ? event.payload.terms : terms.slice(1)
      const fresh = terms.filter((term) => !read.includes(term))
      return fresh.length > 0 ? [{ ask: 'keep', playerid, terms: fresh }] : []
    }
    case 'session.ended':
      return [{ ask: 'forget' }]
    default:
      return []
  }
}
