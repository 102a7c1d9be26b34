// Words with their places in a text, for marking them there.
import { fold } from './fold.ts'

/** A letter as it was read, with all that may belong to it once both are taken apart. */
const PLACED = /[\p{L}\p{N}]?[\p{M}\p{DI}\u0e33\u0eb3\uff9e\uff9f]+|./gsu

const LETTER = /[\p{L}\p{N}\p{M}]/u
const SIGN = /[\p{P}\p{S}]/u

/** A folded word and, for each of its letters (UTF-16 units), where it stands in the text it was read from. */
export interface PlacedWord {
  readonly word: string
  /** Where the letter begins in the text. */
  readonly starts: readonly number[]
  /** Where it ends, accents that follow it included. */
  readonly ends: readonly number[]
}

/** The folded words of a text with their places in it, for marking. */
export function placedWords(text: string): PlacedWord[] {
  const words = placed(text, LETTER)
  if (words.length > 0) return words
  // What holds no word is one of its signs.
  const signs = placed(text, SIGN)
  if (signs.length < 2) return signs
  return [
    {
      word: signs.map(({ word }) => word).join(''),
      starts: signs.flatMap(({ starts }) => starts),
      ends: signs.flatMap(({ ends }) => ends),
    },
  ]
}

const HELD_BY_SIGN = /^[./\-\u2010]$/
const HELD_BY_GAP = /^[ .]+$/
const ALONE = /^\p{L}$/u

/** Words that a text holds apart and that may be typed in one (`joinedWords`): AC/DC, R.E.M. */
export function joinedPlaces(text: string, words: readonly PlacedWord[]): PlacedWord[] {
  const between = (one: PlacedWord, next: PlacedWord) => text.slice(one.ends.at(-1), next.starts[0]).normalize('NFKD')
  const bySign = joinedWhere(words, (one, next) => HELD_BY_SIGN.test(between(one, next)))
  const joined = joinedWhere(
    bySign,
    (one, next) => ALONE.test(one.word) && ALONE.test(next.word) && HELD_BY_GAP.test(between(one, next)),
  )
  return joined.filter((word) => !words.includes(word))
}

function joinedWhere(
  words: readonly PlacedWord[],
  joins: (one: PlacedWord, next: PlacedWord) => boolean,
): readonly PlacedWord[] {
  const all: PlacedWord[] = []
  for (const [at, word] of words.entries()) {
    const before = words[at - 1]
    const open = before && joins(before, word) ? all.pop() : undefined
    all.push(
      open
        ? {
            word: open.word + word.word,
            starts: [...open.starts, ...word.starts],
            ends: [...open.ends, ...word.ends],
          }
        : word,
    )
  }
  return all
}

/** Letters by what they are folded: a list of results holds the same few over and over, and to fold one takes long. */
const folded = new Map<string, string>()
const FOLDED_MAX = 5000

/** A letter as it stands in a folded word, a space for one that ends it; '' for what belongs to none and is seen through. */
function foldedLetter(letter: string): string {
  const known = folded.get(letter)
  if (known !== undefined) return known
  const bare = fold(letter)
  // An accent that stands on no letter is none of the word's, nor is what nobody sees.
  const isNone = /^(\p{M}|\u0640|[^\P{DI}\u200c-\u200d])+$/u.test(bare || letter.normalize('NFKD'))
  const read = isNone ? '' : bare === '' ? ' ' : bare.replaceAll("'", '')
  if (folded.size >= FOLDED_MAX) folded.clear()
  folded.set(letter, read)
  return read
}

function placed(text: string, meant: RegExp): PlacedWord[] {
  const words: { word: string; starts: number[]; ends: number[] }[] = []
  let open: (typeof words)[number] | null = null
  let at = 0
  for (const [letter] of text.matchAll(PLACED)) {
    const end = at + letter.length
    for (const part of foldedLetter(letter)) {
      if (!meant.test(part)) {
        open = null
        continue
      }
      if (!open) {
        open = { word: '', starts: [], ends: [] }
        words.push(open)
      }
      open.word += part
      for (let unit = 0; unit < part.length; unit++) {
        open.starts.push(at)
        open.ends.push(end)
      }
    }
    at = end
  }
  return words
}
