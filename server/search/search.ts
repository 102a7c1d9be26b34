/**
 * The search (API-SEARCH-001): candidates from the word indexes, at most SEARCH_TOTAL_MAX of each
 * kind, ranked here by one measure. What is not open is in no index.
 */
import { type Kysely, sql } from 'kysely'
import { SEARCH_TOP_MAX, SEARCH_TOTAL_MAX } from '#core/model/constants.ts'
import type { ArtistHit, LabelHit, ReleaseHit, SearchHit, SearchResult, TrackHit } from '#core/model/search/hits.ts'
import { type Asked, bestScore, isJoining, type Term } from '#core/model/search/score.ts'
import { coverAddress, logoAddress } from '../store/catalogue/addresses.ts'
import { type Catalogue, cardOf, type MarkedRelease } from '../store/catalogue/readCatalogue.ts'
import { anyOf, marksOf } from '../store/catalogue/releaseList.ts'
import { foundWords, otherWords, spellings } from '../store/catalogue/words.ts'
import { createMarks } from '../store/people/marks.ts'
import type { ReleaseRow, Schema } from '../store/schema.ts'
import { asTyped, type Commonness, commonness, tsquery, withNear } from './terms.ts'

/** Titles that begin with what was typed, looked at besides the bounded word matches. */
const TITLES_LOOKED_AT = 100
/** What so short a query finds is cut anywhere: so many more titles that begin with it are looked at. */
const SHORT = 2
/** Candidates of which those of a genre or market are taken: nearly all there are, in bounded time. */
const FILTERED_MAX = 100_000

/** A term with so many times the tracks of the rarest is compared with the rows that one gives. */
const COMMON_FROM = 4
/** Tracks of the rarest term of which all may be compared with the others. */
const RARE_MAX = 20_000
/** Terms that one track in so many has together, by chance: reading rows in their order is faster than the index. */
const READ_ROWS_FROM = 45

export interface SearchRequest {
  query: string
  /** Items of each list. */
  items: { tracks: number; artists: number; labels: number; releases: number }
  /** Names or ids; an empty list limits nothing. */
  genres: readonly string[]
  markets: readonly string[]
  playerid: string
  /** Aborted when nobody waits for the answer any more: who types leaves one search for the next. */
  signal?: AbortSignal
}

interface Ranked<T> {
  row: T
  score: number
}
/** When it came, or the newest of an artist or label, in seconds. */
interface Dated {
  at: number
}
interface Found {
  tracks: Ranked<{ trackid: string }>[]
  artists: Ranked<{ artist: string; releases: number; newest: string }>[]
  labels: Ranked<{ label: string; releases: number; logo: string | null }>[]
  releases: Ranked<{ releaseid: string }>[]
}

/** @throws the reason of `request.signal` */
export async function search(db: Kysely<Schema>, catalogue: Catalogue, request: SearchRequest): Promise<SearchResult> {
  const { signal } = request
  const typed = asTyped(request.query)
  if (typed.terms.length === 0) return empty()
  let found = await candidates(db, await withNear(db, typed, true), request)
  signal?.throwIfAborted()
  if (count(found) === 0) found = await candidates(db, await withNear(db, typed, false), request)
  signal?.throwIfAborted()
  return answer(db, catalogue, found, request)
}

async function candidates(db: Kysely<Schema>, asked: Asked, request: SearchRequest): Promise<Found> {
  const terms = asked.terms.filter((term) => !isJoining(term))
  request.signal?.throwIfAborted()
  const isFiltered = request.genres.length > 0 || request.markets.length > 0
  const wanted = sql`${tsquery(terms)}::tsquery, ${isFiltered ? FILTERED_MAX : SEARCH_TOTAL_MAX}`
  const phrase = (list: readonly (Term | undefined)[]) => list.map((term) => term?.[0]?.word ?? '').join(' ')
  const inOrder = asked.order.map((place) => asked.terms[place])
  const phrases = new Set([phrase(inOrder), phrase(inOrder.filter((term) => !isJoining(term)))])
  // The first titles by the alphabet: the one that is exactly the phrase is the very first.
  const lookUp = (words: ReturnType<typeof sql>, names: ReturnType<typeof sql>) =>
    sql`((select * from ${words} w ${within(request, sql`r.releaseid = w.releaseid`)} limit ${SEARCH_TOTAL_MAX})
      ${sql.join(
        [...phrases].map((text) => sql`union all (${names} ${titles(text)})`),
        sql` `,
      )})`
  const [tracks, artists, labels, releases] = await Promise.all([
    sql<{ trackid: string; title: string; artist: string } & Dated>`
      select t.*, ${dateOf('available_at', 'releases', 'releaseid', 't')} from ${lookUp(isFiltered ? sql`find_tracks(${wanted})` : await trackLookUp(db, terms), sql`select trackid, releaseid, title, artist from tracks`)} t
      ${within(request, sql`r.releaseid = t.releaseid`)}`.execute(db),
    sql<Found['artists'][number]['row'] & Dated>`
      select a.*, ${dateOf('newest_at', 'search_artists', 'artist_key', 'a')} from find_search_artists(${wanted}) a
      ${within(request, sql`r.artist_sort = a.artist_key`)}`.execute(db),
    sql<Found['labels'][number]['row'] & Dated>`
      select l.*, ${dateOf('newest_at', 'search_labels', 'label_key', 'l')} from find_search_labels(${wanted}) l
      ${within(request, sql`r.label_keys @> array[l.label_key]`)}`.execute(db),
    sql<{ releaseid: string; title: string; words: string; trend: number } & Dated>`
      select f.*, ${dateOf('available_at', 'releases', 'releaseid', 'f')} from ${lookUp(sql`find_releases(${wanted})`, sql`select releaseid, title, words, trend from releases`)} f
      ${within(request, sql`r.releaseid = f.releaseid`)}`.execute(db),
  ])
  const weight = (releases: number) => Math.log10(1 + releases) / 4
  return {
    tracks: ranked(tracks.rows, (row) => bestScore(asked, spellings(row.title), foundWords(row.artist), 0)),
    artists: ranked(artists.rows, (row) => bestScore(asked, spellings(row.artist), [], weight(row.releases))),
    labels: ranked(labels.rows, (row) => bestScore(asked, spellings(row.label), [], weight(row.releases))),
    releases: ranked(releases.rows, (row) => {
      const names = spellings(row.title)
      const words = row.words.split(' ')
      const other = otherWords(row.title)
      // A server of before wrote a title without its other spellings.
      const hasOther = other.every((word, at) => words[words.length - other.length + at] === word)
      const beside = words.slice(names[0]?.length, hasOther ? words.length - other.length : undefined)
      return bestScore(asked, names, beside, row.trend)
    }),
  }
}

/** The date of a row that was found, read by its key: a join might read the whole table for a thousand rows. */
function dateOf(date: string, table: string, key: string, found: string) {
  return sql`(select extract(epoch from d.${sql.ref(date)})::float8 from ${sql.table(table)} d
    where d.${sql.ref(key)} = ${sql.ref(`${found}.${key}`)}) as at`
}

/** The titles that begin with a phrase, the first by the alphabet. */
function titles(phrase: string) {
  return sql`where title_words <> '' and title_words >= ${phrase} and title_words < ${`${phrase}\u{10ffff}`}
    order by title_words limit ${phrase.length < SHORT ? SEARCH_TOTAL_MAX : TITLES_LOOKED_AT}`
}

/**
 * How the tracks of these terms are looked up. The index goes through every track of a word before it
 * gives the first, so a common word is asked of it only when no rarer one is there to begin with: rows
 * are compared with common words, and a query of nothing else reads rows in their order.
 */
async function trackLookUp(db: Kysely<Schema>, terms: readonly Term[]) {
  const { all, of } = await commonness(db, terms)
  const rarest = Math.min(...of.map(({ tracks }) => tracks))
  const patterns = (common: readonly Commonness[]) => common.map(({ word }) => `% ${word.replace(/[\\%_]/g, '\\$&')}%`)
  // A pattern cannot say "or": a term of several meanings is left to the index.
  const plain = of.every(({ term }) => term.length === 1)
  const share = of.reduce((product, { tracks }) => product * (tracks / Math.max(1, all)), 1)
  if (plain && share * READ_ROWS_FROM >= 1) {
    return sql`find_tracks_anywhere(${tsquery(terms)}::tsquery, ${patterns(of)}::text[], ${SEARCH_TOTAL_MAX})`
  }
  // Rows of a word that is not so rare either may nearly all lack the other: then the index is asked for both.
  if (rarest > RARE_MAX) return sql`find_tracks(${tsquery(terms)}::tsquery, ${SEARCH_TOTAL_MAX})`
  const common = of.filter(({ tracks, term }) => tracks > rarest * COMMON_FROM && term.length === 1)
  const rare = of.filter((entry) => !common.includes(entry)).map(({ term }) => term)
  return sql`find_tracks_among(${tsquery(rare)}::tsquery, ${patterns(common)}::text[], ${SEARCH_TOTAL_MAX})`
}

/** Keeps what has a release of these genres and markets. @param link joins that release, `r` */
function within(request: SearchRequest, link: ReturnType<typeof sql>) {
  if (request.genres.length === 0 && request.markets.length === 0) return sql``
  const genres = request.genres.length === 0 ? sql`` : sql`and ${anyOf(sql`r.genres`, request.genres)}`
  const markets = request.markets.length === 0 ? sql`` : sql`and ${anyOf(sql`r.markettags`, request.markets)}`
  return sql`where exists (select 1 from releases r where r.access = 'open' and ${link} ${genres} ${markets})`
}

/** Best first, each once; of what scores the same the newest, and then by its key, the first column. */
function ranked<T extends Dated>(rows: readonly T[], value: (row: T) => number): Ranked<T>[] {
  const once = new Map(rows.map((row) => [String(Object.values(row)[0]), row]))
  return [...once]
    .map(([key, row]) => ({ row, score: value(row), key }))
    .sort((a, b) => b.score - a.score || b.row.at - a.row.at || (a.key < b.key ? -1 : 1))
    .slice(0, SEARCH_TOTAL_MAX)
}

const count = (found: Found) => found.tracks.length + found.artists.length + found.labels.length + found.releases.length

async function answer(
  db: Kysely<Schema>,
  catalogue: Catalogue,
  found: Found,
  { items, playerid }: SearchRequest,
): Promise<SearchResult> {
  const some = <T>(list: readonly Ranked<T>[], most: number) => list.slice(0, Math.max(most, SEARCH_TOP_MAX))
  const tracks = await trackHits(db, catalogue, some(found.tracks, items.tracks), playerid)
  const releases = await releaseHits(db, some(found.releases, items.releases), playerid)
  const artists = await artistHits(db, some(found.artists, items.artists))
  const labels = some(found.labels, items.labels).map(({ row, score }): LabelHit => {
    const { label, releases, logo } = row
    return { kind: 'label', label, releases, logo: logo ?? logoAddress(label), _score: score }
  })
  // Of equals the artist comes first: who types a name means whoever bears it.
  const top: SearchHit[] = [...artists, ...releases, ...labels, ...tracks]
  top.sort((a, b) => b._score - a._score)
  const lists = {
    tracks: listed(tracks.slice(0, items.tracks), found.tracks),
    artists: listed(artists.slice(0, items.artists), found.artists),
    labels: listed(labels.slice(0, items.labels), found.labels),
    releases: listed(releases.slice(0, items.releases), found.releases),
  }
  const isCut = Object.values(lists).some(({ atLeast }) => atLeast)
  const whole = { items: top.slice(0, SEARCH_TOP_MAX), total: count(found) }
  return { ...lists, top: isCut ? { ...whole, atLeast: true } : whole }
}

/** The first of a list, and how many were found: nobody counts beyond SEARCH_TOTAL_MAX, and a list that ends there says so. */
function listed<T>(items: T[], found: readonly unknown[]): { items: T[]; total: number; atLeast?: true } {
  const total = found.length
  return total < SEARCH_TOTAL_MAX ? { items, total } : { items, total, atLeast: true }
}

async function trackHits(
  db: Kysely<Schema>,
  catalogue: Catalogue,
  list: Found['tracks'],
  playerid: string,
): Promise<TrackHit[]> {
  const ids = list.map(({ row }) => row.trackid)
  const flagged = await createMarks(db).flaggedAmong(playerid, ids)
  const scores = new Map(list.map(({ row, score }) => [row.trackid, score]))
  const songs = await catalogue.tracksByIds(ids, flagged)
  return songs.map(({ song }) => ({ ...song, kind: 'track', _score: scores.get(song.trackid) ?? 0 }))
}

async function artistHits(db: Kysely<Schema>, list: Found['artists']): Promise<ArtistHit[]> {
  const ids = list.map(({ row }) => row.newest)
  const found = await sql<Pick<ReleaseRow, 'releaseid' | 'cover' | 'revision'>>`
    select releaseid, cover, revision from releases where releaseid = any(${ids}::text[])`.execute(db)
  const covers = new Map(found.rows.map((row) => [row.releaseid, row]))
  return list.map(({ row: { artist, releases, newest }, score }) => {
    const cover = covers.get(newest)
    const [thumbnail, coverart] = cover ? [coverAddress(cover, 300), coverAddress(cover, 1400)] : ['', '']
    return { kind: 'artist', artist, releases, thumbnail, coverart, _score: score }
  })
}

async function releaseHits(db: Kysely<Schema>, list: Found['releases'], playerid: string): Promise<ReleaseHit[]> {
  const ids = list.map(({ row }) => row.releaseid)
  if (ids.length === 0) return []
  const found = await sql<MarkedRelease>`select r.*, ${marksOf(playerid)} from releases r
    where r.releaseid = any(${ids}::text[]) and r.access = 'open'`.execute(db)
  const rows = new Map(found.rows.map((row) => [row.releaseid, row]))
  return list.flatMap(({ row, score }) => {
    const release = rows.get(row.releaseid)
    return release ? [{ ...cardOf(release), kind: 'release' as const, _score: score }] : []
  })
}

function empty(): SearchResult {
  const list = () => ({ items: [], total: 0 })
  return { top: list(), tracks: list(), artists: list(), labels: list(), releases: list() }
}
