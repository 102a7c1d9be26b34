/**
 * Text as it is sorted and searched, the same on every side of the wire: the server's indexes, the
 * search of what this device has seen, and the letters marked in a result.
 */

/** ASCII without control characters: nothing to take apart. */
export const PLAIN = /^[ -~]*$/
/** What was taken apart: marks and joiners, with what they stand on. */
const MARKED = /([^\p{M}\u200c-\u200d]?)([\p{M}\u200c-\u200d]+)/gu
/** A letter whose marks are accents or vowels one may leave out. With any other they make another letter: ハ, バ and パ. */
const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]|\P{L}|^$/u
/** Marks and joiners that only say how a letter is drawn belong to no word. */
const unmarked = (_: string, base: string, marks: string) =>
  ACCENTED.test(base) ? base + marks.replace(/\p{M}/gu, '') : (base + marks.replace(/\p{DI}/gu, '')).normalize('NFC')

/**
 * No case, no accents, one space between words. Compatibility forms fall together (NFKD, Unicode
 * Standard Annex 15); letters that Unicode does not take apart are spelled out. Hangul stays taken apart, so that
 * a syllable is found while it is typed (H-191).
 */
export function fold(text: string): string {
  const bare = PLAIN.test(text) ? text : text.normalize('NFKD').replace(MARKED, unmarked)
  return bare
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replace(/\s+/g, ' ')
    .trim()
}
