/**
 * What somebody typed into the search: words, and the operators `artist:`, `label:` and `genre:` with a
 * word or a quoted phrase each. Any text is a query; what makes no sense counts as words or as nothing.
 */
import { fold, searchWords } from '../text/fold.ts'
import { foundWords } from '../text/spellings.ts'
import type { SearchHit, SearchResult } from './hits.ts'
import { slips, slipsAllowed } from './score.ts'
import { neededWords, type TypedWords, typedWords } from './typed.ts'

export type Operator = 'artist' | 'label' | 'genre'

export interface SearchQuery {
  /** What was typed besides operators, one space between words. */
  readonly text: string
  readonly artist: readonly string[]
  readonly label: readonly string[]
  readonly genre: readonly string[]
}

// An operator begins a word; its value is a phrase in quotes (the last quote may still be missing) or one word. The colon
// and the quotes may be those of any keyboard.
const QUOTES = '"＂“”„«»「」『』'
const OPERATOR = new RegExp(
  `(?<!\\S)(artist|label|genre)[:：][^\\S\\n]*(?:[${QUOTES}]([^${QUOTES}]*)[${QUOTES}]?|([^\\s${QUOTES}]+))?`,
  'gi',
)

/** Reads a query. Never throws. */
export function parseSearch(typed: string): SearchQuery {
  const found: Record<Operator, string[]> = { artist: [], label: [], genre: [] }
  const text = typed.replace(OPERATOR, (_, name: string, phrase: string | undefined, word: string | undefined) => {
    const value = (phrase ?? word ?? '').replace(/\s+/g, ' ').trim()
    if (searchWords(value).length > 0) found[name.toLowerCase() as Operator].push(value)
    return ' '
  })
  return { text: text.replace(/\s+/g, ' ').trim(), ...found }
}

/** True when an operator narrows it. */
export function hasOperators(query: SearchQuery): boolean {
  return query.artist.length + query.label.length + query.genre.length > 0
}

/**
 * The words names are scored by: what was typed and the values of `artist:` and `label:`.
 * Genres narrow and do not score. A track is not found by its label's words, so there they are left out.
 */
export function scoredWords(query: SearchQuery, withLabels = true): TypedWords {
  return typedWords(query.text, ...query.artist, ...(withLabels ? query.label : []))
}

/** Whether something of an answer begins with every word that was typed: then no slip is offered beside it. */
export function beginsAsTyped(result: SearchResult, query: SearchQuery): boolean {
  const words = neededWords(scoredWords(query))
  const lists = [result.top, result.tracks, result.artists, result.labels, result.releases]
  return lists.some(({ items }) =>
    items.some((hit) => {
      const names = wordsOf(hit)
      return words.every((word) => names.some((name) => name.startsWith(word)))
    }),
  )
}

function wordsOf(hit: SearchHit): string[] {
  if (hit.kind === 'artist') return foundWords(hit.artist)
  if (hit.kind === 'label') return foundWords(hit.label)
  const labels = hit.labels.map(({ name }) => name)
  return foundWords(hit.title, hit.artist, ...labels, hit.kind === 'track' ? hit.version : '')
}

/** True when nothing could be looked for. */
export function isEmptyQuery(query: SearchQuery): boolean {
  return !hasOperators(query) && searchWords(query.text).length === 0
}

/**
 * Whether each word of `value` is the beginning of a word of `name`.
 * @param nearly what is nearly one counts too
 */
export function nameFits(name: string, value: string, nearly: boolean): boolean {
  const words = foundWords(name)
  return neededWords(typedWords(value)).every((typed) =>
    words.some((word) => word.startsWith(typed) || (nearly && slips(typed, word) <= slipsAllowed(typed.length))),
  )
}

/** What operators look at. */
export interface Facts {
  readonly artist: string
  readonly labels: readonly { readonly name: string }[]
  readonly genres: readonly string[]
}

/** Whether a release or a track with these facts is what the operators ask for. */
export function factsFit(facts: Facts, query: SearchQuery, nearly: boolean): boolean {
  return (
    query.artist.every((value) => nameFits(facts.artist, value, nearly)) &&
    query.label.every((value) => facts.labels.some(({ name }) => nameFits(name, value, nearly))) &&
    query.genre.every((value) => facts.genres.some((name) => nameFits(name, value, nearly)))
  )
}

/**
 * Whether a hit is what the operators ask for.
 * @param nearly with slips
 * @param hasRelease says of an artist or a label whether one of its releases is
 */
export function hitFits(
  hit: SearchHit,
  query: SearchQuery,
  nearly: boolean,
  hasRelease: (hit: SearchHit) => boolean,
): boolean {
  if (!hasOperators(query)) return true
  if (hit.kind === 'track' || hit.kind === 'release') return factsFit(hit, query, nearly)
  const own = hit.kind === 'artist' ? query.artist : query.label
  const other = hit.kind === 'artist' ? query.label : query.artist
  const name = hit.kind === 'artist' ? hit.artist : hit.label
  if (!own.every((value) => nameFits(name, value, nearly))) return false
  return (other.length === 0 && query.genre.length === 0) || hasRelease(hit)
}

/** The key artists and labels are told apart by. */
export const nameKey = fold
