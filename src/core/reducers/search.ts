/**
 * What is asked of the search, what this device knew and what the server answered, one row for each place that
 * asks; and the recent searches (SEARCH-016). An answer to an older question is dropped. While the same term
 * is asked again (another tab, another visit) the answer that is there stays.
 */
import type { AppEvent, PayloadOf } from '../events/index.ts'
import { RECENT_SEARCHES_MAX } from '../model/constants.ts'
import type { SearchAsk, SearchPlace } from '../model/entities.ts'
import { SELF } from '../model/entities.ts'
import type { ReleaseHit, SearchResult, TrackHit } from '../model/search/hits.ts'
import { EMPTY_RESULT } from '../model/search/merge.ts'
import { cleanTerm, isEmptyQuery, parseSearch, sameTerm } from '../model/search/query.ts'
import type { Store } from './store.ts'

const PLACES: readonly SearchPlace[] = ['box', 'page']

export function reduceSearch(own: Store, event: AppEvent): void {
  switch (event.type) {
    case 'search.asked':
      return ask(own, event.payload)
    case 'search.left':
      return own.drop('search', event.payload.place)
    case 'search.seen': {
      const { place, askId, result } = event.payload
      if (awaited(own, event.payload)) own.patch('search', place, { seen: result, seenFor: askId })
      return
    }
    case 'search.answered': {
      const { place, result } = event.payload
      if (!awaited(own, event.payload)) return
      for (const hit of result.releases.items) keepCard(own, hit)
      for (const hit of result.top.items) if (hit.kind === 'release') keepCard(own, hit)
      return own.patch('search', place, { status: 'done', found: result })
    }
    case 'search.profileAnswered': {
      const { place, releases, total } = event.payload
      if (!awaited(own, event.payload)) return
      for (const card of releases) own.set('release', card.releaseid, card)
      const items = releases.map((card): ReleaseHit => ({ ...card, kind: 'release', _score: 1 }))
      const found: SearchResult = { ...EMPTY_RESULT, releases: { items, total } }
      return own.patch('search', place, { status: 'done', found })
    }
    case 'search.failed':
      if (awaited(own, event.payload))
        own.patch('search', event.payload.place, { status: own.single('app').online ? 'error' : 'offline' })
      return
    case 'app.wentOnline':
      for (const place of PLACES)
        if (own.get('search', place)?.status === 'offline') own.patch('search', place, { status: 'loading' })
      return
    case 'search.committed': {
      const term = cleanTerm(event.payload.term)
      if (term !== '') own.set('recentSearches', SELF, { terms: unique([term, ...own.single('recentSearches').terms]) })
      return
    }
    case 'search.recentsRestored': {
      const terms = [...own.single('recentSearches').terms, ...event.payload.terms.map(cleanTerm)]
      return own.set('recentSearches', SELF, { terms: unique(terms.filter((term) => term !== '')) })
    }
    case 'search.recentsCleared':
      return own.set('recentSearches', SELF, { terms: [] })
    case 'library.markAnswered': {
      const { releaseid, trackid, mark } = event.payload
      if (mark !== 'flagged' && mark !== 'unflagged') return
      return flagSongs(
        own,
        (hit) => hit.releaseid === releaseid && (trackid === null || hit.trackid === trackid),
        mark === 'flagged',
      )
    }
    case 'library.clearAnswered':
      if (event.payload.list === 'flagged') flagSongs(own, () => true, false)
      return
    case 'session.ended':
      for (const place of PLACES) own.drop('search', place)
      return own.set('recentSearches', SELF, { terms: [] })
  }
}

function ask(own: Store, { place, askId, term, section, profile }: PayloadOf<'search.asked'>): void {
  const before = own.get('search', place)
  const same = before !== undefined && before.profile === profile && sameTerm(before.term, term)
  const empty = profile === null ? isEmptyQuery(parseSearch(term)) : cleanTerm(term) === ''
  const status = empty ? 'done' : own.single('app').online ? 'loading' : 'offline'
  own.set('search', place, {
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

function awaited(own: Store, { place, askId }: { place: SearchPlace; askId: string }): boolean {
  return own.get('search', place)?.askId === askId
}

function keepCard(own: Store, { kind: _kind, _score, ...card }: ReleaseHit): void {
  own.set('release', card.releaseid, card)
}

/** Each once without case, the first spelling kept, at most RECENT_SEARCHES_MAX. */
function unique(terms: readonly string[]): string[] {
  const once = new Map<string, string>()
  for (const term of terms) if (!once.has(term.toLowerCase())) once.set(term.toLowerCase(), term)
  return [...once.values()].slice(0, RECENT_SEARCHES_MAX)
}

/** As much of a hit as says which song it is, if it is one. */
interface Hit {
  readonly kind: string
  readonly releaseid?: string
  readonly trackid?: string
}

/** Flags of the songs that were found follow the answers, wherever the flag was pressed. */
function flagSongs(own: Store, fits: (hit: Hit) => boolean, flagged: boolean): void {
  const isMeant = (hit: Hit) => hit.kind === 'track' && fits(hit)
  const inList = <T extends { kind: string }>(list: { items: T[]; total: number }) =>
    list.items.some(isMeant)
      ? { ...list, items: list.items.map((hit) => (isMeant(hit) ? { ...hit, flagged } : hit)) }
      : list
  const marked = (result: SearchResult | null): SearchResult | null =>
    result && { ...result, top: inList(result.top), tracks: inList<TrackHit>(result.tracks) }
  for (const place of PLACES) {
    const row: Readonly<SearchAsk> | undefined = own.get('search', place)
    if (row) own.set('search', place, { ...row, found: marked(row.found), seen: marked(row.seen) })
  }
}
