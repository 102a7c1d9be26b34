/**
 * The stages of a job as they really happen: waiting for the zip, fetching, checking. Each reports what came
 * of it; which runs when is not decided here.
 */
import {
  downloadAsked,
  downloadSkipped,
  downloadStarted,
  downloadStored,
  downloadTokenReceived,
  downloadZipOutdated,
  downloadZipPlanned,
  downloadZipProgressed,
  downloadZipReady,
} from '#core/events/downloads.ts'
import { isZipped } from '#core/model/downloads/download.ts'
import { audioToken, downloadAddress } from '../../api/media.ts'
import { untilAborted } from '../waiting.ts'
import { crcOfPart } from './bundle/bundleZip.ts'
import { awaitZip, isOutdated, NothingThere, readyZipAddress, type ZipWanted } from './bundle/zip.ts'
import {
  isTagged,
  keepInFolder,
  openPart,
  reserved,
  standing,
  takeStanding,
  tellStanding,
  toFolder,
} from './delivery/delivery.ts'
import { diskName, nameInBundle } from './delivery/fileNames.ts'
import type { Job, RunnerParts } from './delivery/runnerParts.ts'
import type { Part } from './sinks/sink.ts'
import { framedPart } from './tags/framed.ts'
import { loadTables } from './tags/latin.ts'
import { wrapWav } from './tags/wavTags.ts'
import { wavTexts } from './tags/wavTexts.ts'
import type { Announced } from './transfer/answer.ts'
import { lateScript } from './transfer/lateScript.ts'
import { type Fetched, letGo, transfer } from './transfer/transfer.ts'
import { PATIENCE_MS } from './trouble/retry.ts'
import { Trouble, troubleOfCall } from './trouble/trouble.ts'
import { sleep } from './trouble/waiting.ts'
import { verify } from './verify/verify.ts'

/** After so many pieces read back, other work of the thread gets its turn. */
const BREATHE_EVERY = 4

/** DOWNLOAD-015. */
export async function runZip(parts: RunnerParts, job: Job, signal: AbortSignal): Promise<void> {
  const { downloadID } = job
  try {
    const address = await awaitZip(
      parts,
      zipOf(job),
      {
        planned: (missing) => {
          if (missing.length > 0 || job.leftOut) parts.fact(downloadID, downloadZipPlanned({ downloadID, missing }))
        },
        percent: (percent) => parts.fact(downloadID, downloadZipProgressed({ downloadID, percent })),
        delayed: (reason, ms) => parts.delayed(downloadID, reason, ms),
      },
      signal,
    )
    const handle = await parts.addresses.keep(downloadID, address, signal)
    parts.works.rest(downloadID, null)
    parts.fact(downloadID, downloadZipReady({ downloadID, handle }))
  } catch (error) {
    if (!(error instanceof NothingThere)) throw error
    parts.works.rest(downloadID, null)
    parts.fact(downloadID, downloadSkipped({ downloadID }))
  }
}

/**
 * DOWNLOAD-016. More bytes than were announced are fetched once more, as whatever else was spoilt. A zip that is no longer
 * what lay ready is waited for anew, and holds no slot meanwhile.
 */
export async function runTransfer(parts: RunnerParts, job: Job, signal: AbortSignal): Promise<void> {
  const { downloadID } = job
  parts.memory.opens(downloadID)
  if (await takeStanding(parts, job, signal)) return
  signal.throwIfAborted()
  try {
    await fetchFile(parts, job, signal)
  } catch (error) {
    const isTooLong = error instanceof Trouble && error.fault === 'wrongLength'
    const isAwaited = isZipped(job.type) && isOutdated(error)
    const isWanted = isTooLong || isAwaited
    if (signal.aborted || !isWanted || !parts.chances.take(downloadID, isTooLong ? 'bytes' : 'zip')) throw error
    if (isTooLong) parts.memory.forget(downloadID)
    parts.addresses.forget(downloadID)
    parts.progress.last(downloadID)
    parts.works.rest(downloadID, null)
    if (isAwaited) parts.fact(downloadID, downloadZipOutdated({ downloadID }))
  }
}

async function fetchFile(parts: RunnerParts, job: Job, signal: AbortSignal): Promise<void> {
  const { downloadID } = job
  const { memory, progress, works, addresses } = parts
  let isTold = job.status !== 'waiting'
  const fetched = await transfer(
    parts,
    {
      id: downloadID,
      open: () => openPart(parts, job),
      known: memory.known(downloadID),
      blocks: (attempt) => parts.blockLists.of(job, attempt),
      tail: memory.tail(downloadID),
      async splitAt(from) {
        memory.splitAt(downloadID, from)
        const player = parts.player()
        if (from !== null && player !== null) await memory.write(player)
      },
      address: (attempt) => freshAddress(parts, job, attempt),
      addressRefused: () => addresses.forget(downloadID),
      asked() {
        if (!isTold) parts.fact(downloadID, downloadAsked({ downloadID }))
        isTold = true
      },
      started(file: Announced, resumedAt) {
        // Bytes that are not what they were come anew, and need a slot as any.
        if (works.stage(downloadID) === 'proving' && !signal.aborted) works.rest(downloadID, 'network')
        memory.learned(downloadID, file)
        parts.begun(downloadID)
        parts.fact(downloadID, downloadStarted({ downloadID, totalBytes: file.total, resumedAt }))
        // Now that its length is known, an idle slot may help.
        queueMicrotask(() => {
          parts.settle()
          parts.helpers.giveNow()
        })
      },
      progressed: (bytes) => progress.moved(downloadID, bytes),
      nearEnd: parts.nearEnd,
      whole() {
        if (signal.aborted) return
        works.rest(downloadID, 'proving')
        parts.settle()
      },
      helped: parts.settle,
      busy: parts.busy,
      delayed: (reason, ms) => parts.delayed(downloadID, reason, ms),
    },
    signal,
  )
  if (signal.aborted) return fetched.part.close()
  progress.last(downloadID)
  works.rest(downloadID, 'fetched', fetched)
}

export async function runVerify(parts: RunnerParts, job: Job, signal: AbortSignal): Promise<void> {
  const { downloadID } = job
  const fetched = parts.works.fetched(downloadID)
  if (!fetched) return
  if (fetched.blocks !== 'right') parts.useLimit.works(fetched.part.size)
  let pieces = 0
  const breathe = async () => {
    pieces += 1
    if (pieces % BREATHE_EVERY === 0) await sleep(parts.clock, 0, signal)
  }
  await fetched.part.seal?.()
  if (signal.aborted) return
  const sha256 = await checked(parts, job, fetched, breathe, signal)
  if (signal.aborted || sha256 === undefined) return
  const straight = parts.folderParts.get(downloadID)
  if (straight) return keepInFolder(parts, downloadID, straight, sha256, signal)
  const tagged = await stationReady(parts, job, fetched.part, breathe, signal)
  if (signal.aborted) return
  const bytes = tagged?.size ?? fetched.part.size
  // A song of a bundle stays where it is until all are there.
  const crc32 = job.place ? await crcOfPart(asSaved(parts, downloadID, fetched.part), breathe) : null
  const saved = tagged?.sha256 ?? sha256
  const fileName = crc32 === null && saved ? await standing(parts, job, { bytes, sha256: saved }, signal) : null
  if (signal.aborted) return
  if (fileName !== null) {
    fetched.part.close()
    const added = tagged ? { taggedSha256: tagged.sha256 } : {}
    return tellStanding(
      parts,
      downloadID,
      downloadStored({ downloadID, bytes, sha256, fileName, folder: true, ...added }),
    )
  }
  const place = crc32 === null ? await reserved(parts, job) : null
  if (signal.aborted) return place?.free()
  fetched.part.close()
  // In the picked folder it has not arrived yet.
  if (place === null) parts.arrived()
  if (place === null) parts.works.rest(downloadID, 'stored')
  parts.fact(
    downloadID,
    downloadStored({
      downloadID,
      bytes,
      sha256,
      fileName: place?.name ?? nameOf(parts, job),
      ...(place ? { folder: true } : {}),
      ...(tagged ? { taggedSha256: tagged.sha256 } : {}),
      ...(crc32 === null ? {} : { crc32 }),
    }),
  )
  if (place) await toFolder(parts, downloadID, place, signal)
}

/** What a file is called that the browser saves, or that goes into a zip. */
function nameOf(parts: RunnerParts, job: Job): string {
  const template = parts.nameTemplate()
  return job.place ? nameInBundle(job, parts.songsOf(job.place.bundle), template) : diskName(job, template)
}

/** The SHA-256 of what arrived, if one was announced; undefined when it is wrong and will be fetched once more. */
async function checked(
  parts: RunnerParts,
  job: Job,
  fetched: Fetched,
  breathe: () => Promise<void>,
  signal: AbortSignal,
): Promise<string | null | undefined> {
  const { downloadID } = job
  try {
    return await verify(fetched, isZipped(job.type) ? 'zip' : job.format, parts.hashing, breathe)
  } catch (error) {
    // Whatever spoilt the bytes on their way seldom does it twice.
    const again = error instanceof Trouble && error.spoilt && error.reason !== 'empty'
    if (signal.aborted || !again || !parts.chances.take(downloadID, 'bytes')) throw error
    letGo(fetched.part, error)
    parts.memory.forget(downloadID)
    parts.works.rest(downloadID, null)
    return undefined
  }
}

/** The part of a job with what stands around it when it is saved. */
function asSaved(parts: RunnerParts, id: string, part: Part): Part {
  const frame = parts.frames.get(id)
  return frame ? framedPart(part, frame) : part
}

/** Adds the chunks radio automation reads, where that is wanted and the file takes them; answers what was made. */
async function stationReady(
  parts: RunnerParts,
  job: Job,
  part: Part,
  breathe: () => Promise<void>,
  signal: AbortSignal,
): Promise<{ size: number; sha256: string } | null> {
  parts.frames.delete(job.downloadID)
  if (!isTagged(parts, job)) return null
  const frame = await wrapWav(
    part.size,
    (at, length) => part.read(at, length),
    wavTexts(job, parts.wantsLoudness()),
    () => lateScript(loadTables, parts, signal),
  )
  if (!frame) return null
  const sha256 = await parts.hashing.ofPart(framedPart(part, frame), breathe)
  parts.frames.set(job.downloadID, frame)
  return { size: frame.size, sha256 }
}

/** DOWNLOAD-012, DOWNLOAD-017: the address of the job's file with a token that is not stale. */
async function freshAddress(parts: RunnerParts, job: Job, signal: AbortSignal): Promise<string> {
  const { addresses } = parts
  const { downloadID } = job
  await untilAborted(addresses.underWay(downloadID), signal)
  const kept = await addresses.fresh(downloadID, signal)
  return kept ?? newAddress(parts, job, signal)
}

/**
 * Asks for the address of a job that has not begun, so that it begins without that wait. What fails here is asked for
 * again by whoever needs it, once the server will hear of it.
 * @returns whether it did: once in the time an address may be used, and not of a zip, which has one
 */
export function addressAhead(parts: RunnerParts, job: Job, signal: AbortSignal): boolean {
  const { addresses } = parts
  const { downloadID } = job
  if (isZipped(job.type) || addresses.wasTried(downloadID)) return false
  const asked = newAddress(parts, job, signal).catch(async (error: unknown) => {
    const { reason, retryAfterMs: ms = 0 } = troubleOfCall(error)
    if (signal.aborted || reason !== 'busy') return
    parts.busy()
    // Who begins meanwhile waits as well. A longer wait is the whole line's, which whoever asks next finds out.
    if (ms === 0 || ms > PATIENCE_MS) return
    parts.delayed(downloadID, reason, ms)
    await sleep(parts.clock, ms, signal)
  })
  addresses.ahead(downloadID, asked)
  return true
}

async function newAddress(parts: RunnerParts, job: Job, signal: AbortSignal): Promise<string> {
  const { addresses, api } = parts
  const { downloadID } = job
  if (isZipped(job.type)) {
    const address = await readyZipAddress(api, zipOf(job), signal)
    await addresses.keep(downloadID, address, signal)
    return address
  }
  const token = await audioToken(api, job.mediaID, signal)
  const address = downloadAddress(job.mediaID, job.format, token, api.base)
  const handle = await addresses.keep(downloadID, address, signal)
  parts.fact(downloadID, downloadTokenReceived({ downloadID, handle }))
  return address
}

function zipOf(job: Job): ZipWanted {
  // No zip is of MP4: a release's and a playlist's songs are.
  return {
    of: job.type === 'playlist' ? 'playlist' : 'release',
    id: job.mediaID,
    format: job.format === 'mp3' ? 'mp3' : 'wav',
    lists: job.lists === true,
  }
}
