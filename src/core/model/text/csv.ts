/**
 * Tables as CSV (RFC 4180): lines end with CRLF, after a byte order mark, without which Excel reads UTF-8 as the local
 * code page. A field that a spreadsheet would take for a formula is given an apostrophe before it (OWASP, CSV
 * injection); a bare whole number is none.
 */
import { FORMULA } from './formula.ts'

const BOM = '\ufeff'
const WHOLE_NUMBER = /^-?\d+$/

/**
 * @param rows the first one is the header; numbers are written as they are
 * @param isEachQuoted false: only what has to be, and what an apostrophe was set before
 */
export function csvText(rows: readonly (readonly (string | number | null)[])[], isEachQuoted: boolean): string {
  const line = (row: readonly (string | number | null)[]) =>
    `${row.map((value) => field(value, isEachQuoted)).join(',')}\r\n`
  return BOM + rows.map(line).join('')
}

function field(value: string | number | null, isQuoted: boolean): string {
  // What is behind a NUL some programs do not read.
  const text = String(value ?? '').replaceAll('\0', '')
  const isFormula = typeof value === 'string' && FORMULA.test(text) && (isQuoted || !WHOLE_NUMBER.test(text))
  const safe = isFormula ? `'${text}` : text
  return isQuoted || /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
