/**
 * Tables as PDF. The standard fonts of PDF know Latin-1 only, so DejaVu Sans is embedded: Latin,
 * Cyrillic, Greek, Hebrew, Arabic and many signs. What it has no picture for is drawn by fonts of its
 * own (H-475); what none of them has is shown as one empty box each, and the foot of the last page says
 * what the boxes are (H-466).
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { layAsRead } from './direction.ts'
import { drawable } from './drawable.ts'
import { type Doc, type Fonts, fontsOf } from './fonts.ts'
import { drawMixed } from './mixedLines.ts'

const MARGIN = 40
const ROW_GAP = 4
const MISSING = '□'
/** A row takes a millisecond or two, and others ask meanwhile. */
const ROWS_A_TURN = 8

export interface Column {
  title: string
  /** Share of the width. */
  share: number
  align?: 'left' | 'right'
}

/**
 * Draws into an open document, one thing after the other; what does not fit on a page goes on the next. `beside` is what
 * else is said of the same thing, a line for each fact: it tells in which forms Chinese characters are drawn.
 */
export interface Sheet {
  heading(text: string, size?: number, beside?: string): Promise<void>
  line(text: string, beside?: string): Promise<void>
  /** Rows under a header that is repeated on each page; a cell wraps, never overflows. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): Promise<void>
  /** Facts with a name each; empty ones are left out. */
  facts(entries: readonly (readonly [name: string, value: string])[], beside?: string): Promise<void>
  gap(): void
}

/** Documents in which a box stands for a sign. */
const boxed = new WeakSet<PDFKit.PDFDocument>()

let standing: { regular: Buffer; bold: Buffer } | undefined

function standingFonts(): { regular: Buffer; bold: Buffer } {
  const { resolve } = createRequire(import.meta.url)
  const read = (name: string) => readFileSync(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))
  standing ??= { regular: read('DejaVuSans'), bold: read('DejaVuSans-Bold') }
  return standing
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
  const { regular, bold } = standingFonts()
  // Its cache keeps every word of every report for as long as the document lives.
  const info = { Title: title, CreationDate: new Date(now), Producer: 'Promo Player', Creator: 'Promo Player' }
  const doc = new PDFDocument({ size: 'A4', margin: MARGIN, bufferPages: true, info, fontLayoutCache: false }) as Doc
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((done, fail) => doc.once('end', done).once('error', fail))
  doc.registerFont('regular', regular)
  doc.registerFont('bold', bold)
  for (const name of ['regular', 'bold']) layAsRead((doc.font(name) as Doc)._font)
  const fonts = fontsOf(doc)
  drawMixed(doc, fonts)
  await draw(sheetOn(doc, fonts))
  foot(doc, whole)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

function sheetOn(doc: Doc, fonts: Fonts): Sheet {
  const width = doc.page.width - 2 * MARGIN
  const bottom = doc.page.height - MARGIN - 20
  const use = (font: 'regular' | 'bold', size: number) => doc.font(font).fontSize(size)
  const shown = (text: string) => drawable(text, fonts, () => boxed.add(doc), MISSING)
  const write = async (font: 'regular' | 'bold', size: number, text: string, beside: string) => {
    use(font, size)
    fonts.stand(`${text}\n${beside}`)
    doc.text(await shown(text), MARGIN, doc.y, { width })
  }

  async function row(
    font: 'regular' | 'bold',
    columns: readonly Column[],
    cells: readonly string[],
    onNewPage?: () => Promise<void>,
  ): Promise<void> {
    use(font, 8)
    fonts.stand(cells.join('\n'))
    const shares = columns.reduce((sum, column) => sum + column.share, 0)
    const texts: string[] = []
    for (const index of columns.keys()) texts.push((await shown(cells[index] ?? '')) || ' ')
    const widths = columns.map((column) => (column.share / shares) * width - 6)
    const height = Math.max(...texts.map((text, index) => doc.heightOfString(text, { width: widths[index] ?? 0 })))
    if (doc.y + height > bottom) {
      doc.addPage()
      await onNewPage?.()
      use(font, 8)
      fonts.stand(cells.join('\n'))
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
    async heading(text, size = 16, beside = '') {
      if (doc.y + 3 * size > bottom) doc.addPage()
      await write('bold', size, text, beside)
      doc.moveDown(0.4)
    },
    line: (text, beside = '') => write('regular', 9, text, beside),
    gap: () => void doc.moveDown(0.8),
    async table(columns, rows) {
      const titles = columns.map((column) => column.title)
      const head = async () => {
        await row('bold', columns, titles)
        const y = doc.y - 2
        doc.lineWidth(0.5).strokeColor('#999')
        doc
          .moveTo(MARGIN, y)
          .lineTo(MARGIN + width, y)
          .stroke()
      }
      await head()
      for (const [index, cells] of rows.entries()) {
        await row('regular', columns, cells, head)
        if (index % ROWS_A_TURN === 0) await nextTurn()
      }
    },
    async facts(entries, beside = '') {
      fonts.stand([...entries.map(([, value]) => value), beside].join('\n'))
      for (const [name, value] of entries) {
        if (value.trim() === '') continue
        if (doc.y > bottom - 12) doc.addPage()
        use('bold', 8)
        doc.text(`${await shown(name)}: `, MARGIN, doc.y, { continued: true, width })
        use('regular', 8)
        doc.text((await shown(value)) || MISSING)
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
