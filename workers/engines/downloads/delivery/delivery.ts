/**
 * The ways into the picked folder: at once, from the first byte on, or at the end, from the part in the browser,
 * where something is added to the file or bytes of it lie there already.
 */
import { downloadSaved, downloadStarted, downloadStored } from '#core/events/downloads.ts'
import { isZipped } from '#core/model/downloads/download.ts'
import { safeFileName } from '#core/model/text/fileName.ts'
import { FileBytes } from '../sinks/fileBytes.ts'
import { folderTrouble } from '../sinks/folder/folderFile.ts'
import type { FileNames, ReleaseFolder } from '../sinks/folder/folderNames.ts'
import type { FolderPart } from '../sinks/folder/folderPart.ts'
import type { Reserved } from '../sinks/folder/folders.ts'
import type { Part } from '../sinks/sink.ts'
import { Trouble } from '../trouble/trouble.ts'
import { sleep } from '../trouble/waiting.ts'
import { diskName, plainFolder, plainName } from './fileNames.ts'
import type { Job, RunnerParts } from './runnerParts.ts'

/** Where the bytes of a job go. @throws Trouble `quota`, `storage`, `folder` or `folderFull` */
export async function openPart(parts: RunnerParts, job: Job): Promise<Part> {
  const { downloadID } = job
  return (await straightPart(parts, job)) ?? parts.sinks.open(downloadID)
}

async function straightPart(parts: RunnerParts, job: Job): Promise<Part | null> {
  const { downloadID } = job
  const begun = parts.folderParts.get(downloadID)
  await begun?.settled()
  if (begun && begun.size > 0) return begun
  if (job.place || isTagged(parts, job)) return null
  if (((await parts.sinks.file(downloadID))?.size ?? 0) > 0) return null
  // Nothing lies in it yet, and another folder may have been picked since.
  await parts.folderParts.drop(downloadID)
  const place = await reserved(parts, job)
  return place && parts.folderParts.open(downloadID, place)
}

/** Whether something is added to the file of a job. */
export function isTagged(parts: RunnerParts, job: Job): boolean {
  return parts.wantsTags() && job.type === 'song' && job.format === 'wav'
}

/** Which release a song's sub-folder is for; zips lie in the folder itself. */
function releaseOf(job: Job): ReleaseFolder | null {
  const title = isZipped(job.type) ? '' : (job.tags?.release.trim() ?? '')
  if (title === '') return null
  return { id: job.releaseid ?? title, names: { name: safeFileName(title), plain: plainFolder(title) } }
}

/** The place of a file in the picked folder; null when none was picked. @throws Trouble `folder` */
export async function reserved(parts: RunnerParts, job: Job): Promise<Reserved | null> {
  const player = parts.player()
  if (player === null) return null
  return parts.folders.reserve(player, releaseOf(job), namesOf(parts, job))
}

function namesOf(parts: RunnerParts, job: Job): FileNames {
  const template = parts.nameTemplate()
  return { name: diskName(job, template), plain: plainName(job, template) }
}

/**
 * What a crash cut off right after it had got its name stands in the folder and is whole, only nobody wrote that down:
 * it is not fetched again (H-275). @returns whether that is so
 */
export async function takeStanding(parts: RunnerParts, job: Job, signal: AbortSignal): Promise<boolean> {
  const { downloadID } = job
  const known = parts.memory.known(downloadID)
  if (!known?.sha256 || known.total === null || job.place || isTagged(parts, job)) return false
  const { total: bytes, sha256 } = known
  if (parts.folderParts.get(downloadID) || ((await parts.sinks.file(downloadID))?.size ?? 0) > 0) return false
  const fileName = await standing(parts, job, { bytes, sha256 }, signal)
  if (fileName === null || signal.aborted) return false
  parts.fact(downloadID, downloadStarted({ downloadID, totalBytes: bytes, resumedAt: bytes }))
  tellStanding(parts, downloadID, downloadStored({ downloadID, bytes, sha256, fileName, folder: true }))
  return true
}

/** It has arrived as it stands there. */
export function tellStanding(parts: RunnerParts, downloadID: string, stored: ReturnType<typeof downloadStored>): void {
  parts.arrived()
  parts.fact(downloadID, stored)
  arrived(parts, downloadID)
}

/**
 * The name of the file in the folder that is this one, whole and right; null: there is none. Asked for what an earlier
 * try had begun to fetch alone: of two that are wanted anew each gets its file.
 * @param sha256 in hex, or what finds it out where a file of this length stands there at all
 */
export async function standing(
  parts: RunnerParts,
  job: Job,
  { bytes, sha256 }: { bytes: number; sha256: string | (() => Promise<string | null>) },
  signal: AbortSignal,
): Promise<string | null> {
  const player = parts.player()
  if (player === null || !parts.memory.isAgain(job.downloadID)) return null
  const all = await parts.folders.standing(player, releaseOf(job), namesOf(parts, job), bytes)
  if (all.length === 0) return null
  const wanted = typeof sha256 === 'string' ? sha256 : await sha256()
  for (const { name, file } of wanted === null ? [] : all) {
    const found = await digestOf(parts, file, signal)
    if (signal.aborted) return null
    if (found === wanted) return name
  }
  return null
}

/** The SHA-256 of what lies on a disk; null when it cannot be read. */
export async function digestOf(parts: RunnerParts, file: Blob, signal: AbortSignal): Promise<string | null> {
  const read = new FileBytes(file, parts.clock)
  const breathe = () => sleep(parts.clock, 0, signal)
  const found = await parts.hashing.ofPart(read, breathe).catch(() => null)
  read.stop()
  return found
}

/** A file that lies in the folder is right. */
export async function keepInFolder(
  parts: RunnerParts,
  downloadID: string,
  part: FolderPart,
  sha256: string | null,
  signal: AbortSignal,
): Promise<void> {
  await part.keep()
  const { name: fileName, size: bytes } = part
  // It is still the job's: who removes that removes the file, and who resumes it checks it again.
  if (signal.aborted) return
  parts.folderParts.leave(downloadID)
  parts.arrived()
  parts.fact(downloadID, downloadStored({ downloadID, bytes, sha256, fileName, folder: true }))
  arrived(parts, downloadID)
}

/** From the part in the browser into the picked folder. */
export async function toFolder(
  parts: RunnerParts,
  downloadID: string,
  place: Reserved,
  signal: AbortSignal,
): Promise<void> {
  try {
    const file = await parts.file(downloadID)
    if (!file) throw new Trouble('storedGone', 'the file is gone')
    await put(place, file, signal)
  } finally {
    place.free()
  }
  if (signal.aborted) return
  parts.arrived()
  arrived(parts, downloadID)
}

async function put(place: Reserved, file: Blob, signal: AbortSignal): Promise<void> {
  const begun = await place.begin()
  try {
    await begun.write(file, 0)
    signal.throwIfAborted()
    await begun.close(file.size)
    signal.throwIfAborted()
    await begun.keep()
    // Whoever removed the row while the file got its name does not want it there.
    signal.throwIfAborted()
  } catch (error) {
    await begun.drop()
    throw folderTrouble(error)
  }
}

function arrived(parts: RunnerParts, downloadID: string): void {
  parts.works.rest(downloadID, null)
  parts.memory.delivered(downloadID)
  parts.fact(downloadID, downloadSaved({ downloadID }))
}
