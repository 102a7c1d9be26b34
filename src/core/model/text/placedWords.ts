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

function placed(text: string, meant: RegExp): PlacedWord[] {
  const words: { word: string; starts: number[]; ends: number[] }[] = []
  let open: (typeof words)[number] | null = null
  let at = 0
  for (const [letter] of text.matchAll(PLACED)) {
    const end = at + letter.length
    const folded = fold(letter)
    // An accent that stands on no letter is none of the word's, nor is what nobody sees.
    if (!/^(\p{M}|[^\P{DI}\u200c-\u200d])+$/u.test(folded || letter.normalize('NFKD'))) {
      for (const part of folded === '' ? ' ' : folded.replaceAll("'", '')) {
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
    }
    at = end
  }
  return words
}
