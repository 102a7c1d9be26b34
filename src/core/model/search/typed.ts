// What was typed into the search, as words: which are looked for, and in which order they stood.
import { searchWords } from '../text/fold.ts'
import type { Term } from './score.ts'

/** More words only narrow what is already narrow. */
const SEARCH_WORDS_MAX = 8
/** Words of a query that are held against the order of a name: each of them once more. */
const ORDER_MAX = 2 * SEARCH_WORDS_MAX
const LETTER = /[\p{L}\p{N}\p{M}]/u
/** What stands between two names, and is written as a sign, in another language or shorter elsewhere. */
const JOINING = ['and', 'n', 'und', 'et', 'y', 'x', 'feat', 'ft', 'featuring', 'with', 'vs']

export interface TypedWords {
  /** Each word once. */
  readonly words: readonly string[]
  /** Places in `words` in the order they were typed: a word that was repeated stands there again. */
  readonly order: readonly number[]
  /** Places in `words` of those that only join others: they need not be met. */
  readonly joining: readonly number[]
}

export function typedWords(...texts: string[]): TypedWords {
  const all = searchWords(...texts)
  // Beside a word, signs say nothing.
  const letters = all.filter((word) => LETTER.test(word))
  const typed = letters.length > 0 ? letters : all
  const words = [...new Set(typed)].slice(0, SEARCH_WORDS_MAX)
  const order = typed.map((word) => words.indexOf(word)).filter((place) => place >= 0)
  // At an end it joins nothing: `with you`, or the beginning of a word that is still being typed.
  const joins = (word: string) => JOINING.includes(word) && word !== typed[0] && word !== typed.at(-1)
  const joining = [...words.keys()].filter((place) => joins(words[place] ?? ''))
  return { words, order: order.slice(0, ORDER_MAX), joining }
}

/** The words as terms that mean what was typed and nothing else. */
export function termsOf({ words, joining }: TypedWords): Term[] {
  return words.map((word, place) => [{ word, weight: 1, ...(joining.includes(place) ? { joins: true } : {}) }])
}

/** The words that must be met, each once. */
export function neededWords({ words, joining }: TypedWords): string[] {
  return words.filter((_, place) => !joining.includes(place))
}
