// By what else than its words a name is found: letters that are held apart in one (`rem` for R.E.M., `acdc` for AC/DC), and
// what stands inside a run that is written without spaces (林檎 in 椎名林檎).
import { fold, searchWords } from './fold.ts'

const PLAIN = /^[ -~]*$/
/** Of plain text most holds nothing apart: told at once. */
const MAYBE_APART = /[^ -~]|[./-]|\b[a-z]\b/i
/** A dot, slash or hyphen inside a word. */
const SIGN = /(?<=[\p{L}\p{N}\p{M}])[./\-\u2010](?=[\p{L}\p{N}])/gu
/** What stands between two letters that stand alone. */
const GAP = /(?<=(?<![\p{L}\p{N}\p{M}])\p{L})[ .]+(?=\p{L}(?![\p{L}\p{N}\p{M}]))/gu

/** A letter of a script that sets no spaces between words. */
const UNSPACED = /^(?!\p{M})[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}]/u
/** Letters of what stands inside a run by which it is found. */
const INNER_MAX = 20

/** Whether a text may be typed for what stands inside a run. */
export const isUnspaced = (word: string): boolean => word.charCodeAt(0) > 0xdff && UNSPACED.test(word)

/** What begins at each letter inside a run that is written without spaces. */
export function innerWords(word: string): string[] {
  if (PLAIN.test(word)) return []
  const letters = [...word]
  return letters.flatMap((letter, at) =>
    at > 0 && isUnspaced(letter) ? [letters.slice(at, at + INNER_MAX).join('')] : [],
  )
}

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

/** What a name is found by beside its words. */
export function otherWords(text: string): string[] {
  return [...joinedWords(text), ...(PLAIN.test(text) ? [] : searchWords(text).flatMap(innerWords))]
}

/** Every word these texts are found by. */
export function foundWords(...texts: string[]): string[] {
  return [...searchWords(...texts), ...texts.flatMap(otherWords)]
}
