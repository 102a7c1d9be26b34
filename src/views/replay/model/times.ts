/** Times of a log as a person reads and writes them: ms since it began. */

const two = (n: number): string => String(n).padStart(2, '0')

/** `00:12:48.114`; without hours `12:48.114`. */
export function clock(ms: number, withHours: boolean): string {
  const seconds = Math.floor(ms / 1000)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const rest = `${two(s)}.${String(Math.floor(ms % 1000)).padStart(3, '0')}`
  return withHours || h > 0 ? `${two(h)}:${two(m)}:${rest}` : `${two(m)}:${rest}`
}

/** `05:00` or `1:05:00`, for the marks of a scale. */
export function mark(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${two(m)}:${two(s)}`
}

/** Where a person wants to go: an event by its number, a time in ms; null: it says neither. */
export type Wanted = { readonly seq: number } | { readonly t: number } | null

/** Reads `18,204`, `18204`, `12:48`, `0:12:48.114`, `90s`. */
export function readWanted(text: string): Wanted {
  const bare = text.trim().replace(/^#/, '')
  if (/^\d{1,3}(,\d{3})*$|^\d+$/.test(bare)) return { seq: Number(bare.replaceAll(',', '')) }
  const [, count, unit] = /^(\d+(?:\.\d+)?)\s*(ms|s|min)$/.exec(bare) ?? []
  if (count !== undefined) return { t: Number(count) * (unit === 'ms' ? 1 : unit === 's' ? 1000 : 60_000) }
  const [, h = '0', m, s] = /^(?:(\d+):)?(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/.exec(bare) ?? []
  if (m === undefined || s === undefined) return null
  return { t: Math.round((Number(h) * 3600 + Number(m) * 60 + Number(s)) * 1000) }
}

/** Marks of a scale between two times in ms: a round step, and not more than `most` of them. @returns their times in ms */
export function marksOf(from: number, to: number, most: number): number[] {
  const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400]
  const step = (steps.find((seconds) => (to - from) / (seconds * 1000) <= most) ?? 604_800) * 1000
  const marks: number[] = []
  for (let t = Math.ceil(from / step) * step; t <= to && marks.length <= 2 * most; t += step) marks.push(t)
  return marks
}
