/**
 * What is asked of the search, what this device knew and what the server answered, one row for each place that
 * asks; and the recent searches (SEARCH-016). An answer to an older question is dropped. While the same term
 * is asked again (another tab, another visit) the answer that is there stays.
 */
import type { AppEvent, PayloadOf } from '../../events/index.ts'
import { RECENT_SEARCHES_MAX } from '../../model/constants.ts'
import { SEARCH_PLACES, SELF, type SearchAsk, type SearchPlace } from '../../model/entities.ts'
import type { ReleaseHit, SearchResult, TrackHit } from '../../model/search/hits.ts'
import { EMPTY_RESULT } from '../../model/search/merge.ts'
import { isEmptyQuery, parseSearch } from '../../model/search/query.ts'
import { cleanTerm, sameTerm } from '../../model/search/term.ts'
import type { Store } from '../store.ts'
import { takeCard } from './details.ts'

export function reduceSearch(state: Store, event: AppEvent): void {
  switch (event.type) {
    case 'search.asked':
      return ask(state, event.payload)
    case 'search.left':
      return state.drop('search', event.payload.place)
    case 'search.seen': {
      const { place, askId, result } = event.payload
      if (awaited(state, event.payload)) state.patch('search', place, { seen: result, seenFor: askId })
      return
    }
    case 'search.answered': {
      const { place, result } = event.payload
      if (!awaited(state, event.payload)) return
      for (const hit of result.releases.items) keepCard(state, hit)
      for (const hit of result.top.items) if (hit.kind === 'release') keepCard(state, hit)
      return state.patch('search', place, { status: 'done', found: result })
    }
    case 'search.profileAnswered': {
      const { place, releases, total } = event.payload
      if (!awaited(state, event.payload)) return
      for (const card of releases) takeCard(state, card)
      const items = releases.map((card): ReleaseHit => ({ ...card, kind: 'release', _score: 1 }))
      const found: SearchResult = { ...EMPTY_RESULT, releases: { items, total } }
      return state.patch('search', place, { status: 'done', found })
    }
    case 'search.failed':
      if (awaited(state, event.payload))
        state.patch('search', event.payload.place, { status: state.single('app').online ? 'error' : 'offline' })
      return
    case 'app.wentOnline':
      for (const place of SEARCH_PLACES)
        if (state.get('search', place)?.status === 'offline') state.patch('search', place, { status: 'loading' })
      return
    case 'search.committed': {
      const term = cleanTerm(event.payload.term)
      if (!isEmptyQuery(parseSearch(term)))
        state.set('recentSearches', SELF, { terms: recentTerms([term, ...state.single('recentSearches').terms]) })
      return
    }
    case 'search.recentsRestored': {
      const terms = [...state.single('recentSearches').terms, ...event.payload.terms.map(cleanTerm)]
      return state.set('recentSearches', SELF, { terms: recentTerms(terms.filter((term) => term !== '')) })
    }
    case 'search.recentsCleared':
      return state.set('recentSearches', SELF, { terms: [] })
    case 'library.markAnswered': {
      const { releaseid, trackid, mark } = event.payload
      if (mark !== 'flagged' && mark !== 'unflagged') return
      return flagSongs(
        state,
        (hit) => hit.releaseid === releaseid && (trackid === null || hit.trackid === trackid),
        mark === 'flagged',
      )
    }
    case 'library.clearAnswered':
      if (event.payload.list === 'flagged') flagSongs(state, () => true, false)
      return
    case 'session.ended':
      for (const place of SEARCH_PLACES) state.drop('search', place)
      return state.set('recentSearches', SELF, { terms: [] })
  }
}

function ask(state: Store, { place, askId, term, section, profile }: PayloadOf<'search.asked'>): void {
  const before = state.get('search', place)
  const same = before !== undefined && before.profile === profile && sameTerm(before.term, term)
  const empty = profile === null ? isEmptyQuery(parseSearch(term)) : cleanTerm(term) === ''
  const status = empty ? 'done' : state.single('app').online ? 'loading' : 'offline'
  state.set('search', place, {
    askId,
    term,
    section,
    profile,
    status,
    found: same ? before.found : null,
    // What was shown stays until this device has looked again, a moment later: nothing blinks between two letters.
    seen: before?.seen ?? null,
    seenFor: before?.seenFor ?? '',
  })
}

function awaited(state: Store, { place, askId }: { place: SearchPlace; askId: string }): boolean {
  return state.get('search', place)?.askId === askId
}

function keepCard(state: Store, { kind: _kind, _score, ...card }: ReleaseHit): void {
  takeCard(state, card)
}

/** Each once without case, the first spelling kept, at most RECENT_SEARCHES_MAX. */
export function recentTerms(terms: readonly string[]): string[] {
  const once = new Map<string, string>()
  for (const term of terms) if (!once.has(term.toLowerCase())) once.set(term.toLowerCase(), term)
  return [...once.values()].slice(0, RECENT_SEARCHES_MAX)
}

/** As much of a hit as says which song it is, if it is one. */
interface Hit {
  readonly kind: string
  readonly releaseid?: string
  readonly trackid?: string
  readonly flagged?: boolean
}

/** Flags of the songs that were found follow the answers, wherever the flag was pressed; where none changes, nothing does. */
function flagSongs(state: Store, fits: (hit: Hit) => boolean, flagged: boolean): void {
  const isMeant = (hit: Hit) => hit.kind === 'track' && hit.flagged !== flagged && fits(hit)
  const inList = <T extends { kind: string }>(list: { items: T[]; total: number }) =>
    list.items.some(isMeant)
      ? { ...list, items: list.items.map((hit) => (isMeant(hit) ? { ...hit, flagged } : hit)) }
      : list
  const marked = (result: SearchResult | null): SearchResult | null => {
    if (!result) return result
    const top = inList(result.top)
    const tracks = inList<TrackHit>(result.tracks)
    return top === result.top && tracks === result.tracks ? result : { ...result, top, tracks }
  }
  for (const place of SEARCH_PLACES) {
    const row: Readonly<SearchAsk> | undefined = state.get('search', place)
    if (row) state.patch('search', place, { found: marked(row.found), seen: marked(row.seen) })
  }
}
