// From what was typed to what it may mean, and to the question the indexes are asked.
import { type Kysely, sql } from 'kysely'
import {
  type Asked,
  isJoining,
  type Meaning,
  SLIP_WEIGHT,
  slips,
  slipsAllowed,
  type Term,
} from '#core/model/search/score.ts'
import { termsOf, typedWords } from '#core/model/search/typed.ts'
import type { Schema } from '../store/schema.ts'

const NEAR_LOOKED_AT = 40
const NEAR_TAKEN = 4

/** The typed words as they stand. */
export function asTyped(query: string): Asked {
  const typed = typedWords(query)
  return { terms: termsOf(typed), order: typed.order }
}

/**
 * Adds to each term the words near it.
 * @param onlyMissing leaves terms alone that begin some word there is
 */
export async function withNear(db: Kysely<Schema>, asked: Asked, onlyMissing: boolean): Promise<Asked> {
  const wider: Term[] = []
  for (const term of asked.terms) {
    const typed = term[0]?.word ?? ''
    const isSure = isJoining(term) || slipsAllowed(typed.length) === 0
    const keep = isSure || (onlyMissing && (await begins(db, typed)))
    wider.push(keep ? term : [...term, ...(await near(db, typed))])
  }
  return { ...asked, terms: wider }
}

async function begins(db: Kysely<Schema>, word: string): Promise<boolean> {
  const found = await sql`select 1 from search_words
    where word >= ${word} and word < ${`${word}\u{10ffff}`} limit 1`.execute(db)
  return found.rows.length > 0
}

/**
 * Of a short word: with two letters swapped, and with one left out. A slip inside it leaves too few of its trigrams, so
 * these are looked up. A word of two letters begins too much.
 */
function slippedForms(typed: string): string[] {
  const letters = [...typed]
  if (slipsAllowed(typed.length) !== 1) return []
  const swapped = letters.slice(1).map((letter, at) => letters.with(at, letter).with(at + 1, letters[at] ?? ''))
  const shorter = letters.length < 4 ? [] : letters.map((_, at) => letters.toSpliced(at, 1))
  return [...swapped, ...shorter].map((form) => form.join('')).filter((form) => form !== typed)
}

async function near(db: Kysely<Schema>, typed: string): Promise<Meaning[]> {
  const found = await sql<{ word: string; is_form: boolean }>`
    select w.word, true as is_form from unnest(${slippedForms(typed)}::text[]) as given(form), lateral (
      select word from search_words where word >= given.form and word < given.form || ${'\u{10ffff}'}
      order by word limit 1) w
    union all select word, false from similar_words(${typed}, ${NEAR_LOOKED_AT}) as word`.execute(db)
  // Each kind has places of its own: of a large vocabulary nearly every form begins some word.
  const taken = [true, false].flatMap((isForm) =>
    found.rows
      .filter((row) => row.is_form === isForm)
      .map(({ word }) => ({ word, slips: slips(typed, word) }))
      .filter((entry) => entry.slips > 0 && entry.slips <= slipsAllowed(typed.length))
      .sort((a, b) => a.slips - b.slips)
      .slice(0, NEAR_TAKEN),
  )
  return [...new Map(taken.map((entry) => [entry.word, SLIP_WEIGHT ** entry.slips]))].map(([word, weight]) => ({
    word,
    weight,
  }))
}

/** The terms as a tsquery: every term, as the beginning of a word, in any of its meanings. */
export function tsquery(terms: readonly Term[]): string {
  // Words hold no quotes, and of signs a backslash alone means something inside them.
  const quoted = (word: string) => `'${word.replaceAll('\\', '\\\\')}'`
  return terms.map((term) => `(${term.map(({ word }) => `${quoted(word)}:*`).join(' | ')})`).join(' & ')
}

/** A term, and how many tracks there are for it about; 0 when it is not common. */
export interface Commonness {
  term: Term
  /** As typed. */
  word: string
  tracks: number
}

/** How common each term is, and how many tracks there are; `all` is 0 while the catalogue is small. */
export async function commonness(
  db: Kysely<Schema>,
  terms: readonly Term[],
): Promise<{ all: number; of: Commonness[] }> {
  const words = terms.flatMap((term, place) => term.map(({ word }) => ({ place, word, end: `${word}\u{10ffff}` })))
  const found = await sql<{ place: number; tracks: number }>`
    select given.place, sum(c.tracks) as tracks
    from jsonb_to_recordset(${JSON.stringify(words)}::text::jsonb) as given(place integer, word text, "end" text)
    join common_words c on c.word >= given.word and c.word < given."end" group by given.place
    union all select -1, tracks from common_words where word = ''`.execute(db)
  const tracksAt = new Map(found.rows.map(({ place, tracks }) => [place, Number(tracks)]))
  const of = terms.map((term, place) => ({ term, word: term[0]?.word ?? '', tracks: tracksAt.get(place) ?? 0 }))
  return { all: tracksAt.get(-1) ?? 0, of }
}
