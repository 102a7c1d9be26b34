/**
 * Keeps the logs of this device: one per visit and session, each with one owner at most. A log is closed
 * when its session ends or its page is gone; only its owner may take it out again. Old ones make room.
 *
 * A log whose storage fails goes on in memory, so that it can still be exported while the page lives.
 * Invariant: nothing of a log is written to disk while the index there does not name its owner.
 */
import type { LogHeader, LogWorker, Segment } from '#core/contracts/log.ts'
import { encodeFrame } from '#core/log/codec.ts'
import { exportLines } from '#core/log/export.ts'
import { joined } from '#core/model/bytes/bytes.ts'
import { gzipLines, settingsIn } from './exporting.ts'
import { entryOf, fileName, fileOf, framesOf, idOf, type Kept, startFor, startOf } from './kept.ts'
import { createRotation } from './rotation.ts'
import { RunningLog } from './runningLog.ts'
import { createShelf, type LogParts } from './shelf.ts'
import { writeUtf8 } from './writing.ts'

export type { LogParts } from './shelf.ts'

/**
 * What makes room is loaded so long after the first log began, ms: no first screen waits for it then, and a new build has
 * hardly taken the place of the one the page is of. A page that is open for days could not have it any more.
 */
const READY_MS = 60_000

export function createLogEngine(parts: LogParts): LogWorker {
  const { index, now } = parts
  const log = new RunningLog(parts)
  /** Writing goes one after another; a rotation changes places at its end, in between. */
  let writing: Promise<unknown> = Promise.resolve()
  let isReady = false
  const { known, tidy } = createShelf(parts, { logs: log.mine, memory: log.memory, current: () => log.current })
  /** Logs of pages that are gone are looked through beside what is written. */
  let tidying: Promise<unknown> = Promise.resolve()

  function inTurn<T>(write: () => Promise<T>): Promise<T> {
    const mine = writing.then(write, write)
    writing = mine.catch(() => undefined)
    return mine
  }

  const rotation = createRotation(parts, log, inTurn)

  return {
    async open(header: LogHeader) {
      // The log before may have met a full disk; since then there may be room again.
      log.storage = parts.mayKeep() ? parts.storage : log.memory
      log.current = header.logId
      const start = startFor(header)
      log.chain(start)
      rotation.begin()
      parts.hold(header.logId)
      if (!isReady)
        void parts
          .pause(READY_MS)
          .then(parts.rotator)
          .catch(() => undefined)
      isReady = true
      const fresh: Kept = { header: { ...header }, start, owner: null, closedAt: null, events: 0, bytes: 0 }
      const held = await log.notedOf(header)
      const kept = await (held ? log.goOn(header, held) : Promise.resolve(fresh)).catch(() => {
        // What lies on the disk is for when this page is gone; what it is noted as stays there. Its file is known still: it may have to go.
        log.storage = log.memory
        return held?.rotated === undefined ? fresh : { ...fresh, rotated: held.rotated }
      })
      await log.note(kept).catch(() => {
        log.storage = log.memory
      })
      // Answered first: what is written waits for the answer, and the logs of other pages may be long.
      tidying = tidying.then(tidy).catch(() => undefined)
      return parts.mayKeep() ? log.storage.kind : 'public'
    },
    append: (segment: Segment) => inTurn(() => log.store(segment, rotation.grown)),
    rebase: (base: Segment, t: number) =>
      inTurn(async () => {
        const kept = log.running()
        if (kept.events >= base.first - 1) return
        log.storage = log.memory
        const { bytes, hash } = encodeFrame({ ...base, snapshot: t }, startOf(kept), writeUtf8)
        await log.memory.remove(idOf(kept))
        await log.memory.append(idOf(kept), bytes)
        log.wholes.add(idOf(kept))
        log.chain(hash)
        log.mine.set(idOf(kept), { ...kept, events: base.first - 1, bytes: bytes.length })
      }),
    own: (playerId) =>
      inTurn(async () => {
        try {
          await log.note({ ...log.running(), owner: playerId })
        } catch (error) {
          // A disk that cannot say whose this is must not hold what follows.
          log.storage = log.memory
          throw error
        }
      }),
    forget: () =>
      inTurn(async () => {
        const logId = log.current
        log.storage = log.memory
        if (logId !== null && parts.mayKeep()) {
          const file = fileName(logId, log.mine.get(logId)?.rotated)
          const isWhole = log.wholes.has(logId)
          const before = isWhole ? null : await parts.storage.read(file).catch(() => null)
          const rest = await log.memory.read(logId)
          await log.memory.remove(logId)
          await log.memory.append(logId, joined(before ? [before, rest] : [rest]))
          await parts.storage.remove(file).catch(() => undefined)
          await index.remove(logId).catch(() => undefined)
        }
        parts.keepNothing()
      }),
    close: () =>
      inTurn(async () => {
        if (log.current === null) return
        const kept = log.running()
        await log.note({ ...kept, closedAt: now() }).catch(() => undefined)
        log.current = null
        await parts.storage.close(fileOf(kept))
      }),
    async list(playerId) {
      await tidying
      return (await known()).filter((kept) => kept.owner === playerId).map(entryOf)
    },
    async export(logId, playerId, choice = { personal: false }) {
      const wanted = logId ?? log.current
      const kept = (await known()).find((one) => idOf(one) === wanted)
      if (!kept) throw new Error('unknown log')
      if (kept.owner !== null && kept.owner !== playerId) throw new Error('not yours')
      // Of a page that is gone nobody knows who typed what stands in it: whoever sits here now may be somebody else.
      const personal = choice.personal && (kept.owner !== null || log.mine.has(idOf(kept)))
      const header: LogHeader = { ...kept.header, settings: settingsIn({ ...choice, personal }) }
      const { bytes } = await log.bytesOf(kept)
      return gzipLines(exportLines(header, framesOf(bytes, kept), personal), parts.rest)
    },
  }
}
