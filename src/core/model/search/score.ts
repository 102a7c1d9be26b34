/**
 * How well a name answers a query, 0 to 1, by the same measure for tracks, artists, labels and
 * releases, so that they can be mixed (API-SEARCH-001). All texts are folded words.
 */
import { isUnspaced } from '../text/spellings.ts'

/** A word that was typed, or one near it. */
export interface Meaning {
  word: string
  /** 1 as typed; less for each slip. */
  weight: number
  /** It only joins others: a whole word that scores where it stands, and need not be met. */
  joins?: true
}
/** One typed word with all it may mean. */
export type Term = readonly Meaning[]

export const isJoining = (term: Term | undefined): boolean => term?.[0]?.joins === true

/** A query, as names are scored by it. */
export interface Asked {
  /** Each typed word once. */
  readonly terms: readonly Term[]
  /** Places in `terms` in the order they were typed: a word that was repeated stands there again. */
  readonly order: readonly number[]
}

/** What a word loses for each slip. */
export const SLIP_WEIGHT = 0.8

const PREFIX_BASE = 0.7
/** Words found beside the name (a track's artist, a release's label). */
const BESIDE = 0.6
/** What stands inside a run that is written without spaces, against its beginning. */
const INSIDE = 0.9
/** A joining word that a name writes otherwise, or has not. */
const JOINED = 0.5
const PLACE = { words: 0.72, coverage: 0.2, exact: 0.06, popularity: 0.02 }

/**
 * @param name words of what is looked for
 * @param beside words of what it belongs to
 * @param popularity 0 to 1, decides between equals
 */
export function score(
  { terms, order }: Asked,
  name: readonly string[],
  beside: readonly string[],
  popularity: number,
): number {
  if (order.length === 0) return 0
  const tally = new Tally(order.length)
  for (const [n, at] of order.entries()) {
    const term = terms[at] ?? []
    if (order.indexOf(at) < n) tally.again(name.length, (place) => value(term, name[place] ?? ''))
    else tally.add(...best(term, name), best(term, beside)[1], isJoining(term))
  }
  const exact = name.length === order.length && order.every((at, n) => terms[at]?.some((m) => m.word === name[n]))
  return tally.score(name.length, exact, popularity)
}

/** The score of a name that may be typed in several ways (`spellings`): that of the way which answers best. */
export function bestScore(
  asked: Asked,
  names: readonly (readonly string[])[],
  beside: readonly string[],
  popularity: number,
): number {
  return Math.max(...names.map((name) => score(asked, name, beside, popularity)))
}

/** Adds up what the terms of a query found in one name. Used again and again without leaving anything behind. */
export class Tally {
  readonly #hits: Int32Array
  #hit = 0
  #terms = 0
  #words = 0
  #lacking = 0

  /** @param most words typed at most */
  constructor(most: number) {
    this.#hits = new Int32Array(most)
  }

  /** What a term found: the place of its best word in the name, that word's value, the best value beside. */
  add(place: number, value: number, other: number, isJoining: boolean): void {
    this.#terms++
    this.#words += Math.max(value, other * BESIDE, isJoining ? JOINED : 0)
    if (value <= 0 || value < other * BESIDE || this.#has(place)) return
    this.#hits[this.#hit++] = place
  }

  /**
   * A term that was typed once more asks for one more word of the name: a name that has it less often lacks a word.
   * @param valueAt what the word at a place of the name is worth to the term
   */
  again(nameLength: number, valueAt: (place: number) => number): void {
    let isMet = false
    for (let place = 0; place < nameLength; place++) {
      if (valueAt(place) <= 0) continue
      isMet = true
      if (this.#has(place)) continue
      this.#hits[this.#hit++] = place
      return
    }
    if (isMet) this.#lacking++
  }

  #has(place: number): boolean {
    for (let n = 0; n < this.#hit; n++) if (this.#hits[n] === place) return true
    return false
  }

  /** The score, 0 to 1; the tally is empty afterwards. */
  score(nameLength: number, exact: boolean, popularity: number): number {
    const words = this.#terms === 0 ? 0 : this.#words / this.#terms
    const sum =
      PLACE.words * words +
      PLACE.coverage * (nameLength === 0 ? 0 : this.#hit / (nameLength + this.#lacking)) +
      (exact ? PLACE.exact : 0) +
      PLACE.popularity * Math.min(1, Math.max(0, popularity))
    this.#hit = this.#terms = this.#words = this.#lacking = 0
    return Math.round(sum * 1e6) / 1e6
  }
}

/** Place and value of the word that answers a term best. */
function best(term: Term, words: readonly string[]): [place: number, value: number] {
  let found: [number, number] = [-1, 0]
  for (const [place, word] of words.entries()) {
    const worth = value(term, word)
    if (worth > found[1]) found = [place, worth]
  }
  return found
}

function value(term: Term, word: string): number {
  let most = 0
  for (const meaning of term) most = Math.max(most, wordValue(meaning, word))
  return most
}

/** How well a word answers a meaning: its weight for the word itself, less for a longer one, 0 for another. */
export function wordValue(meaning: Meaning, word: string): number {
  if (!word.startsWith(meaning.word))
    return isUnspaced(meaning.word) && word.includes(meaning.word) ? INSIDE * partValue(meaning, word) : 0
  if (meaning.joins && word !== meaning.word) return 0
  return partValue(meaning, word)
}

function partValue(meaning: Meaning, word: string): number {
  const part = word === meaning.word ? 1 : PREFIX_BASE + (1 - PREFIX_BASE) * (meaning.word.length / word.length) * 0.9
  return part * meaning.weight
}

/** Slips a word of this length may have. */
export function slipsAllowed(length: number): number {
  return length < 3 ? 0 : length < 6 ? 1 : 2
}

/**
 * Slips between what was typed and the beginning of a word: letters more, fewer, other or swapped
 * (optimal string alignment distance, best over all beginnings of `word`).
 */
export function slips(typed: string, word: string): number {
  // The rest of the word is what has not been typed yet; a word shorter than half of what was typed is no beginning.
  return Math.min(...beginnings(typed, word).slice(shortestBeginning(typed.length)))
}

/** Letters the shortest beginning has that may stand for what was typed. */
export function shortestBeginning(length: number): number {
  return Math.ceil(length / 2)
}

/** Slips between what was typed and each beginning of a word, by the length of the beginning (UTF-16 units). */
export function beginnings(typed: string, word: string): number[] {
  const rows: number[][] = [Array.from({ length: word.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= typed.length; i++) {
    const row = [i]
    for (let j = 1; j <= word.length; j++) {
      const same = typed[i - 1] === word[j - 1] ? 0 : 1
      let cost = Math.min(at(rows, i - 1, j) + 1, (row[j - 1] ?? 0) + 1, at(rows, i - 1, j - 1) + same)
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]) {
        cost = Math.min(cost, at(rows, i - 2, j - 2) + 1)
      }
      row.push(cost)
    }
    rows.push(row)
  }
  return rows.at(-1) ?? []
}

function at(rows: readonly number[][], i: number, j: number): number {
  return rows[i]?.[j] ?? Number.POSITIVE_INFINITY
}
