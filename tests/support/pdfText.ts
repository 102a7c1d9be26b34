// What stands in a PDF of the reports, read back from the file.

import { inflateSync } from 'node:zlib'

/** Signs drawn in one font at one place. */
export interface DrawnRun {
  /** Name of the font in the file, without the tag of its subset. */
  font: string
  /** What a reader would copy out. */
  text: string
  /** Points from the left. */
  x: number
  /** Points from the bottom. */
  y: number
  /** Number of the page's stream in the file. */
  page: number
  /** Points. */
  width: number
}

interface FontInFile {
  name: string
  unicode: Map<number, string>
  /** Thousandths of the size. */
  widths: number[]
}

interface Part {
  id: number
  head: string
  stream: string
}

function partsOf(pdf: Buffer): Part[] {
  const raw = pdf.toString('latin1')
  return [...raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body = '']) => {
    const [head = '', data] = body.split(/\nstream\r?\n/)
    let stream = ''
    try {
      if (data) stream = inflateSync(Buffer.from(data.replace(/\nendstream$/, ''), 'latin1')).toString('latin1')
    } catch {
      // Not one of the streams that hold text.
    }
    return { id: Number(id), head, stream }
  })
}

const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** A string of a PDF, which pdfkit writes as UTF-16 with a mark. */
const stringOf = (escaped: string) =>
  utf16(
    Buffer.from(
      escaped.replace(/\\([\s\S])/g, (_, sign: string) => ESCAPED[sign] ?? sign),
      'latin1',
    ),
  )

const utf16 = (bytes: Buffer) => bytes.swap16().toString('utf16le').replace('\ufeff', '')

function unicodeOf(stream: string): Map<number, string> {
  const map = new Map<number, string>()
  for (const [, from, , list] of stream.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
    let code = Number.parseInt(from ?? '', 16)
    for (const [, hex = ''] of (list ?? '').matchAll(/<([\w ]+)>/g)) {
      map.set(code++, utf16(Buffer.from(hex.replaceAll(' ', ''), 'hex')))
    }
  }
  return map
}

const numberIn = (text: string, key: string) => Number(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(text)?.[1])

function fontsIn(parts: readonly Part[]): Map<number, FontInFile> {
  const partAt = (id: number) => parts.find((part) => part.id === id)
  const fonts = parts.filter(({ head }) => head.includes('/Subtype /Type0'))
  return new Map(
    fonts.map(({ id, head }) => {
      const unicode = unicodeOf(partAt(numberIn(head, 'ToUnicode'))?.stream ?? '')
      const widths = /\/W \[0 \[([^\]]*)\]/.exec(partAt(numberIn(head, 'DescendantFonts'))?.head ?? '')?.[1] ?? ''
      const name = /\/BaseFont \/\w+\+(\S+)/.exec(head)?.[1] ?? ''
      return [id, { name, unicode, widths: widths.trim().split(/\s+/).map(Number) }]
    }),
  )
}

/** The runs in the order they were drawn. */
export function drawnIn(pdf: Buffer): DrawnRun[] {
  const parts = partsOf(pdf)
  const fonts = fontsIn(parts)
  const heads = parts.map(({ head }) => head).join('\n')
  const runs: DrawnRun[] = []
  for (const { id, stream } of parts) {
    if (!stream.includes('TJ')) continue
    let font: FontInFile | undefined
    let size = 0
    let [x, y] = [0, 0]
    let actual: string | undefined
    let run: DrawnRun | undefined
    const ops =
      /\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)|\/(F\d+) ([\d.]+) Tf|1 0 0 1 ([\d.-]+) ([\d.-]+) Tm|\[([^\]]*)\] TJ|(\bET\b)|(\bEMC\b)/g
    for (const [, span, name, points, left, bottom, shown, ends, closes] of stream.matchAll(ops)) {
      if (span !== undefined) actual = stringOf(span)
      else if (name) [font, size] = [fonts.get(numberIn(heads, name)), Number(points)]
      else if (left && bottom) [x, y] = [Number(left), Number(bottom)]
      else if (ends) run = undefined
      else if (closes) actual = undefined
      else {
        run ??= { font: font?.name ?? '', text: actual ?? '', x, y, page: id, width: 0 }
        if (runs.at(-1) !== run) runs.push(run)
        for (const [, hex, less] of (shown ?? '').matchAll(/<([0-9a-f]+)>|([\d.-]+)/g)) {
          run.width -= (Number(less ?? 0) * size) / 1000
          for (const code of (hex?.match(/.{4}/g) ?? []).map((digits) => Number.parseInt(digits, 16))) {
            run.width += ((font?.widths[code] ?? 0) * size) / 1000
            if (actual === undefined) run.text += font?.unicode.get(code) ?? ''
          }
        }
      }
    }
  }
  return runs
}

/** Its lines as a reader would copy them, signs from the left as they are drawn. */
export function linesOf(pdf: Buffer): string[] {
  const lines = new Map<string, string>()
  for (const { page, y, text } of drawnIn(pdf)) {
    const key = `${page} ${Math.round(y)}`
    lines.set(key, (lines.get(key) ?? '') + text)
  }
  return [...lines.values()]
}

/** All of it in one, in the order it was drawn. */
export const textOf = (pdf: Buffer): string =>
  drawnIn(pdf)
    .map(({ text }) => text)
    .join('')
