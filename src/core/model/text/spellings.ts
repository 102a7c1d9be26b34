// Names whose letters are held apart, as somebody types them who does not: `rem` for R.E.M., `acdc` for AC/DC.
import { fold, searchWords } from './fold.ts'

/** Of plain text most holds nothing apart: told at once. */
const MAYBE_APART = /[^ -~]|[./-]|\b[a-z]\b/i
/** A dot, slash or hyphen inside a word. */
const SIGN = /(?<=[\p{L}\p{N}\p{M}])[./\-\u2010](?=[\p{L}\p{N}])/gu
/** What stands between two letters that stand alone. */
const GAP = /(?<=(?<![\p{L}\p{N}\p{M}])\p{L})[ .]+(?=\p{L}(?![\p{L}\p{N}\p{M}]))/gu

/** The words of a name with what is held apart in one; none where that changes nothing. */
export function joinedWords(text: string): string[] {
  if (!MAYBE_APART.test(text)) return []
  const folded = fold(text)
  const joined = folded.replace(SIGN, '').replace(GAP, '')
  return joined === folded ? [] : searchWords(joined)
}

/** Every way a name may be typed, as words: as it is written, and in one. */
export function spellings(text: string): string[][] {
  const joined = joinedWords(text)
  return joined.length === 0 ? [searchWords(text)] : [searchWords(text), joined]
}

/** Every word these texts are found by. */
export function foundWords(...texts: string[]): string[] {
  return [...searchWords(...texts), ...texts.flatMap(joinedWords)]
}
