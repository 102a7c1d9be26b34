/**
 * One signed request to an S3-compatible store (AWS Signature Version 4), with a deadline and a few
 * tries. Plain node:http: the answer is a stream with real back-pressure and costs one socket buffer.
 */
import { createHash } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { AwsV4Signer } from 'aws4fetch'
import { MediaError } from '../../protocol.ts'
import type { S3Place } from './address.ts'

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Key without the place's prefix; left out for requests to the bucket. */
  path?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
  /** Milliseconds until the store must have begun to answer. */
  deadlineMs?: number
  /** How often to try; 3 when left out. */
  tries?: number
  signal?: AbortSignal
}

/** Milliseconds until the store must have begun to answer. */
const ANSWER_MS = 8000
const TRIES = 3
/** How far the store's clock may be from the one that signs before a refusal is put down to that, ms. */
const SKEW_MS = 5 * 60_000
const BACKOFF_MS = 120
/** Bytes of an answer that is read whole (a list of 1000 keys is about 300 KB). */
const TEXT_MAX = 4_000_000

export class S3Client {
  private readonly secure: boolean
  private readonly agent: http.Agent
  private readonly signingKeys = new Map<string, ArrayBuffer>()
  /** How far the store's clock is ahead of this machine's, as far as it refused that, ms. */
  private aheadMs = 0

  /** @param corrected hears how far the store's clock is ahead, ms, each time that is found out */
  constructor(
    private readonly place: S3Place,
    private readonly corrected: (aheadMs: number) => void = () => {},
  ) {
    this.secure = place.endpoint.startsWith('https:')
    // No limit of sockets: eight slow listeners must not keep the ninth, or a health check, from being served.
    this.agent = this.secure ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true })
  }

  /**
   * The answer of the store, its body not read yet: 2xx, or 404.
   * @throws MediaError `STORE_DOWN`, `STORE_SLOW` or `STORE_REFUSED`
   */
  async send(request: S3Request): Promise<http.IncomingMessage> {
    const tries = request.tries ?? TRIES
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.judged(await this.timely(request))
      } catch (error) {
        const again = error instanceof MediaError && error.code === 'STORE_DOWN' && !request.signal?.aborted
        if (!again || attempt >= tries) throw error
        await pause(attempt)
      }
    }
  }

  /** The answer read as text. */
  async text(request: S3Request): Promise<{ status: number; text: string; headers: http.IncomingHttpHeaders }> {
    const answer = await this.send(request)
    return { status: answer.statusCode ?? 0, text: await textOf(answer), headers: answer.headers }
  }

  close(): void {
    this.agent.destroy()
  }

  /** The answer to what is signed by the store's clock, should it refuse ours: the machine's may be wrong. */
  private async timely(request: S3Request): Promise<http.IncomingMessage> {
    const signedBy = this.aheadMs
    const answer = await this.once(request)
    if (answer.statusCode !== 403) return answer
    const aheadMs = Date.parse(answer.headers.date ?? '') - Date.now()
    const isFar = (from: number) => Math.abs(aheadMs - from) > SKEW_MS
    if (!isFar(signedBy)) return answer
    // Of several that were under way the first sets it.
    if (isFar(this.aheadMs)) {
      this.aheadMs = aheadMs
      this.corrected(aheadMs)
    }
    answer.resume()
    return this.once(request)
  }

  private async once(request: S3Request): Promise<http.IncomingMessage> {
    const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey, sessionToken } = this.place
    const { method, path, query = {}, body, deadlineMs = ANSWER_MS } = request
    const key = path === undefined ? '' : `/${`${prefix}${path}`.split('/').map(encoded).join('/')}`
    const search = Object.entries(query)
      .map(([name, value]) => `${name}=${encoded(value)}`)
      .join('&')
    const signer = new AwsV4Signer({
      method,
      url: `${endpoint}/${bucket}${key}${search === '' ? '' : `?${search}`}`,
      headers: {
        ...request.headers,
        // The store compares: bytes that were changed on the way are not taken.
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      cache: this.signingKeys,
      datetime: new Date(Date.now() + this.aheadMs).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    })
    const { url, headers } = await signer.sign()
    return new Promise((resolve, reject) => {
      const outgoing = (this.secure ? https : http).request(url, {
        method,
        agent: this.agent,
        headers: { ...Object.fromEntries(headers), ...(body ? { 'content-length': body.byteLength } : {}) },
        ...(request.signal ? { signal: request.signal } : {}),
      })
      const timer = setTimeout(() => outgoing.destroy(slow()), deadlineMs)
      outgoing.once('response', (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
      outgoing.once('error', (error) => {
        clearTimeout(timer)
        reject(error instanceof MediaError ? error : down(error))
      })
      // A store that refuses early may close before it has read everything; the answer counts then.
      outgoing.end(body)
    })
  }

  /** Lets 2xx and 404 through. */
  private async judged(answer: http.IncomingMessage): Promise<http.IncomingMessage> {
    const status = answer.statusCode ?? 0
    if ((status >= 200 && status < 300) || status === 404) return answer
    const code = /<Code>([^<]{1,80})<\/Code>/.exec(await textOf(answer).catch(() => ''))?.[1] ?? 'no code'
    if (status >= 500 || status === 429)
      throw new MediaError('STORE_DOWN', `the media store answered ${status} ${code}`)
    throw new MediaError('STORE_REFUSED', `the media store refused with ${status} ${code}`)
  }
}

/** As the signature writes it (RFC 3986), so that the address sent is the one signed. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

export const slow = () => new MediaError('STORE_SLOW', 'the media store did not answer in time')

/** A failed connection, named by its code alone. */
export function down(error: unknown): MediaError {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? 'no code'
  return new MediaError('STORE_DOWN', `the media store cannot be reached (${code})`)
}

/** Waits longer each time, and never two at the same moment. */
export function pause(attempt: number): Promise<void> {
  const ms = BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + Math.random())
  return new Promise((done) => setTimeout(done, ms))
}

async function textOf(answer: http.IncomingMessage): Promise<string> {
  const timer = setTimeout(() => answer.destroy(slow()), ANSWER_MS)
  try {
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > TEXT_MAX) throw new MediaError('STORE_REFUSED', 'the media store answered more than it should')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } catch (error) {
    throw error instanceof MediaError ? error : down(error)
  } finally {
    clearTimeout(timer)
  }
}
