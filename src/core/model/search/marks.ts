// Which letters of a result answer what was typed: accents and slips of the finger are seen through.
import { type PlacedWord, placedWords } from '../text/placedWords.ts'
import { parseSearch, scoredWords } from './query.ts'
import { beginnings, slips, slipsAllowed } from './score.ts'
import { neededWords } from './typed.ts'

/** From and to in UTF-16 units, in order, never touching. */
export type Range = readonly [from: number, to: number]

/** The words of a query as `markRanges` takes them: a joining word need not stand in what is found, and marks nothing. */
export function markedWords(typed: string): readonly string[] {
  return neededWords(scoredWords(parseSearch(typed)))
}

/**
 * The ranges of a text that answer these folded words: of each word its typed beginning, or the beginning nearest to it.
 * @param beside what else is said of the same hit: a word that stands there as typed is not guessed at here
 */
export function markRanges(text: string, words: readonly string[], beside = ''): Range[] {
  if (words.length === 0) return []
  const placed = placedWords(text)
  const exact = placed.map((word) => best(words, (typed) => (word.word.startsWith(typed) ? typed.length : 0)))
  // A slip is looked for only where nothing stands as it was typed.
  const said = [...placed, ...placedWords(beside)]
  const missing = words.filter((typed) => !said.some(({ word }) => word.startsWith(typed)))
  const ranges: [number, number][] = []
  for (const [at, word] of placed.entries()) {
    const length = exact[at] || best(missing, (typed) => nearLength(typed, word.word))
    if (length === 0) continue
    const range = rangeOf(word, length)
    const last = ranges.at(-1)
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1])
    else ranges.push(range)
  }
  return ranges
}

function rangeOf({ starts, ends }: PlacedWord, length: number): [number, number] {
  return [starts[0] as number, ends[Math.min(length, ends.length) - 1] as number]
}

function best(words: readonly string[], value: (typed: string) => number): number {
  return words.reduce((most, typed) => Math.max(most, value(typed)), 0)
}

/** Length of the beginning of `word` that is nearest to what was typed; 0 when it is too far. */
function nearLength(typed: string, word: string): number {
  const least = slips(typed, word)
  // Of equals the longest: the letters that were meant, not only those that were hit.
  return least > slipsAllowed(typed.length) ? 0 : beginnings(typed, word).lastIndexOf(least)
}
