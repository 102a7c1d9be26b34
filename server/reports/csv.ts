/**
 * Tables as CSV (RFC 4180): lines end with CRLF, every field is quoted. A field a spreadsheet would
 * take for a formula is given an apostrophe before it (OWASP, CSV injection). Begins with a byte
 * order mark, without which Excel reads UTF-8 as the local code page.
 */
import { FORMULA } from '#core/model/text/formula.ts'

const BOM = '\ufeff'

function field(value: string | number | null): string {
  const text = value === null ? '' : String(value).replace(/\0/g, '')
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** @param rows the first one is the header; numbers are written as they are */
export function csv(rows: readonly (readonly (string | number | null)[])[]): Buffer {
  return Buffer.from(BOM + rows.map((row) => `${row.map(field).join(',')}\r\n`).join(''))
}
