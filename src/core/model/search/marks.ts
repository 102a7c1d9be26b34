// Which letters of a result answer what was typed: accents and slips of the finger are seen through.
import { joinedPlaces, type PlacedWord, placedWords } from '../text/placedWords.ts'
import { isUnspaced } from '../text/spellings.ts'
import { parseSearch, scoredWords } from './query.ts'
import { beginnings, slips, slipsAllowed } from './score.ts'
import { neededWords } from './typed.ts'

/** From and to in UTF-16 units, in order, never touching. */
export type Range = readonly [from: number, to: number]

/** The words of a query as `markRanges` takes them: a joining word need not stand in what is found, and marks nothing. */
export function markedWords(typed: string): readonly string[] {
  return neededWords(scoredWords(parseSearch(typed)))
}

/** What was found for the words of a query, for as long as they are asked: a list is drawn again and again. */
const known = new WeakMap<readonly string[], Map<string, readonly Range[]>>()

/**
 * The ranges of a text that answer these folded words: of each word its typed beginning, or the beginning nearest to it;
 * what stands inside a run without spaces, or is held apart in one, as well.
 * @param beside what else is said of the same hit: a word that stands there as typed is not guessed at here
 */
export function markRanges(text: string, words: readonly string[], beside = ''): readonly Range[] {
  const found = known.get(words) ?? new Map<string, readonly Range[]>()
  known.set(words, found)
  const key = `${text}\n${beside}`
  const ranges = found.get(key) ?? rangesIn(text, words, beside)
  found.set(key, ranges)
  return ranges
}

function rangesIn(text: string, words: readonly string[], beside: string): readonly Range[] {
  if (words.length === 0) return []
  const placed = placedWords(text)
  const joined = joinedPlaces(text, placed)
  const others = placedWords(beside)
  const said = [...placed, ...joined, ...others, ...joinedPlaces(beside, others)]
  // A slip is looked for only where nothing stands as it was typed.
  const missing = words.filter((typed) => said.every(({ word }) => placeIn(word, typed) < 0))
  const exact = (word: PlacedWord) =>
    words.flatMap((typed) => {
      const at = placeIn(word.word, typed)
      return at < 0 ? [] : [rangeOf(word, at, typed.length)]
    })
  const ranges = placed.flatMap((word) => {
    const found = exact(word)
    const near = found.length > 0 ? 0 : missing.reduce((most, typed) => Math.max(most, nearLength(typed, word.word)), 0)
    return near > 0 ? [rangeOf(word, 0, near)] : found
  })
  return merged([...ranges, ...joined.flatMap(exact)])
}

/** Where in a word that stands which was typed; -1 for nowhere. It is found by its beginning, a run without spaces by any part. */
function placeIn(word: string, typed: string): number {
  if (word.startsWith(typed)) return 0
  return isUnspaced(typed) ? word.indexOf(typed) : -1
}

function rangeOf({ starts, ends }: PlacedWord, at: number, length: number): Range {
  return [starts[at] as number, ends[Math.min(at + length, ends.length) - 1] as number]
}

function merged(ranges: readonly Range[]): readonly Range[] {
  const all: [number, number][] = []
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}

/** Length of the beginning of `word` that is nearest to what was typed; 0 when it is too far. */
function nearLength(typed: string, word: string): number {
  const least = slips(typed, word)
  // Of equals the longest: the letters that were meant, not only those that were hit.
  return least > slipsAllowed(typed.length) ? 0 : beginnings(typed, word).lastIndexOf(least)
}
