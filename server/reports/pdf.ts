/**
 * Tables as PDF. The standard fonts of PDF know Latin-1 only, so DejaVu Sans is embedded: Latin,
 * Cyrillic, Greek, Hebrew, Arabic and many signs. What it has no picture for (CJK, most emoji) is
 * shown as one empty box each, and the foot of the last page says what the boxes are (H-466).
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { type EmbeddedFont, layAsRead } from './direction.ts'

const MARGIN = 40
const ROW_GAP = 4
const MISSING = '□'
/**
 * Signs a word may have before it is broken: more than a line holds at any size here. pdfkit measures a longer word again
 * for each sign it takes off, which for the lyrics of one song took minutes.
 */
const WORD_MAX = 80
const ZERO_WIDTH_SPACE = '\u200b'
/** A row takes a millisecond or two, and others ask meanwhile. */
const ROWS_A_TURN = 8

export interface Column {
  title: string
  /** Share of the width. */
  share: number
  align?: 'left' | 'right'
}

/** Draws into an open document; what does not fit on a page goes on the next. */
export interface Sheet {
  heading(text: string, size?: number): void
  line(text: string): void
  /** Rows under a header that is repeated on each page; a cell wraps, never overflows. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): Promise<void>
  /** Facts with a name each; empty ones are left out. */
  facts(entries: readonly (readonly [name: string, value: string])[]): void
  gap(): void
}

/** Documents in which a box stands for a sign. */
const boxed = new WeakSet<PDFKit.PDFDocument>()

/** The part of pdfkit's font that its types leave out. */
interface GlyphSource {
  _font: EmbeddedFont & { font: { hasGlyphForCodePoint(code: number): boolean } }
}

let fonts: { regular: Buffer; bold: Buffer } | undefined

function loadFonts(): { regular: Buffer; bold: Buffer } {
  const { resolve } = createRequire(import.meta.url)
  const read = (name: string) => readFileSync(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))
  fonts ??= { regular: read('DejaVuSans'), bold: read('DejaVuSans-Bold') }
  return fonts
}

/**
 * Makes a PDF.
 * @param title also the document's title
 * @param now ms since 1970; stands as the date of creation
 * @param whole says where what cannot be shown here is whole; follows what is said of the boxes
 */
export async function makePdf(
  title: string,
  now: number,
  draw: (sheet: Sheet) => Promise<void> | void,
  whole = '',
): Promise<Buffer> {
  const { regular, bold } = loadFonts()
  // Its cache keeps every word of every report for as long as the document lives.
  const info = { Title: title, CreationDate: new Date(now), Producer: 'Promo Player', Creator: 'Promo Player' }
  const doc = new PDFDocument({ size: 'A4', margin: MARGIN, bufferPages: true, info, fontLayoutCache: false })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((done, fail) => doc.once('end', done).once('error', fail))
  doc.registerFont('regular', regular)
  doc.registerFont('bold', bold)
  for (const name of ['regular', 'bold']) layAsRead((doc.font(name) as unknown as GlyphSource)._font)
  await draw(sheetOn(doc))
  foot(doc, whole)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

function sheetOn(doc: PDFKit.PDFDocument): Sheet {
  const width = doc.page.width - 2 * MARGIN
  const bottom = doc.page.height - MARGIN - 20
  const use = (font: 'regular' | 'bold', size: number) => doc.font(font).fontSize(size)
  const write = (font: 'regular' | 'bold', size: number, text: string) => {
    use(font, size)
    doc.text(drawable(doc, text), MARGIN, doc.y, { width })
  }

  function row(
    font: 'regular' | 'bold',
    columns: readonly Column[],
    cells: readonly string[],
    onNewPage?: () => void,
  ): void {
    use(font, 8)
    const shares = columns.reduce((sum, column) => sum + column.share, 0)
    const texts = columns.map((_, index) => drawable(doc, cells[index] ?? '') || ' ')
    const widths = columns.map((column) => (column.share / shares) * width - 6)
    const height = Math.max(...texts.map((text, index) => doc.heightOfString(text, { width: widths[index] ?? 0 })))
    if (doc.y + height > bottom) {
      doc.addPage()
      onNewPage?.()
      use(font, 8)
    }
    const top = doc.y
    let x = MARGIN
    for (const [index, column] of columns.entries()) {
      doc.text(texts[index] ?? '', x, top, { width: widths[index] ?? 0, align: column.align ?? 'left' })
      x += (widths[index] ?? 0) + 6
    }
    doc.y = top + height + ROW_GAP
  }

  return {
    heading(text, size = 16) {
      if (doc.y + 3 * size > bottom) doc.addPage()
      write('bold', size, text)
      doc.moveDown(0.4)
    },
    line: (text) => write('regular', 9, text),
    gap: () => void doc.moveDown(0.8),
    async table(columns, rows) {
      const titles = columns.map((column) => column.title)
      const head = () => {
        row('bold', columns, titles)
        const y = doc.y - 2
        doc.lineWidth(0.5).strokeColor('#999')
        doc
          .moveTo(MARGIN, y)
          .lineTo(MARGIN + width, y)
          .stroke()
      }
      head()
      for (const [index, cells] of rows.entries()) {
        row('regular', columns, cells, head)
        if (index % ROWS_A_TURN === 0) await nextTurn()
      }
    },
    facts(entries) {
      for (const [name, value] of entries) {
        if (value.trim() === '') continue
        if (doc.y > bottom - 12) doc.addPage()
        use('bold', 8)
        doc.text(`${drawable(doc, name)}: `, MARGIN, doc.y, { continued: true, width })
        use('regular', 8)
        doc.text(drawable(doc, value) || MISSING)
      }
    },
  }
}

/** Page numbers at the foot, and on the last page what boxes are, where there are any. */
function foot(doc: PDFKit.PDFDocument, whole: string): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    // The foot lies inside the margin, where pdfkit would open a new page.
    doc.page.margins.bottom = 0
    doc.font('regular').fontSize(7)
    doc.text(`${page + 1} / ${count}`, MARGIN, doc.page.height - MARGIN, {
      width: doc.page.width - 2 * MARGIN,
      align: 'right',
      lineBreak: false,
    })
  }
  if (!boxed.has(doc)) return
  const said = `${MISSING} stands for a sign that this file cannot show. ${whole}`
  doc.text(said.trim(), MARGIN, doc.page.height - MARGIN, { lineBreak: false })
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * The text with what the chosen font cannot draw as one box for each sign a reader sees, and with places to break in
 * words that have none.
 */
function drawable(doc: PDFKit.PDFDocument, text: string): string {
  const { font } = (doc as unknown as GlyphSource)._font
  const plain = text
    .normalize('NFC')
    .replace(/[\t\r]/g, ' ')
    .replace(/(?!\n)\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
  let out = ''
  let unbroken = 0
  for (const { segment } of GRAPHEMES.segment(plain)) {
    const signs = [...segment].filter((sign) => !/[\u200d\ufe0e\ufe0f]/.test(sign))
    const known = signs.every((sign) => sign === '\n' || font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))
    if (!known) boxed.add(doc)
    for (const sign of known ? signs : MISSING) {
      unbroken = /\s/.test(sign) ? 0 : unbroken + 1
      if (unbroken % WORD_MAX === 0 && unbroken > 0) out += ZERO_WIDTH_SPACE
      out += sign
    }
  }
  return out
}
