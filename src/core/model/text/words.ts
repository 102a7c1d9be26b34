/** Texts as the words they are searched by, the same on every side of the wire. */
import { fold, PLAIN } from './fold.ts'

/** Longer runs without a space (a script that has none) are looked for by their beginning. */
const WORD_MAX = 60
/** A letter as it was read, with all that may belong to it once both are taken apart. */
const PLACED = /[\p{L}\p{N}]?[\p{M}\u200c-\u200d\u0e33\u0eb3\uff9e\uff9f]+|./gsu

/** Letters with their marks and digits of the texts as folded words; an apostrophe inside a word vanishes (`don't` is `dont`). */
export function searchWords(...texts: string[]): string[] {
  const joined = texts.join(' ')
  // Most titles are plain: told apart in a fifth of the time.
  if (PLAIN.test(joined)) {
    return joined
      .toLowerCase()
      .replace(/['`]/g, '')
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== '')
      .map((word) => word.slice(0, WORD_MAX))
  }
  return fold(joined)
    .replace(/['’`´]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
    .map((word) => [...word].slice(0, WORD_MAX).join(''))
}

/** The same, one space between them. */
export function wordsText(...texts: string[]): string {
  return searchWords(...texts).join(' ')
}

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
  const words: { word: string; starts: number[]; ends: number[] }[] = []
  let open: (typeof words)[number] | null = null
  let at = 0
  for (const [letter] of text.matchAll(PLACED)) {
    const end = at + letter.length
    const folded = fold(letter)
    // An accent that stands on no letter is none of the word's.
    if (!/^(['’`]|\p{M}+)$/u.test(folded || letter.normalize('NFKD'))) {
      for (const part of folded === '' ? ' ' : folded) {
        if (!/[\p{L}\p{N}\p{M}]/u.test(part)) {
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
