/**
 * Asks the server what was typed. It knows no operators: `artist:` and `label:` become words it looks for and
 * the answer is sorted out here, `genre:` becomes its own parameter.
 */
import { SEARCH_CATEGORY_LIMIT } from '#core/model/constants.ts'
import type { ReleaseHit, SearchHit, SearchResult, SearchSection } from '#core/model/search/hits.ts'
import { EMPTY_RESULT, mixTop, sectionLimit } from '#core/model/search/merge.ts'
import { hasOperators, hitFits, parseSearch, type SearchQuery } from '#core/model/search/query.ts'
import { searchWords } from '#core/model/text/fold.ts'
import { listReleases } from '#workers/api/releases.ts'
import { search } from '#workers/api/search.ts'
import type { Api } from '#workers/api/transport/client.ts'

/**
 * @param hasRelease whether an artist or label is known to have a release the operators ask for
 * @throws ApiError when a call fails
 */
export async function askServer(
  api: Api,
  term: string,
  section: SearchSection,
  hasRelease: (hit: SearchHit, query: SearchQuery, nearly: boolean) => boolean,
  signal: AbortSignal,
): Promise<SearchResult> {
  const query = parseSearch(term)
  if (!hasOperators(query)) return search(api, query.text, section, {}, signal)
  const tracksText = [query.text, ...query.artist].join(' ')
  const text = [tracksText, ...query.label].join(' ')
  if (searchWords(text).length === 0) return byGenre(api, query, section, signal)
  const more = { genres: query.genre, pagesize: SEARCH_CATEGORY_LIMIT }
  const [all, tracks] = await Promise.all([
    search(api, text, section, more, signal),
    // A track is not found by the words of its label.
    query.label.length > 0 && searchWords(tracksText).length > 0
      ? search(api, tracksText, 'tracks', more, signal)
      : null,
  ])
  return narrowed({ ...all, tracks: (tracks ?? all).tracks }, query, section, hasRelease)
}

function narrowed(
  result: SearchResult,
  query: SearchQuery,
  section: SearchSection,
  hasRelease: (hit: SearchHit, query: SearchQuery, nearly: boolean) => boolean,
): SearchResult {
  // Nobody is offered a slip beside what begins as it was typed.
  const exact = fitting(result, query, section, false, hasRelease)
  return exact.top.total > 0 ? exact : fitting(result, query, section, true, hasRelease)
}

function fitting(
  result: SearchResult,
  query: SearchQuery,
  section: SearchSection,
  nearly: boolean,
  hasRelease: (hit: SearchHit, query: SearchQuery, nearly: boolean) => boolean,
): SearchResult {
  const genresOnly = query.artist.length + query.label.length === 0
  const narrow = <T extends SearchHit>(list: { items: T[]; total: number }, name: SearchSection) => {
    // The server has seen to the genres of artists and labels.
    const items = list.items.filter((hit) =>
      hitFits(hit, query, nearly, (one) => genresOnly || hasRelease(one, query, nearly)),
    )
    return { items: items.slice(0, sectionLimit(section, name)), total: items.length }
  }
  const lists = {
    tracks: narrow(result.tracks, 'tracks'),
    artists: narrow(result.artists, 'artists'),
    labels: narrow(result.labels, 'labels'),
    releases: narrow(result.releases, 'releases'),
  }
  return { ...lists, top: mixTop(lists) }
}

/** Without a word there is nothing to search for: the newest releases of the genre. */
async function byGenre(
  api: Api,
  query: SearchQuery,
  section: SearchSection,
  signal: AbortSignal,
): Promise<SearchResult> {
  const queryId = new URLSearchParams({ sort: '-date', genres: query.genre.join(',') }).toString()
  const limit = sectionLimit(section, 'releases')
  const { releases, total } = await listReleases(api, queryId, 1, signal, limit)
  const items = releases.map((card): ReleaseHit => ({ ...card, kind: 'release', _score: 0.5 }))
  const lists = { ...EMPTY_RESULT, releases: { items, total } }
  return { ...lists, top: mixTop(lists) }
}
