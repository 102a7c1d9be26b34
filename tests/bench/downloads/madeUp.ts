/**
 * Songs no catalogue knows, for the built product: its server's answers for them, and the jobs that want them, left
 * behind as if by an earlier visit.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Page } from 'playwright'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { newJob } from '#core/reducers/downloads/downloadJobs.ts'
import type { JournalRecord } from '#workers/engines/downloads/journal/journal.ts'
import { noise, sendWav, wavHead } from './serve.ts'

/** A limited file comes in so many pieces a second, as it would over a slow line, not in a few large ones. */
const PIECES_PER_S = 10
/** Digests of so many songs are made beforehand, not while something is measured. */
const READY = 20

export interface MadeUp {
  /** For `startProduct`: answers for the made-up songs in the server's place; false for anything else. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Bytes per second of each file; null for as fast as they are taken. */
  limit: number | null
  /** While true nobody gets an address: jobs that were started stand at the door. */
  held: boolean
  /** The fewest and the most songs that were on their way at one moment since this was last asked. */
  extremes(): { fewest: number; most: number }
  /** Bytes handed over since it began. */
  sent(): number
  /** SHA-256 of a song, in hex. */
  sha256(n: number): string
  /** Breaks every connection that brings a song. @returns how many */
  breakAll(): number
}

/** @param songs how many @param bytes length of each */
export function makeFiles(songs: number, bytes: number): MadeUp {
  const body = noise(bytes - wavHead(bytes, 0).length)
  const digests = new Map<number, Buffer>()
  const digestOf = (n: number): Buffer => {
    const known = digests.get(n) ?? createHash('sha256').update(wavHead(bytes, n)).update(body).digest()
    digests.set(n, known)
    return known
  }
  /** How many connections bring each song that is on its way. */
  const connections = new Map<number, number>()
  let extremes = { fewest: 0, most: 0 }
  const responses = new Set<ServerResponse>()
  let sent = 0

  function count(n: number, by: 1 | -1): void {
    const now = (connections.get(n) ?? 0) + by
    if (now > 0) connections.set(n, now)
    else connections.delete(n)
    const { size } = connections
    extremes = { fewest: Math.min(extremes.fewest, size), most: Math.max(extremes.most, size) }
  }

  const send = (n: number, request: IncomingMessage, response: ServerResponse) =>
    sendWav(request, response, {
      head: wavHead(bytes, n),
      body,
      sha256: digestOf(n),
      limit: () => made.limit,
      pieces: PIECES_PER_S,
      handed: (count) => {
        sent += count
      },
    })

  async function token(n: number, response: ServerResponse): Promise<void> {
    while (made.held) await new Promise((resolve) => setTimeout(resolve, 20))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: { token: `t${n}` } }))
  }

  const made: MadeUp = {
    limit: null,
    held: false,
    answer(request, response) {
      const { pathname } = new URL(request.url ?? '/', 'http://product')
      const [, number, what] = /^\/api\/audio\/bench-(\d+)\/(token|download)$/.exec(pathname) ?? []
      const n = Number(number)
      if (!what || n >= songs) return false
      if (what === 'token') void token(n, response)
      else {
        count(n, 1)
        responses.add(response)
        response.once('close', () => {
          count(n, -1)
          responses.delete(response)
        })
        void send(n, request, response).catch(() => response.destroy())
      }
      return true
    },
    extremes() {
      const since = extremes
      extremes = { fewest: connections.size, most: connections.size }
      return since
    },
    sent: () => sent,
    sha256: (n) => digestOf(n).toString('hex'),
    breakAll() {
      for (const response of responses) response.destroy()
      return responses.size
    },
  }
  for (let n = 0; n < Math.min(songs, READY); n++) digestOf(n)
  return made
}

/**
 * Leaves the first `count` songs behind as jobs an earlier visit could not finish. To be called on a page of the
 * product's origin that runs no app.
 * @param owner the player they belong to
 * @param of what is different of a job; default: it was cut off before its first byte
 */
export async function leaveJobs(
  page: Page,
  owner: string,
  count: number,
  of: (n: number) => Partial<DownloadJob> = () => ({}),
): Promise<void> {
  const jobs = Array.from({ length: count }, (_, n): DownloadJob => {
    const song = {
      downloadID: `bench-job-${n}`, type: 'song' as const, mediaID: `bench-${n}`, releaseid: `bench-${n}`, format: 'wav' as const,
      artist: 'Artist', title: `Title ${n}`, version: '', explicit: false, ordinal: n + 1, trackcount: 1, coverart: '',
    } // biome-ignore format: a request has many fields
    return { ...newJob(song, 'bench-job-0'), status: 'failed', reason: 'interrupted', ...of(n) }
  })
  const record: JournalRecord = { owner, tab: 'bench', entries: jobs.map((job) => ({ job, known: null })) }
  await page.evaluate(async (left) => {
    const open = indexedDB.open('downloads')
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      open.onupgradeneeded = () => open.result.createObjectStore('journal')
      open.onsuccess = () => resolve(open.result)
      open.onerror = () => reject(open.error)
    })
    const store = db.transaction('journal', 'readwrite').objectStore('journal')
    store.put(left, `${left.owner}\n${left.tab}`)
    await new Promise((resolve, reject) => {
      store.transaction.oncomplete = resolve
      store.transaction.onabort = () => reject(store.transaction.error)
    })
    db.close()
  }, record)
}
