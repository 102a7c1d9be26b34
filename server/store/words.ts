// Texts as the search compares them: folded words, one space between them.
import { fold } from './fold.ts'

/** Longer runs without a space (a script that has none) are looked for by their beginning. */
const WORD_MAX = 60

/** Letters and digits of the texts as folded words; an apostrophe inside a word vanishes (`don't` is `dont`). */
export function searchWords(...texts: string[]): string[] {
  return fold(texts.join(' '))
    .replace(/['’`´]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => [...word].slice(0, WORD_MAX).join(''))
}

/** As a column keeps them. */
export function wordsText(...texts: string[]): string {
  return searchWords(...texts).join(' ')
}
