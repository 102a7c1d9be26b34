/**
 * Text as it is sorted and searched, the same on every side of the wire: the server's indexes, the
 * search of what this device has seen, and the letters marked in a result.
 */

/** Longer runs without a space (a script that has none) are looked for by their beginning. */
const WORD_MAX = 60
/** ASCII without control characters: nothing to take apart. */
const PLAIN = /^[ -~]*$/
/** What is typed for an apostrophe, or set for it: by a keyboard without one, by an editor, in a transcription. */
const APOSTROPHES = /[’‘ʻʼˋ`]/g
/** What is drawn by nothing: marks of direction, soft hyphens. Joiners are not of these: some divide a word. */
const UNDRAWN = /[^\P{DI}\u200c-\u200d]/gu
/** What was taken apart: marks and joiners, with what they stand on. */
const MARKED = /([^\p{M}\u200c-\u200d]?)([\p{M}\u200c-\u200d]+)/gu
/**
 * A letter of Latin, Greek, Cyrillic, Hebrew or Arabic, or none: its marks are accents or vowels that one may leave out.
 * With any other letter they make another one: ハ, バ and パ.
 */
const ACCENTED = /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}]|\P{L}|^$/u
/** Marks and joiners that only say how a letter is drawn belong to no word. */
const unmarked = (_: string, base: string, marks: string) =>
  ACCENTED.test(base) ? base + marks.replace(/\p{M}/gu, '') : (base + marks.replace(/\p{DI}/gu, '')).normalize('NFC')

/**
 * Compatibility forms fall together (NFKD, Unicode Standard Annex 15), accents and what nobody sees go; marks that make
 * another letter stay.
 */
export const unaccented = (text: string): string =>
  text.normalize('NFKD').replace(UNDRAWN, '').replace(MARKED, unmarked)

/** Hiragana, each letter so far below its own in katakana. */
const HIRAGANA = /[\u3041-\u3096]/g
const KATAKANA_FROM = 0x60

/** What only draws a word of Arabic letters longer (tatweel); taken apart, the sign of a vowel may stand on it. */
const LENGTHENING = /\u0640/g

/** With one apostrophe and no lengthening. An acute accent that stands alone is one, but taken apart it would be a space. */
const quoted = (text: string) =>
  text
    .replace(/[´\u1ffd]/g, "'")
    .normalize('NFKD')
    .replace(APOSTROPHES, "'")
    .replace(LENGTHENING, '')

/** Letters that Unicode does not take apart; the last sigma is another form of its letter, I the capital of ı as well. */
const SPELLED: Readonly<Record<string, string>> = { ς: 'σ', ı: 'i', ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ŋ: 'n' } // biome-ignore format: one line
const TO_SPELL = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'g')

/**
 * No case, no accents, nothing invisible (H-108), one apostrophe (H-370), one space between words. Compatibility forms
 * fall together (NFKD, Unicode Standard Annex 15); letters that Unicode does not take apart are spelled out. Hangul stays
 * taken apart, so that a syllable is found while it is typed (H-191); hiragana is katakana (H-460).
 */
export function fold(text: string): string {
  const bare = PLAIN.test(text) ? text.replaceAll('`', "'") : unaccented(quoted(text))
  return (
    bare
      .toLowerCase()
      // Both stand for the same sounds.
      .replace(HIRAGANA, (letter) => String.fromCharCode(letter.charCodeAt(0) + KATAKANA_FROM))
      .replace(TO_SPELL, (letter) => SPELLED[letter] as string)
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** What a name that holds no word is made of. */
const NO_SIGN = /[^\p{P}\p{S}]|'/gu

/**
 * Letters with their marks and digits of the texts as folded words; an apostrophe inside a word vanishes (`don't` is
 * `dont`). A text that holds none is one word of its signs (`!!!`).
 */
export function searchWords(...texts: string[]): string[] {
  return texts.flatMap((text) => {
    const words = lettersOf(text)
    if (words.length > 0 || text === '') return words
    const signs = signsOf(text)
    return signs === '' ? [] : [signs]
  })
}

function lettersOf(text: string): string[] {
  // Most titles are plain: told apart in a fifth of the time.
  if (PLAIN.test(text)) {
    return text
      .toLowerCase()
      .replace(/['`]/g, '')
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== '')
      .map((word) => word.slice(0, WORD_MAX))
  }
  return fold(text)
    .replaceAll("'", '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
    .map((word) => [...word].slice(0, WORD_MAX).join(''))
}

const signsOf = (text: string): string => [...fold(text).replace(NO_SIGN, '')].slice(0, WORD_MAX).join('')

/** The same, one space between them. */
export function wordsText(...texts: string[]): string {
  return searchWords(...texts).join(' ')
}
