// Texts of a report made ready to be broken into lines and drawn.

import { type Fonts, GRAPHEMES, UNSEEN } from './fonts.ts'

/**
 * Signs a word may have before it is broken: more than a line holds at any size here. pdfkit measures a longer word again
 * for each sign it takes off, which for the lyrics of one song took minutes.
 */
const WORD_MAX = 80
const ZERO_WIDTH_SPACE = '\u200b'

/** Thai writes no spaces between its words. */
const THAI_WORDS = new Intl.Segmenter('th', { granularity: 'word' })

/** Signs after which a line may break: spaces, Korean syllables, and Chinese and Japanese ones that may begin a line. */
const BREAKS = /[\s\u200b\p{Script=Hangul}\p{Ideographic}]|(?![ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ])[\p{Script=Hiragana}\p{Script=Katakana}]/u // biome-ignore format: one set

/**
 * Reads the fonts a text needs.
 * @param lack called for each sign that no font has
 * @param box stands in its place
 * @returns the text with places to break in words that have none
 */
export async function drawable(text: string, fonts: Fonts, lack: () => void, box: string): Promise<string> {
  const plain = text
    .normalize('NFC')
    .replace(/[\t\r]/g, ' ')
    .replace(/(?!\n)\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/\p{Script=Thai}{2,}/gu, (words) =>
      Array.from(THAI_WORDS.segment(words), ({ segment }) => segment).join(ZERO_WIDTH_SPACE),
    )
  let out = ''
  let unbroken = 0
  for (const { segment } of GRAPHEMES.segment(plain)) {
    if (fonts.fontOf(segment) === undefined) await fonts.open(segment)
    const font = fonts.fontOf(segment)
    if (font === undefined) lack()
    // What joins signs into one is left to the fonts that have the one.
    const signs = font ? [segment] : font === null ? [...segment].filter((sign) => !UNSEEN.test(sign)) : box
    for (const sign of signs) {
      unbroken = BREAKS.test(sign) ? 0 : unbroken + 1
      if (unbroken % WORD_MAX === 0 && unbroken > 0) out += ZERO_WIDTH_SPACE
      out += sign
    }
  }
  return out
}
