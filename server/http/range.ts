/**
 * Ranges and validators of a file answer (RFC 9110, sections 13 and 14). One range of bytes at a
 * time: a request for several is answered whole, which the RFC allows.
 *
 * Why not range-parser 1.3, which could stand for 13 lines of this file: it refuses with 416 what asks for more last bytes
 * than there are (`bytes=-5000` of 1,000 is the whole) and a range written backwards, which is to be ignored.
 */

export type RangePlan =
  | { status: 200; start: 0; end: number }
  | { status: 206; start: number; end: number }
  | { status: 304 }
  | { status: 412 }
  | { status: 416 }

export interface RangeHeaders {
  range?: string | undefined
  ifRange?: string | undefined
  ifMatch?: string | undefined
  ifNoneMatch?: string | undefined
}

/**
 * What to send of a file. `start` and `end` are byte positions, both inclusive; an empty file has
 * `end` -1.
 * @param bytes length of the whole file
 * @param etag its strong validator, quoted
 */
export function planRange(headers: RangeHeaders, bytes: number, etag: string): RangePlan {
  if (headers.ifMatch !== undefined && !lists(headers.ifMatch, etag)) return { status: 412 }
  if (headers.ifNoneMatch !== undefined && lists(headers.ifNoneMatch.replaceAll('W/', ''), etag)) return { status: 304 }
  const whole: RangePlan = { status: 200, start: 0, end: bytes - 1 }
  if (headers.range === undefined) return whole
  // A date or a weak validator cannot prove that the bytes are the same.
  if (headers.ifRange !== undefined && headers.ifRange.trim() !== etag) return whole
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(headers.range.trim())
  if (!match) return whole
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return whole
  if (first === '') {
    const suffix = Number(last)
    if (suffix === 0 || bytes === 0) return { status: 416 }
    return { status: 206, start: Math.max(0, bytes - suffix), end: bytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (last !== '' && Number(last) < start) return whole
  if (start >= bytes) return { status: 416 }
  return { status: 206, start, end }
}

function lists(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some((entry) => entry.trim() === etag)
}
