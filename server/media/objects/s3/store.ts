// Media in an S3-compatible store: the objects under one prefix of one bucket.
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MediaError } from '../../protocol.ts'
import { insidePath, missing, type ObjectFacts, type ObjectStore, READ_BYTES } from '../objectStore.ts'
import { scratchName } from '../scratch.ts'
import { placeName, type S3Place } from './address.ts'
import { down, pause, S3Client, slow } from './request.ts'
import { accepted, unescaped, upload } from './upload.ts'

/** Milliseconds a body that somebody wants to read may stand still. */
const STALL_MS = 10_000
/** How often a body that broke off is taken up where it ended, without a byte between. */
const RESUMES = 2
/** Milliseconds a readiness check may take. */
const CHECK_MS = 3000

/**
 * @param scratch folder for files on their way
 * @param corrected as of `S3Client`
 */
export function createS3Store(place: S3Place, scratch: string, corrected?: (aheadMs: number) => void): ObjectStore {
  const client = new S3Client(place, corrected)

  async function get(path: string, start: number, end: number, signal: AbortSignal): Promise<IncomingMessage> {
    const answer = await client.send({ method: 'GET', path, headers: { range: `bytes=${start}-${end}` }, signal })
    // What a store sends beyond the end is not passed on; what it sends instead of the beginning is refused.
    const [, from] = /^bytes (\d+)-/.exec(answer.headers['content-range'] ?? '') ?? []
    if ((answer.statusCode === 206 && from === String(start)) || (answer.statusCode === 200 && start === 0))
      return answer
    answer.destroy()
    if (answer.statusCode === 404) throw missing()
    throw new MediaError('STORE_REFUSED', 'the media store answered another range than it was asked for')
  }

  /** The body from `start`, taken up again where it breaks off or stands still. */
  async function* follow(path: string, first: IncomingMessage, start: number, end: number, signal: AbortSignal) {
    let at = start
    let body = first
    for (let failures = 0; at <= end; ) {
      try {
        for await (const chunk of timed(body)) {
          const part = chunk.length > end + 1 - at ? chunk.subarray(0, end + 1 - at) : chunk
          at += part.length
          failures = 0
          yield part
          if (at > end) return
        }
        throw new MediaError('STORE_DOWN', 'the media store ended a file early')
      } catch (error) {
        if (signal.aborted || at > end) return
        if (++failures > RESUMES) throw error instanceof MediaError ? error : down(error)
        await pause(failures)
        body = await get(path, at, end, signal)
      }
    }
  }

  async function* pages(prefix: string): AsyncGenerator<ObjectFacts, void, void> {
    for (let token: string | undefined = ''; token !== undefined; ) {
      const query: Record<string, string> = {
        'list-type': '2',
        prefix: `${place.prefix}${prefix}`,
        ...(token === '' ? {} : { 'continuation-token': token }),
      }
      const { text } = await accepted(client.text({ method: 'GET', query }))
      for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = unescaped(field(entry, 'Key'))
        const [bytes, changed] = [Number(field(entry, 'Size')), Date.parse(field(entry, 'LastModified'))]
        if (!key.startsWith(place.prefix) || !Number.isSafeInteger(bytes)) continue
        yield { path: key.slice(place.prefix.length), bytes, changed: Number.isNaN(changed) ? 0 : changed }
      }
      token = field(text, 'IsTruncated') === 'true' ? unescaped(field(text, 'NextContinuationToken')) : undefined
      if (token === '') throw new MediaError('STORE_REFUSED', 'the media store cut its list without a way on')
    }
  }

  const store: ObjectStore = {
    place: placeName(place),
    async head(path) {
      const { status, headers } = await client.text({ method: 'HEAD', path: insidePath(path) })
      if (status === 404) return null
      const changed = Date.parse(headers['last-modified'] ?? '')
      return { path, bytes: Number(headers['content-length']), changed: Number.isNaN(changed) ? 0 : changed }
    },
    async read(path, start, end) {
      const leaving = new AbortController()
      const first = await get(insidePath(path), start, end, leaving.signal)
      const body = follow(path, first, start, end, leaving.signal)
      return Readable.from(body, { objectMode: false, highWaterMark: READ_BYTES }).once('close', () => {
        leaving.abort()
        first.destroy()
      })
    },
    async put(path, bytes) {
      await accepted(client.text({ method: 'PUT', path: insidePath(path), body: bytes }))
    },
    async adopt(temporary, path) {
      await upload(client, temporary, insidePath(path))
      await rm(temporary, { force: true })
    },
    list: (prefix) => pages(prefix),
    async remove(path) {
      await client.text({ method: 'DELETE', path: insidePath(path) })
    },
    // The store dates what was written, not what was read.
    touch: async () => {},
    async local(path, use) {
      const facts = await store.head(path)
      if (!facts) throw missing()
      await mkdir(scratch, { recursive: true })
      const copy = join(scratch, scratchName(randomUUID()))
      try {
        const source = facts.bytes === 0 ? Readable.from([]) : await store.read(path, 0, facts.bytes - 1)
        await pipeline(source, createWriteStream(copy, { flags: 'wx' }))
        return await use(copy)
      } finally {
        await rm(copy, { force: true })
      }
    },
    async check(patienceMs = CHECK_MS) {
      await accepted(client.text({ method: 'HEAD', deadlineMs: patienceMs, tries: 2 }))
    },
    close: () => client.close(),
  }
  return store
}

/** Chunks of a body; a wait for the store ends at the deadline, a wait for the reader does not. */
async function* timed(body: IncomingMessage): AsyncGenerator<Buffer, void, void> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const timer = setTimeout(() => body.destroy(slow()), STALL_MS)
      const next = await chunks.next().finally(() => clearTimeout(timer))
      if (next.done) return
      yield next.value
    }
  } finally {
    body.destroy()
  }
}

/** Text of an element that stands once. */
const field = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''
