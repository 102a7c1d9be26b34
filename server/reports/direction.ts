/**
 * Lines of a report that hold Hebrew or Arabic in the order they are read (Unicode Standard Annex 9). pdfkit cuts a line
 * at its spaces, lays each word out alone and puts one after the other from the left: right within words, wrong between.
 */
import bidiFactory from 'bidi-js'

interface Position {
  xAdvance: number
  yAdvance: number
  xOffset: number
  yOffset: number
  advanceWidth?: number
}

interface Laid {
  readonly glyphs: readonly { advanceWidth: number }[]
  readonly positions: readonly Position[]
  readonly advanceWidth: number
}

/** The part of pdfkit's embedded font and of fontkit that their types leave out. */
export interface EmbeddedFont {
  /** What the pages of the document call it. */
  readonly id: string
  readonly name: string
  readonly scale: number
  /** Thousandths of the size. */
  readonly ascender: number
  /** What each letter that was drawn stands for: code points by their number in the file. */
  readonly unicode: readonly (readonly number[])[]
  readonly font: {
    layout(text: string, features: undefined, script: undefined, language: undefined, direction: 'ltr' | 'rtl'): Laid
    hasGlyphForCodePoint(code: number): boolean
  }
  layout(text: string, features?: unknown, onlyWidth?: boolean): Laid
  /** The numbers of the letters in the file as hex, and where they stand. */
  encode(text: string, features?: unknown): [string[], Position[]]
}

/** As the features of a text, has it laid out from the right as it stands: a run whose brackets are turned. */
export const TURNED_ALREADY = ['turned already']

/** Letters that run from the right: Hebrew, Arabic and their like. */
export const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Signs of two code units that go with what stands around them; bidi-js takes each unit for a letter from the left. */
const PICTURES = /\p{Extended_Pictographic}(?<=[\u{10000}-\u{10ffff}])/gu
const NEITHER = '\u2606\u2606'

const bidi = bidiFactory()

/** Lets a font lay out each line as a whole, as it is read. What has no letter from the right stays with pdfkit. */
export function layAsRead(font: EmbeddedFont): void {
  const plain = font.layout.bind(font)
  const laid = (text: string, direction: 'ltr' | 'rtl') =>
    scaled(font.font.layout(text, undefined, undefined, undefined, direction), font.scale)
  font.layout = (text, features, onlyWidth) => {
    if (features === TURNED_ALREADY) return laid(text, 'rtl')
    if (!FROM_THE_RIGHT.test(text)) return plain(text, features, onlyWidth)
    const runs = runsAsRead(text).map((run) => laid(run.text, run.direction))
    return {
      glyphs: runs.flatMap(({ glyphs }) => glyphs),
      positions: runs.flatMap(({ positions }) => positions),
      advanceWidth: runs.reduce((sum, run) => sum + run.advanceWidth, 0),
    }
  }
}

/**
 * The runs of one line from left to right, each in its logical order with brackets turned. Which way the line goes is
 * said by its first letter.
 */
export function runsAsRead(line: string): { text: string; direction: 'ltr' | 'rtl' }[] {
  const embedding = bidi.getEmbeddingLevels(line.replace(PICTURES, NEITHER), 'auto')
  const runs: { text: string; direction: 'ltr' | 'rtl'; level: number; last: number }[] = []
  for (const at of bidi.getReorderedIndices(line, embedding)) {
    const level = embedding.levels[at] ?? 0
    const sign = line.charAt(at)
    const isRight = level % 2 === 1
    const run = runs.at(-1)
    if (run?.level === level && Math.abs(run.last - at) === 1) {
      run.text = isRight ? turned(sign) + run.text : run.text + sign
      run.last = at
    } else runs.push({ text: isRight ? turned(sign) : sign, direction: isRight ? 'rtl' : 'ltr', level, last: at })
  }
  return runs.map(({ text, direction }) => ({ text, direction }))
}

const turned = (sign: string): string => bidi.getMirroredCharacter(sign) ?? sign

/** As pdfkit does with what it lays out itself: thousandths of the size. */
function scaled({ glyphs, positions }: Laid, scale: number): Laid {
  const laid = positions.map((position, at) => ({
    xAdvance: position.xAdvance * scale,
    yAdvance: position.yAdvance * scale,
    xOffset: position.xOffset * scale,
    yOffset: position.yOffset * scale,
    advanceWidth: (glyphs[at]?.advanceWidth ?? 0) * scale,
  }))
  return { glyphs, positions: laid, advanceWidth: laid.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
}
