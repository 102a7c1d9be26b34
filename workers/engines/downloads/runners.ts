/**
 * The stages of a job as they really happen: waiting for the zip, fetching, checking. Each reports what came
 * of it; which runs when is not decided here.
 */
import {
  downloadSaved,
  downloadSkipped,
  downloadStarted,
  downloadStored,
  downloadTokenReceived,
  downloadZipProgressed,
  downloadZipReady,
} from '#core/events/downloads.ts'
import type { AppDraft } from '#core/events/index.ts'
import { type DownloadJob, isZipped } from '#core/model/download.ts'
import type { Api } from '../../api/client.ts'
import { audioToken, downloadAddress } from '../../api/media.ts'
import type { Addresses } from './addresses.ts'
import type { Announced } from './answer.ts'
import type { Memory } from './memory.ts'
import type { Progress } from './progress.ts'
import type { Folders, Reserved } from './sinks/folder.ts'
import { framedPart } from './sinks/framed.ts'
import type { Part } from './sinks/sink.ts'
import { type TransferParts, transfer } from './transfer.ts'
import { Trouble } from './trouble.ts'
import { verify } from './verify.ts'
import { sleep, type Turns } from './waiting.ts'
import { type Wrapped, wavTexts, wrapWav } from './wavTags.ts'
import type { Works } from './works.ts'
import { awaitZip, NothingThere, readyZipAddress, type ZipWanted } from './zip.ts'

/** After so many pieces read back, other work of the thread gets its turn. */
const BREATHE_EVERY = 4

export interface RunnerParts extends TransferParts {
  readonly api: Api
  readonly addresses: Addresses
  readonly memory: Memory
  readonly progress: Progress
  readonly works: Works
  readonly turns: Turns
  readonly folders: Folders
  /** What stands around the bytes of a file that was tagged. */
  readonly frames: Map<string, Wrapped>
  /** Whether WAV files shall be tagged now. */
  wantsTags(): boolean
  /** The file of a job as it is saved. */
  file(id: string): Promise<Blob | null>
  /** Who is signed in. */
  player(): string | null
  /** Reports a fact about a job. */
  fact(id: string, draft: AppDraft): void
  /** Something became possible: decides anew what is to be done. */
  settle(): void
  /** The server asked for patience. */
  busy(): void
  /** A file arrived and is whole. */
  arrived(): void
}

type Job = Readonly<DownloadJob>

/** DOWNLOAD-015. */
export async function runZip(parts: RunnerParts, job: Job, signal: AbortSignal): Promise<void> {
  const { downloadID } = job
  try {
    const address = await awaitZip(
      parts,
      zipOf(job),
      (percent) => parts.fact(downloadID, downloadZipProgressed({ downloadID, percent })),
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

/** DOWNLOAD-016. */
export async function runTransfer(parts: RunnerParts, job: Job, signal: AbortSignal): Promise<void> {
  const { downloadID } = job
  const { memory, progress, works, addresses } = parts
  memory.opens(downloadID)
  const fetched = await transfer(
    parts,
    {
      id: downloadID,
      known: memory.known(downloadID),
      address: (attempt) => freshAddress(parts, job, attempt),
      addressRefused: () => addresses.forget(downloadID),
      started(file: Announced, resumedAt) {
        memory.learned(downloadID, file)
        parts.fact(downloadID, downloadStarted({ downloadID, totalBytes: file.total, resumedAt }))
        // Now that its length is known, an idle slot may help.
        queueMicrotask(parts.settle)
      },
      progressed: (bytes) => progress.moved(downloadID, bytes),
      helped: parts.settle,
      busy: parts.busy,
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
  let pieces = 0
  const breathe = async () => {
    pieces += 1
    if (pieces % BREATHE_EVERY === 0) await sleep(parts.clock, 0, signal)
  }
  const sha256 = await verify(fetched, isZipped(job.type) ? 'zip' : job.format, parts.hashing, breathe)
  if (signal.aborted) return
  const tagged = await stationReady(parts, job, fetched.part, breathe)
  if (signal.aborted) return
  const bytes = tagged?.size ?? fetched.part.size
  const player = parts.player()
  const release = isZipped(job.type) ? '' : (job.tags?.release ?? '')
  const place = player === null ? null : await parts.folders.reserve(player, release, job.fileName)
  if (signal.aborted) return place?.free()
  fetched.part.close()
  parts.arrived()
  const fileName = place?.name ?? job.fileName
  if (place === null) parts.works.rest(downloadID, 'stored')
  parts.fact(
    downloadID,
    downloadStored({
      downloadID,
      bytes,
      sha256,
      fileName,
      ...(place ? { folder: true } : {}),
      ...(tagged ? { taggedSha256: tagged.sha256 } : {}),
    }),
  )
  if (place) await toFolder(parts, downloadID, place, signal)
}

/** Adds the chunks radio automation reads, where that is wanted and the file takes them; answers what was made. */
async function stationReady(
  parts: RunnerParts,
  job: Job,
  part: Part,
  breathe: () => Promise<void>,
): Promise<{ size: number; sha256: string } | null> {
  parts.frames.delete(job.downloadID)
  if (!parts.wantsTags() || job.type !== 'song' || job.format !== 'wav') return null
  const frame = await wrapWav(part.size, (at, length) => part.read(at, length), wavTexts(job))
  if (!frame) return null
  const sha256 = await parts.hashing.ofPart(framedPart(part, frame), breathe)
  parts.frames.set(job.downloadID, frame)
  return { size: frame.size, sha256 }
}

/** The last way of a file: from the part into the picked folder. */
async function toFolder(parts: RunnerParts, downloadID: string, place: Reserved, signal: AbortSignal): Promise<void> {
  const file = await parts.file(downloadID)
  if (!file) {
    place.free()
    throw new Trouble('storage', 'the file is gone')
  }
  await place.write(file, signal)
  if (signal.aborted) return
  parts.works.rest(downloadID, null)
  parts.memory.delivered(downloadID)
  parts.fact(downloadID, downloadSaved({ downloadID }))
}

/** DOWNLOAD-012, DOWNLOAD-017: the address of the job's file with a token that is not stale. */
async function freshAddress(parts: RunnerParts, job: Job, signal: AbortSignal): Promise<string> {
  const { addresses, api } = parts
  const { downloadID } = job
  const kept = await addresses.fresh(downloadID, signal)
  if (kept !== null) return kept
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
  }
}
