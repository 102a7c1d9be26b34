/**
 * What a `Retry-After` header asks for, in ms from now; undefined without one or with nonsense in it
 * (RFC 9110, 10.2.3: delta seconds, which some write with a fraction, or an HTTP date). A date is measured against the answer's own
 * `Date`, because the clock of this machine may be wrong by a day.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim()
  if (!text) return undefined
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Math.ceil(Number(text)) * 1000
  // Much else counts as a date where dates are read leniently.
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at)) return undefined
  const answered = Date.parse(headers.get('date') ?? '')
  return Math.max(0, at - (Number.isNaN(answered) ? now : answered))
}
