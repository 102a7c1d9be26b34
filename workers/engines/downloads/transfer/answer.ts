/**
 * What an answer to a file request is worth. fetch resolves for a 206 with the wrong start, for a 200 to a
 * range request and for a shrunk encoding alike, so every header is held against what was asked.
 */
import { isJson, isNobody, isPage } from '../../../api/transport/reachable.ts'
import { retryAfterMs } from '../../../api/transport/retryAfter.ts'
import { ledElsewhere, Trouble, troubleOfStatus } from '../trouble/trouble.ts'
import { announcedSha256 } from '../verify/digest.ts'

/** What is known of the file on the server. */
export interface Announced {
  /** A strong ETag with its quotes; null when there is none, and then nothing can be resumed. */
  readonly validator: string | null
  /** Bytes; null when not announced. */
  readonly total: number | null
  /** Hex; null when not announced. */
  readonly sha256: string | null
}

export interface Asked {
  /** First byte wanted. */
  readonly offset: number
  /** The byte before which it may end; default: the whole rest. */
  readonly until?: number | null
  /** These bytes alone, also from the first one on. */
  readonly isExact?: true
  /** What earlier answers announced; null before the first. */
  readonly known: Announced | null
}

export interface Judged {
  /** Where the body belongs: 0, or the offset asked for. */
  readonly start: number
  readonly file: Announced
  /** The file is another one than before: what was received earlier is of no use. */
  readonly changed: boolean
}

/** Headers that ask for the rest of a file, on the condition that it is still the same file (RFC 9110, 13.1.5). */
export function rangeHeaders(asked: Asked): Record<string, string> {
  const validator = asked.known?.validator
  if ((asked.offset === 0 && !asked.isExact) || !validator) return {}
  const last = asked.until ? asked.until - 1 : ''
  return { Range: `bytes=${asked.offset}-${last}`, 'If-Range': validator }
}

/**
 * Decides whether the body may be written, and where.
 * @throws Trouble `changed` (start over) when a part of another file came, `server` when the answer makes
 * no sense or is a page, or what its status means
 */
export function judge(response: Response, asked: Asked, now: number): Judged {
  const { status, headers } = response
  const ranged = 'Range' in rangeHeaders(asked)
  if (status === 416 && ranged) throw nonsense('416 to a range that should exist')
  if (status !== 200 && status !== 206) {
    const trouble = troubleOfStatus(status, retryAfterMs(headers, now), isNobody(status, headers))
    // No file is gone or forbidden by a page (H-591): stores and servers say so in XML or JSON, or without a word. Whether
    // it was the session that was refused is asked for.
    throw isPage(headers) && !trouble.again && status !== 401 ? ledElsewhere() : trouble
  }
  // No file is either of them: whatever stands in its place says nothing of the bytes that are there (H-621).
  if (isPage(headers) || isJson(headers)) throw ledElsewhere()
  const encoded = !/^(identity)?$/i.test(headers.get('content-encoding') ?? '')
  const etag = headers.get('etag')
  const validator = etag?.startsWith('"') && !encoded ? etag : null
  const sha256 = announcedSha256(headers.get('repr-digest'))

  if (status === 200) {
    // The length of an encoded body is not the length of the file.
    const length = encoded ? null : wholeNumber(headers.get('content-length'))
    const file = { validator, total: length, sha256 }
    return { start: 0, file, changed: asked.known !== null && differs(asked.known, file) }
  }
  if (!ranged) throw nonsense('206 to a request without a range')
  const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '')
  if (!range || encoded) throw nonsense('206 without a usable Content-Range')
  const total = wholeNumber(range[3] ?? null) ?? asked.known?.total ?? null
  const file = {
    validator: validator ?? asked.known?.validator ?? null,
    total,
    sha256: sha256 ?? asked.known?.sha256 ?? null,
  }
  if (asked.known && differs(asked.known, file)) {
    // The same strong validator is the same file: then it is the length that is wrong.
    const isSame = validator !== null && validator === asked.known.validator && !unlike(asked.known.sha256, sha256)
    throw new Trouble(isSame ? 'wrongLength' : 'fileChanges', 'not the length or the file of the answer before', {
      again: true,
      startOver: true,
    })
  }
  if (Number(range[1]) !== asked.offset) throw nonsense('206 that starts elsewhere')
  return { start: asked.offset, file, changed: false }
}

/** True when both sides say something and it is not the same. */
const unlike = <T>(x: T | null, y: T | null) => x !== null && y !== null && x !== y

function differs(a: Announced, b: Announced): boolean {
  return unlike(a.validator, b.validator) || unlike(a.total, b.total) || unlike(a.sha256, b.sha256)
}

function nonsense(message: string): Trouble {
  return new Trouble('senselessAnswer', message, { again: true, startOver: true })
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}
