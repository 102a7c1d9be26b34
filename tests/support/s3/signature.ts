/**
 * AWS Signature Version 4 as a store checks it, written from its specification and not with the library that signs in
 * the product: computed anew from what arrived, so that a request that was changed on the way, or signed in another
 * manner, is refused. Only the form in the Authorization header is known; nothing unsigned is let in.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A request as it came over the wire. */
export interface Arrived {
  readonly method: string
  /** Path and query, as they were sent. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

export interface Credentials {
  readonly key: string
  readonly secret: string
  readonly region: string
}

/** Status and code of a refusal, as S3 names them. */
export interface Refusal {
  readonly status: number
  readonly code: string
}

/** How far the clock of whoever signs may be from the store's. */
const SKEW_MS = 15 * 60_000
const FORM =
  /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/

/**
 * @param body what arrived as the body
 * @param now ms since 1970
 * @returns why the request is refused; null when it is signed by whom it says
 */
export function refusalOf(request: Arrived, body: Uint8Array, known: Credentials, now: number): Refusal | null {
  const { headers } = request
  const [, key, day, region, names = '', told = ''] = FORM.exec(headers.authorization ?? '') ?? []
  if (key === undefined) return { status: 403, code: 'AccessDenied' }
  if (key !== known.key) return { status: 403, code: 'InvalidAccessKeyId' }
  if (region !== known.region) return { status: 400, code: 'AuthorizationHeaderMalformed' }
  const at = String(headers['x-amz-date'])
  const signedAt = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (Number.isNaN(signedAt) || !at.startsWith(`${day}T`)) return { status: 403, code: 'AccessDenied' }
  if (Math.abs(now - signedAt) > SKEW_MS) return { status: 403, code: 'RequestTimeTooSkewed' }
  const signed = names.split(';')
  const mustBeSigned = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (!mustBeSigned.every((name) => signed.includes(name))) return { status: 403, code: 'AccessDenied' }
  // S3 knows bodies that are not signed as well; what is meant to be compared on arrival is never one of those.
  if (headers['x-amz-content-sha256'] !== sha256(body)) return { status: 400, code: 'XAmzContentSHA256Mismatch' }
  const right = signatureOf(request, known.secret)
  return timingSafeEqual(Buffer.from(told), Buffer.from(right)) ? null : { status: 403, code: 'SignatureDoesNotMatch' }
}

/**
 * The signature that belongs to a request: of its method, address, the headers it names and the digest it states. The
 * address counts as it was sent; S3 itself would write it anew first, not every store does.
 */
export function signatureOf({ method, url, headers }: Arrived, secret: string): string {
  const [, scope = '', names = ''] =
    /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path,
    canonicalQuery(query),
    ...names.split(';').map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secret}`)
  return hmac(key, text).toString('hex')
}

/** In the order of their bytes; a name alone has an empty value. */
function canonicalQuery(query: string): string {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort((a, b) => (a < b ? -1 : 1))
    .join('&')
}

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
