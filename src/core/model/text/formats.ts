// Texts made from numbers and dates, in UTC and independent of the machine (FORMAT rows, D-142, D-143).
import { BYTES_PER_MB } from '../constants.ts'
import { firstGraphemes } from './graphemes.ts'

const GENRES_TRUNCATE = 30

const MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June',
  'July', 'August', 'September', 'October', 'November', 'December',
] as const // biome-ignore format: a year reads better in two lines

function parts(iso: string): { year: number; month: string; day: string } | null {
  // Servers set a space for the T and may leave the minutes out of a zone; a time without one would be read as this
  // machine's own.
  const text = iso.replace(/^([\d-]{10}) (?=\d)/, '$1T').replace(/(:[\d.]+[+-]\d\d)$/, '$1:00')
  const ms = Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text)
  if (Number.isNaN(ms)) return null
  const date = new Date(ms)
  return {
    year: date.getUTCFullYear(),
    month: MONTHS[date.getUTCMonth()] as string,
    day: String(date.getUTCDate()).padStart(2, '0'),
  }
}

/** `November 20, 2026`; empty when the text is no date (FORMAT-001). */
export function longDate(iso: string): string {
  const p = parts(iso)
  return p ? `${p.month} ${p.day}, ${p.year}` : ''
}

/** `Nov 20, 2026` (FORMAT-002). */
export function mediumDate(iso: string): string {
  const p = parts(iso)
  return p ? `${p.month.slice(0, 3)} ${p.day}, ${p.year}` : ''
}

/** `20-Nov-2026` (FORMAT-003). */
export function shortDate(iso: string): string {
  const p = parts(iso)
  return p ? `${p.day}-${p.month.slice(0, 3)}-${p.year}` : ''
}

/** Seconds since 1970 to an ISO date; null, and what no calendar holds, is empty (D-083). */
export function isoFromSeconds(seconds: number | null): string {
  const date = new Date(seconds === null ? Number.NaN : seconds * 1000)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

/** Seconds to `m:ss`, rounded down, minutes beyond 59 kept: 4503 is `75:03` (FORMAT-004). */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Bytes to megabytes with three decimals, as attachments show them (RELEASE-039). */
export function megabytes(bytes: number): string {
  return (bytes / BYTES_PER_MB).toFixed(3)
}

/** Bytes as people read them: `612 MB`, `9.8 MB`, `1.2 GB` (decimal units, the one that fits what was rounded). */
export function readableBytes(bytes: number): string {
  if (bytes >= 999.95e9) return `${(bytes / 1e12).toFixed(1)} TB`
  if (bytes >= 999.5e6) return `${(bytes / 1e9).toFixed(1)} GB`
  if (bytes >= 9.95e6) return `${Math.round(bytes / 1e6)} MB`
  if (bytes >= 1e5) return `${(bytes / 1e6).toFixed(1)} MB`
  return `${Math.round((bytes || 0) / 1e3)} kB`
}

/** Genres joined by a comma, cut at 30 characters with an ellipsis (GALLERY-016). */
export function genresText(genres: readonly string[]): string {
  const text = genres.join(', ')
  if (text.length <= GENRES_TRUNCATE) return text
  const cut = firstGraphemes(text, GENRES_TRUNCATE)
  return cut.length < text.length ? `${cut}...` : text
}
