/**
 * Keeps the logs of this device: one per visit and session, each with one owner at most. A log is closed
 * when its session ends or its page is gone; only its owner may take it out again. Old ones make room.
 *
 * A log whose storage fails goes on in memory, so that it can still be exported while the page lives.
 */

import { Gzip, strToU8 } from 'fflate'
import * as z from 'zod/mini'
import type { LogEntry, LogHeader, LogWorker, Segment } from '#core/contracts/log.ts'
import { decodeFrames, encodeFrame, encodeHeader, exportLines, LogHeaderShape } from '#core/log/codec.ts'
import { hashText } from '#core/log/hash.ts'
import { memoryStorage, type SegmentStorage, StorageError } from './storage.ts'

/** What may be kept: 20 MB of segments, seven days (events.md). */
const KEPT_BYTES = 20_000_000
const KEPT_MS = 7 * 86_400_000

const Kept = z.object({
  header: LogHeaderShape,
  owner: z.nullable(z.string()),
  closedAt: z.nullable(z.int()),
  events: z.int(),
  bytes: z.int(),
})
type Kept = z.infer<typeof Kept>

export interface LogParts {
  /** Chosen by feature test. */
  readonly storage: SegmentStorage
  /** The list of logs, by id. */
  readonly index: {
    entries(): Promise<readonly (readonly [string, unknown])[]>
    put(logId: string, kept: Kept): Promise<void>
    remove(logId: string): Promise<void>
  }
  /** Held for as long as this page writes to a log. */
  readonly hold: (logId: string) => void
  /** True when no living page writes to this log. */
  readonly isFree: (logId: string) => Promise<boolean>
  readonly now: () => number
}

export function createLogEngine(parts: LogParts): LogWorker {
  const { index, now } = parts
  const memory = memoryStorage()
  let storage = parts.storage
  let current: Kept | null = null
  let before = ''

  const idOf = (kept: Kept) => kept.header.logId
  const save = async () => {
    if (current && storage.kind !== 'memory') await index.put(idOf(current), current).catch(() => undefined)
  }

  async function known(): Promise<Kept[]> {
    const entries = await index.entries().catch(() => [])
    const logs = entries.map(([, kept]) => z.safeParse(Kept, kept)).flatMap((read) => (read.success ? [read.data] : []))
    const others = logs.filter((kept) => idOf(kept) !== (current ? idOf(current) : ''))
    return [...(current ? [current] : []), ...others.sort((a, b) => b.header.startedAt - a.header.startedAt)]
  }

  /** Closes what dead pages left open, cuts torn tails, and removes what is too old or too much. */
  async function tidy(): Promise<void> {
    let bytes = 0
    for (const kept of (await known()).filter((one) => one !== current)) {
      const logId = idOf(kept)
      const free = kept.closedAt !== null || (await parts.isFree(logId))
      if (!free) continue
      bytes += kept.bytes
      if (bytes > KEPT_BYTES || now() - kept.header.startedAt > KEPT_MS) {
        await parts.storage.remove(logId)
        await index.remove(logId)
      } else if (kept.closedAt === null) {
        await index.put(logId, { ...kept, closedAt: now() })
      }
    }
  }

  async function frames(kept: Kept) {
    const start = hashText(encodeHeader(kept.header))
    const stored = decodeFrames(await parts.storage.read(idOf(kept)), start)
    // What came after the storage failed continues the same chain in memory.
    const rest = decodeFrames(await memory.read(idOf(kept)), stored.hash)
    return [...stored.frames, ...rest.frames]
  }

  return {
    async open(header: LogHeader) {
      current = { header, owner: null, closedAt: null, events: 0, bytes: 0 }
      before = hashText(encodeHeader(header))
      parts.hold(header.logId)
      await save()
      await tidy().catch(() => undefined)
      return storage.kind
    },
    async append(segment: Segment) {
      if (!current || current.closedAt !== null) throw new Error('no log is open')
      const { bytes, hash } = encodeFrame(segment, before)
      before = hash
      current = { ...current, events: segment.first + segment.count - 1, bytes: current.bytes + bytes.length }
      try {
        await storage.append(idOf(current), bytes)
        await save()
        return 'stored'
      } catch (error) {
        storage = memory
        await memory.append(idOf(current), bytes)
        return error instanceof StorageError ? error.reason : 'refused'
      }
    },
    async own(playerId) {
      if (current) current = { ...current, owner: playerId }
      await save()
    },
    async close() {
      if (!current) return
      current = { ...current, closedAt: now() }
      await save()
      await storage.close(idOf(current))
      current = null
    },
    async list(playerId) {
      return (await known())
        .filter((kept) => kept.owner === playerId)
        .map(
          ({ header, owner, closedAt, events }): LogEntry => ({
            logId: header.logId,
            owner,
            startedAt: header.startedAt,
            closedAt,
            events,
          }),
        )
    },
    async export(logId, playerId) {
      const kept = logId === null ? current : (await known()).find((one) => idOf(one) === logId)
      if (!kept) throw new Error('unknown log')
      if (kept.owner !== null && kept.owner !== playerId) throw new Error('not yours')
      const chunks: Uint8Array[] = []
      const gzip = new Gzip({ level: 6 }, (chunk) => chunks.push(chunk))
      for (const line of exportLines(kept.header, await frames(kept))) gzip.push(strToU8(`${line}\n`))
      gzip.push(new Uint8Array(0), true)
      const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
      let at = 0
      for (const chunk of chunks) {
        bytes.set(chunk, at)
        at += chunk.length
      }
      return bytes
    },
  }
}
