/**
 * Lines of several fonts. pdfkit measures, breaks and draws a line in the one font that is set: here each run of signs is
 * measured and drawn in its own, in the order it is read, on one baseline.
 */
import { type EmbeddedFont, FROM_THE_RIGHT, runsAsRead, TURNED_ALREADY } from './direction.ts'
import { type Doc, EMOJI, type Fonts, type FragmentOptions, GRAPHEMES } from './fonts.ts'

interface Run {
  text: string
  font: EmbeddedFont
  features: unknown
}

/** Stroke around letters of the one weight there is, in parts of their size, that makes them bold. */
const BOLD_STROKE = 0.03

/** Has lines measured and drawn in the fonts of their signs, once any asks for another than the one that is set. */
export function drawMixed(doc: Doc, fonts: Fonts): void {
  const plainWidth = doc.widthOfString.bind(doc)
  const plainFragment = doc._fragment.bind(doc)
  // Lines of Chinese and Japanese break at nearly every sign, and each is measured alone.
  const widths = new Map<EmbeddedFont, Map<string, number>>()

  function measured({ text, font, features }: Run): number {
    const set = doc._font
    doc._font = font
    const width = plainWidth(text, { features } as PDFKit.Mixins.TextOptions)
    doc._font = set
    return width
  }

  function widthOf(run: Run): number {
    if (run.text.length > 2) return measured(run)
    const known = widths.get(run.font) ?? new Map<string, number>()
    widths.set(run.font, known)
    const width = known.get(run.text) ?? measured(run) / doc._fontSize
    known.set(run.text, width)
    return width * doc._fontSize
  }

  const lineWidth = (text: string) => runsOf(doc, fonts, text).reduce((sum, run) => sum + widthOf(run), 0)

  doc.widthOfString = (text, options) => (fonts.areMixed() ? lineWidth(text) : plainWidth(text, options))

  doc._fragment = (line, x, y, options) => {
    if (!fonts.areMixed()) return plainFragment(line, x, y, options)
    // Places to break have been looked at by now, and nobody wants them in what is copied.
    const text = line.replace(/[\n\u200b]/g, '')
    const set = doc._font
    const baseline = (-set.ascender / 1000) * doc._fontSize
    const isRight = options.align === 'right' && options.lineWidth !== undefined
    let left = isRight ? x + (options.lineWidth ?? 0) - lineWidth(text.trimEnd()) : x
    for (const run of runsOf(doc, fonts, isRight ? text.trimEnd() : text)) {
      const textWidth = widthOf(run)
      doc._font = run.font
      draw(run, left, y, { textWidth, wordCount: 1, baseline, features: run.features }, set)
      doc._font = set
      left += textWidth
    }
  }

  function draw(run: Run, x: number, y: number, options: FragmentOptions, set: EmbeddedFont): void {
    if (run.font === set) return plainFragment(run.text, x, y, options)
    // What is drawn in thin lines would run into one.
    const isBold = set.name.endsWith('Bold') && !EMOJI.test(run.text)
    doc.save()
    if (isBold) doc.lineWidth(doc._fontSize * BOLD_STROKE).strokeColor('black')
    const drawn = () => plainFragment(run.text, x, y, isBold ? { ...options, fill: true, stroke: true } : options)
    if (copied(run) === run.text) drawn()
    else {
      // Letters that are joined or put in another order are copied as they were written, not as they are drawn. Readers
      // look where that stands when it begins and ends, so both are said the way up in which pdfkit writes fonts.
      turn()
      doc.addContent(`/${run.font.id} ${doc._fontSize} Tf`)
      doc.markContent('Span', { actual: run.text })
      turn()
      drawn()
      turn()
      doc.endMarkedContent()
    }
    doc.restore()
  }

  const turn = () => doc.transform(1, 0, 0, -1, 0, doc.page.height)
}

/** What a reader of the file is told by the letters alone. */
function copied({ text, font }: Run): string {
  const [codes] = font.encode(text)
  return codes.map((code) => String.fromCodePoint(...(font.unicode[Number.parseInt(code, 16)] ?? []))).join('')
}

/** The runs of one line from left to right, each of one font. */
function runsOf(doc: Doc, fonts: Fonts, line: string): Run[] {
  if (!FROM_THE_RIGHT.test(line)) return cut(doc, fonts, line, undefined)
  return runsAsRead(line).flatMap(({ text, direction }) => {
    if (direction === 'ltr') return cut(doc, fonts, text, undefined)
    // Another font's signs do not join and know no direction: from the right they stand one by one.
    const runs = cut(doc, fonts, text, TURNED_ALREADY).reverse()
    return runs.flatMap((run) =>
      run.font === doc._font
        ? run
        : [...GRAPHEMES.segment(run.text)].reverse().map(({ segment }) => ({ ...run, text: segment })),
    )
  })
}

function cut(doc: Doc, fonts: Fonts, text: string, features: unknown): Run[] {
  const runs: Run[] = []
  for (const { segment } of GRAPHEMES.segment(text)) {
    const other = fonts.fontOf(segment)
    const font = other ?? doc._font
    const run = runs.at(-1)
    if (run?.font === font) run.text += segment
    else runs.push({ text: segment, font, features: other ? undefined : features })
  }
  return runs
}
