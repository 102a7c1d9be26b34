/**
 * Answers with bytes: GET and HEAD, whole or one range, with a strong validator, the exact length
 * and, where it is known, the digest of the whole (RFC 9530). Never content-encoded: an encoded body
 * has no length to compare with, and a cut one can look complete.
 */
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { ApiProblem } from './apiProblem.ts'
import { mayBeKept, NOT_KEPT } from './keeping.ts'
import { planRange } from './range.ts'

/**
 * What is downloaded or streamed is not kept by the browser (D-006). Besides, Chromium takes a body that may be kept into memory as fast as it comes,
 * however slowly the page reads it, and copies it twice more: beside six files 36 to 95 MB (measured).
 */
export const DOWNLOADED = NOT_KEPT

export interface FileAnswer {
  bytes: number
  contentType: string
  /** Strong, quoted. */
  etag: string
  /** Hex; null when not known yet. */
  sha256: string | null
  /** Value of Content-Disposition; left out for what is shown in place. */
  disposition?: string
  /** For whoever shows no token; nobody else's browser keeps the answer. */
  cacheControl: string
  /** The bytes `start` to `end`, inclusive. Not called for HEAD, 304 and refusals. */
  open(start: number, end: number): Promise<Readable>
  /** Called once when the answer is over, however it ended. */
  done?(): void
}

/**
 * Sends the file, or as much as was asked for.
 * @param log hears of a body that ended before its time, and not by the client
 * @throws ApiProblem 412 or 416
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  log: Pick<Log, 'error'>,
  file: FileAnswer,
): Promise<void> {
  try {
    await answer(request, reply, log, file)
  } finally {
    file.done?.()
  }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  log: Pick<Log, 'error'>,
  file: FileAnswer,
): Promise<void> {
  const { headers } = request
  const plan = planRange(
    {
      // Of HEAD a range means nothing (RFC 9110, 14.2).
      range: request.method === 'HEAD' ? undefined : headers.range,
      ifRange: typeof headers['if-range'] === 'string' ? headers['if-range'] : undefined,
      ifMatch: headers['if-match'],
      ifNoneMatch: headers['if-none-match'],
    },
    file.bytes,
    file.etag,
  )
  if (plan.status === 416) {
    reply.header('Content-Range', `bytes */${file.bytes}`)
    throw new ApiProblem(416, 'RANGE_NOT_SATISFIABLE', `The file has ${file.bytes} bytes.`)
  }
  if (plan.status === 412) throw new ApiProblem(412, 'CHANGED', 'The file is not the one the validator names.')

  const length = plan.status === 304 ? 0 : plan.end - plan.start + 1
  const head: Record<string, string> = {
    'Accept-Ranges': 'bytes',
    'Cache-Control': mayBeKept(request) ? file.cacheControl : NOT_KEPT,
    ETag: file.etag,
    ...(file.sha256 ? { 'Repr-Digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:` } : {}),
    ...(file.disposition ? { 'Content-Disposition': file.disposition } : {}),
    ...(plan.status === 304 ? {} : { 'Content-Type': file.contentType, 'Content-Length': String(length) }),
    ...(plan.status === 206 ? { 'Content-Range': `bytes ${plan.start}-${plan.end}/${file.bytes}` } : {}),
  }
  const wanted = request.method !== 'HEAD' && plan.status !== 304 && length > 0 ? plan : null
  // Opened before the status is sent, so that a file that cannot be read is a 5xx and not a cut body.
  const body = wanted ? await file.open(wanted.start, wanted.end) : null
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...head })) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  raw.writeHead(plan.status)
  if (!body) {
    raw.end()
    return
  }
  const broken = whyBroken(body, raw)
  try {
    // When the client leaves, pipeline destroys the source, and reading stops.
    await pipeline(body, raw)
  } catch {
    raw.destroy()
    const reason = broken()
    if (reason) log.error('cut', reason, { method: request.method, route: request.routeOptions.url ?? '(page)' })
  }
}

/** @returns asks why the source ended before its time; undefined when the client had left before */
function whyBroken(body: Readable, raw: Writable): () => unknown {
  let reason: unknown
  // Opening takes its time, and a connection that closed meanwhile closes no more.
  let hasLeft = raw.destroyed
  raw.once('close', () => {
    hasLeft = true
  })
  body.once('error', (error) => {
    if (!hasLeft) reason = error
  })
  body.once('close', () => {
    if (!hasLeft && !body.readableEnded) reason ??= new Error('the source ended before its time')
  })
  return () => reason
}

/**
 * Content-Disposition for a name of any script: a plain form for old readers and the real one
 * (RFC 6266, RFC 8187).
 * @param name already safe by the file-name rule
 */
export function attachmentNamed(name: string): string {
  // A sign of another script may come apart into one that is refused, as a wide slash does.
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[/\\:*?"<>|%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*!]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
