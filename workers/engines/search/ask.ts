/**
 * Asks the server what was typed. It knows no operators: `artist:` and `label:` become words it looks for and
 * the answer is sorted out here, `genre:` becomes the genres it means here, which are sorted out as well.
 */
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { QUERY_LIST_MAX, SEARCH_CATEGORY_LIMIT } from '#core/model/constants.ts'
import type { ReleaseHit, SearchHit, SearchResult, SearchSection } from '#core/model/search/hits.ts'
import { EMPTY_RESULT, mixTop, sectionLimit } from '#core/model/search/merge.ts'
import { factsFit, hasOperators, hitFits, nameFits, parseSearch, type SearchQuery } from '#core/model/search/query.ts'
import { searchWords } from '#core/model/text/fold.ts'
import { listReleases } from '#workers/api/releases.ts'
import { search, searchProfile } from '#workers/api/search.ts'
import type { Api } from '#workers/api/transport/client.ts'

/** What is known here of what the server knows. */
export interface Known {
  /** All genres; empty while they have not come. */
  readonly genres: readonly { readonly id: string; readonly name: string }[]
  /** Whether an artist or label is known to have a release the operators ask for. */
  hasRelease(hit: SearchHit, query: SearchQuery, nearly: boolean): boolean
}

/** Characters of the genres of one question at most: as many as an address may have. */
const GENRES_LENGTH_MAX = 3000

/** So many pages of a genre are gone through for what has another one as well. */
const GENRE_PAGES = 5

/** @throws ApiError when a call fails */
export async function askServer(
  api: Api,
  term: string,
  section: SearchSection,
  known: Known,
  signal: AbortSignal,
): Promise<SearchResult> {
  const query = parseSearch(term)
  if (!hasOperators(query)) return search(api, query.text, section, {}, signal)
  const meant = genresOf(query, known)
  const genres = fitsQuery(meant) ? meant : []
  const tracksText = [query.text, ...query.artist].join(' ')
  const text = [tracksText, ...query.label].join(' ')
  // Genres that are not known here yet: the server is told what was typed.
  if (searchWords(text).length === 0)
    return byGenre(api, query, meant.length > 0 ? genres : query.genre, section, signal)
  const more = { genres, pagesize: SEARCH_CATEGORY_LIMIT }
  const [all, tracks] = await Promise.all([
    search(api, text, section, more, signal),
    // A track is not found by the words of its label.
    query.label.length > 0 && searchWords(tracksText).length > 0
      ? search(api, tracksText, 'tracks', more, signal)
      : null,
  ])
  // Of an artist or label a hit does not say its genres; the server has seen to them where it was asked for all.
  const isSeenTo = query.artist.length + query.label.length === 0 && query.genre.length === 1 && genres.length > 0
  const releases = await withOwn(api, all, query, signal)
  return narrowed({ ...all, releases, tracks: (tracks ?? all).tracks }, query, section, {
    ...known,
    hasRelease: (...asked) => isSeenTo || known.hasRelease(...asked),
  })
}

/** The releases of so many artists and labels are asked for beside what the server found. */
const OWNERS = 3

/**
 * What the server found among releases, with the newest of the artists and labels that are meant: where a word is common
 * its hundred best may all be of others, which have it in their title.
 */
async function withOwn(
  api: Api,
  { artists, labels, releases }: SearchResult,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<SearchResult['releases']> {
  if (releases.total <= releases.items.length) return releases
  const meant = (names: readonly string[]) => (name: string) => names.some((value) => nameFits(name, value, false))
  const [isArtist, isLabel] = [meant(query.artist), meant(query.label)]
  const owners = [
    ...artists.items
      .filter(({ artist }) => isArtist(artist))
      .map(({ artist, _score }) => ({ name: artist, kind: 'artist', _score }) as const),
    ...labels.items
      .filter(({ label }) => isLabel(label))
      .map(({ label, _score }) => ({ name: label, kind: 'label', _score }) as const),
  ]
  owners.sort((a, b) => b._score - a._score)
  const answers = await Promise.all(
    owners.slice(0, OWNERS).map(async ({ name, kind, _score }) => {
      // What the server found is an answer without them, too.
      const own = await searchProfile(api, kind, name, signal).catch(() => null)
      return (own?.items ?? []).map((card): ReleaseHit => ({ ...card, kind: 'release', _score }))
    }),
  )
  const isFound = new Set(releases.items.map(({ releaseid }) => releaseid))
  const added = new Map<string, ReleaseHit>()
  for (const hit of answers.flat()) {
    const words = [hit.title, hit.artist, ...hit.labels.map((label) => label.name)].join(' ')
    if (!isFound.has(hit.releaseid) && nameFits(words, query.text, false)) added.set(hit.releaseid, hit)
  }
  const items = [...releases.items, ...added.values()].sort((a, b) => b._score - a._score)
  return { ...releases, items, total: releases.total + added.size }
}

/**
 * The genres one value of `genre:` means, by id: as on this device each word of it begins a word of a genre. The server
 * finds what has one of those it is told, so of several values it is told the narrowest, and the rest is sorted out here.
 */
function genresOf({ genre }: SearchQuery, { genres }: Known): readonly string[] {
  const meant = genre.map((value) => {
    const exact = genres.filter(({ name }) => nameFits(name, value, false))
    return (exact.length > 0 ? exact : genres.filter(({ name }) => nameFits(name, value, true))).map(({ id }) => id)
  })
  const [narrowest = []] = meant.filter(({ length }) => length > 0).sort((a, b) => a.length - b.length)
  return narrowest
}

/** Whether the server takes so many of them in one question (H-617). */
const fitsQuery = (genres: readonly string[]): boolean =>
  genres.length <= QUERY_LIST_MAX && genres.join(',').length <= GENRES_LENGTH_MAX

function narrowed(result: SearchResult, query: SearchQuery, section: SearchSection, known: Known): SearchResult {
  // Nobody is offered a slip beside what begins as it was typed.
  const exact = fitting(result, query, section, false, known)
  return exact.top.total > 0 ? exact : fitting(result, query, section, true, known)
}

function fitting(
  result: SearchResult,
  query: SearchQuery,
  section: SearchSection,
  nearly: boolean,
  known: Known,
): SearchResult {
  const narrow = <T extends SearchHit>(list: { items: T[]; total: number }, name: SearchSection) => {
    const items = list.items.filter((hit) => hitFits(hit, query, nearly, (one) => known.hasRelease(one, query, nearly)))
    const found = { items: items.slice(0, sectionLimit(section, name)), total: items.length }
    return list.total > list.items.length ? { ...found, atLeast: true as const } : found
  }
  const lists = {
    tracks: narrow(result.tracks, 'tracks'),
    artists: narrow(result.artists, 'artists'),
    labels: narrow(result.labels, 'labels'),
    releases: narrow(result.releases, 'releases'),
  }
  return { ...lists, top: mixTop(lists) }
}

/**
 * Without a word there is nothing to search for: the newest releases of the genre.
 * @param genres by id, or as they were typed; none: the newest of all are sorted out here
 */
async function byGenre(
  api: Api,
  query: SearchQuery,
  genres: readonly string[],
  section: SearchSection,
  signal: AbortSignal,
): Promise<SearchResult> {
  const only = genres.length > 0 && { genres: genres.join(',') }
  const queryId = new URLSearchParams({ sort: '-date', ...only }).toString()
  const limit = sectionLimit(section, 'releases')
  const found = new Map<string, ReleaseCard>()
  const fitting = (nearly: boolean) => [...found.values()].filter((card) => factsFit(card, query, nearly))
  let total = 0
  // The server takes either of two genres: those that have both may stand far behind the newest.
  for (let page = 1; page <= GENRE_PAGES && fitting(false).length < limit; page++) {
    const answer = await listReleases(api, queryId, page, signal, SEARCH_CATEGORY_LIMIT)
    for (const card of answer.releases) found.set(card.releaseid, card)
    total = answer.total
    if (answer.releases.length < SEARCH_CATEGORY_LIMIT) break
  }
  const exact = fitting(false)
  const fit = exact.length > 0 ? exact : fitting(true)
  const items = fit.slice(0, limit).map((card): ReleaseHit => ({ ...card, kind: 'release', _score: 0.5 }))
  // Of one genre all fits, and the server has counted it; of two it was asked for the narrowest alone.
  const isAsked = query.genre.length === 1 || found.size === total
  const isCounted = isAsked && fit.length === found.size && found.size > 0
  const atLeast = !isCounted && total > found.size && { atLeast: true as const }
  const lists = { ...EMPTY_RESULT, releases: { items, total: isCounted ? total : fit.length, ...atLeast } }
  return { ...lists, top: mixTop(lists) }
}
