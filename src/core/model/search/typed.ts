// What was typed into the search, as words: which are looked for, and in which order they stood.
import { searchWords } from '../text/fold.ts'

/** More words only narrow what is already narrow. */
export const SEARCH_WORDS_MAX = 8
/** Words of a query that are held against the order of a name: each of them once more. */
const ORDER_MAX = 2 * SEARCH_WORDS_MAX

export interface TypedWords {
  /** Each word once. */
  readonly words: readonly string[]
  /** Places in `words` in the order they were typed: a word that was repeated stands there again. */
  readonly order: readonly number[]
}

export function typedWords(...texts: string[]): TypedWords {
  const typed = searchWords(...texts)
  const words = [...new Set(typed)].slice(0, SEARCH_WORDS_MAX)
  const order = typed.map((word) => words.indexOf(word)).filter((place) => place >= 0)
  return { words, order: order.slice(0, ORDER_MAX) }
}
