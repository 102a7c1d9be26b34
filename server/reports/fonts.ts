/**
 * Which font draws which sign of a report. DejaVu Sans does what it can; what it has no picture for is drawn by fonts of
 * one weight each, read when a sign asks for them and gone with the document.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { EmbeddedFont } from './direction.ts'
import { unpacked } from './unpacked.ts'

/** The part of pdfkit's document that its types leave out. */
export interface Doc extends PDFKit.PDFDocument {
  _font: EmbeddedFont
  _fontSize: number
  _fragment(text: string, x: number, y: number, options: FragmentOptions): void
}

export interface FragmentOptions extends Omit<PDFKit.Mixins.TextOptions, 'features'> {
  lineWidth?: number
  textWidth?: number
  wordCount?: number
  features?: unknown
}

interface Face {
  readonly name: string
  /** Within node_modules. */
  readonly file: string
  /** Signs it may have a picture for: it is read for no other. */
  readonly covers: RegExp
}

const CHINESE_OR_JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u2460-\u24ff\u3000-\u303f\u30fb\u30fc\u3190-\u319f\u31c0-\u33ff\ufe30-\ufe4f\uff00-\uffef]/u // biome-ignore format: one set

export const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

const JAPANESE: Face = {
  name: 'japanese',
  file: '@fontsource/kosugi/files/kosugi-japanese-400-normal.woff',
  covers: CHINESE_OR_JAPANESE,
}

/** In the order they are asked. */
const FACES: readonly Face[] = [
  { name: 'chinese', file: '@librescore/fonts/SourceHanSansCN.min.woff2', covers: CHINESE_OR_JAPANESE },
  { name: 'korean', file: '@librescore/fonts/SourceHanSansKR.min.woff2', covers: /\p{Script=Hangul}/u },
  {
    name: 'thai',
    file: '@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff',
    covers: /\p{Script=Thai}/u,
  },
  {
    name: 'devanagari',
    file: '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff',
    covers: /[\p{Script=Devanagari}\u0964\u0965]/u,
  },
  {
    name: 'emoji',
    file: '@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff',
    covers: EMOJI,
  },
]

/** What says that Chinese characters nearby are Japanese: kana, the language, a recording registered in Japan. */
const SAYS_JAPANESE =
  /[\p{Script=Hiragana}\p{Script=Katakana}]|\bjapanese\b|^ja(-jp)?$|^JP-?[A-Z0-9]{3}-?\d\d-?\d{5}$/imu

/** Splits a text into what a reader sees as one sign each. */
export const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What joins or varies signs and has no picture of its own. */
export const UNSEEN = /\u200d|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/u

/** The fonts of one document beside the one it is set in. */
export interface Fonts {
  /** Whether any sign so far asked for another font. */
  areMixed(): boolean
  /** Says beside what the following stands, a line for each fact: Chinese characters have Japanese forms near Japanese. */
  stand(beside: string): void
  /** Reads the font a sign asks for, if it is not there yet. What a reader sees as one sign is one here. */
  open(sign: string): Promise<void>
  /** The font that draws a sign beside the one that is set: `null` is that one itself, `undefined` none of those read. */
  fontOf(sign: string): EmbeddedFont | null | undefined
}

export function fontsOf(doc: Doc): Fonts {
  const { resolve } = createRequire(import.meta.url)
  const read = new Map<Face, EmbeddedFont>()
  let faces = FACES

  const has = ({ font }: EmbeddedFont, sign: string) =>
    [...sign].every((part) => UNSEEN.test(part) || font.hasGlyphForCodePoint(part.codePointAt(0) ?? 0))

  async function readFont(face: Face): Promise<EmbeddedFont> {
    doc.registerFont(face.name, await unpacked(await readFile(resolve(face.file))))
    const set = doc._font
    const font = (doc.font(face.name) as Doc)._font
    doc._font = set
    read.set(face, font)
    return font
  }

  return {
    areMixed: () => read.size > 0,
    stand(beside) {
      faces = SAYS_JAPANESE.test(beside) ? [JAPANESE, ...FACES] : FACES
    },
    async open(sign) {
      for (const face of faces) {
        if (face.covers.test(sign) && has(read.get(face) ?? (await readFont(face)), sign)) return
      }
    },
    fontOf(sign) {
      if (sign === '\n' || has(doc._font, sign)) return null
      for (const face of faces) {
        const font = face.covers.test(sign) ? read.get(face) : undefined
        if (font && has(font, sign)) return font
      }
      return undefined
    },
  }
}
