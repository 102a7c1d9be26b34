/**
 * The zip of a bundle. Nothing is copied together: the zip is a blob of headers and of the songs' private files, one
 * behind the other, and its bytes are read when the browser or the picked folder takes them. So every song lies on
 * the disk once, and a zip of gigabytes is there at once. Lengths and checksums are known before, for each song was
 * checked, so the zip needs no descriptors behind its entries, which not every unpacker reads.
 */
import { downloadFailed, downloadStored } from '#core/events/downloads.ts'
import { crc32 } from '#core/model/bytes/crc32.ts'
import { type ZipLayout, zipLayout } from '#core/model/bytes/zipLayout.ts'
import { entryName } from '#core/model/downloads/bundle.ts'
import { type DownloadJob, isHeld } from '#core/model/downloads/download.ts'
import { faultLine } from '#core/model/downloads/fault.ts'
import { zipTexts } from '#core/model/downloads/zipLists.ts'
import { digestOf, reserved, standing, tellStanding, toFolder } from '../delivery/delivery.ts'
import { diskName } from '../delivery/fileNames.ts'
import type { RunnerParts } from '../delivery/runnerParts.ts'
import type { Part } from '../sinks/sink.ts'

type Job = Readonly<DownloadJob>

const PIECE_BYTES = 1_048_576

/** CRC-32 of a whole part. @param breathe lets other work of the thread run; called between pieces */
export async function crcOfPart(part: Part, breathe: () => Promise<void>): Promise<number> {
  const buffer = new Uint8Array(PIECE_BYTES)
  let sum = 0
  for (let at = 0; at < part.size; ) {
    const read = await part.readInto(at, buffer)
    if (read === 0) break
    sum = crc32(buffer.subarray(0, read), sum)
    at += read
    await breathe()
  }
  return sum
}

/** Where everything lies in the zip of these songs, all of which are held, and the texts that follow them in it. */
function bundleLayout(job: Job, songs: readonly Job[]): { layout: ZipLayout; texts: Uint8Array<ArrayBuffer>[] } {
  const entries = songs.map((song) => ({
    name: entryName(song.place?.folder ?? '', song.fileName),
    bytes: song.totalBytes ?? 0,
    crc32: song.crc32 ?? 0,
  }))
  const texts = zipTexts(job, songs).map(({ name, text }) => ({ name, data: new TextEncoder().encode(text) }))
  const more = texts.map(({ name, data }) => ({ name, bytes: data.length, crc32: crc32(data) }))
  return { layout: zipLayout([...entries, ...more]), texts: texts.map(({ data }) => data) }
}

/** The zip as a file; null when a song is gone or is not what it was. */
export async function bundleFile(
  job: Job,
  songs: readonly Job[],
  fileOf: (id: string) => Promise<Blob | null>,
): Promise<Blob | null> {
  if (songs.length === 0 || !songs.every(isHeld)) return null
  const files: Blob[] = []
  for (const song of songs) {
    const file = await fileOf(song.downloadID)
    if (file?.size !== song.totalBytes || file === null) return null
    files.push(file)
  }
  const { layout, texts } = bundleLayout(job, songs)
  const contents = [...files, ...texts]
  const pieces = layout.parts.map((part) =>
    part.kind === 'bytes' ? part.data : (contents[part.entry] as Blob | Uint8Array<ArrayBuffer>),
  )
  return new Blob(pieces, { type: 'application/zip' })
}

/** All songs are held: the zip is handed to the browser, or goes into the picked folder. */
export async function runBundleZip(parts: RunnerParts, job: Job, signal: AbortSignal): Promise<void> {
  const { downloadID } = job
  const songs = parts.songsOf(downloadID)
  for (const song of songs) {
    const file = await parts.file(song.downloadID)
    if (signal.aborted) return
    if (file?.size === song.totalBytes) continue
    // The browser threw it away meanwhile: it is fetched again with the next restart.
    const gone = { downloadID: song.downloadID, reason: faultLine('storedGone').reason, receivedBytes: 0 }
    parts.works.rest(downloadID, null)
    return parts.fact(song.downloadID, downloadFailed(gone))
  }
  const { bytes } = bundleLayout(job, songs).layout
  // One that a crash cut off right behind its move into the folder: the same bytes would be made again.
  const ofZip = async () => {
    const zip = await parts.file(downloadID)
    return zip && digestOf(parts, zip, signal)
  }
  const stands = await standing(parts, job, { bytes, sha256: ofZip }, signal)
  if (signal.aborted) return
  if (stands !== null) {
    const stored = downloadStored({ downloadID, bytes, sha256: null, fileName: stands, folder: true })
    return tellStanding(parts, downloadID, stored)
  }
  const place = await reserved(parts, job)
  if (signal.aborted) return place?.free()
  const fileName = place?.name ?? diskName(job, parts.nameTemplate())
  if (place === null) parts.works.rest(downloadID, 'stored')
  parts.fact(
    downloadID,
    downloadStored({ downloadID, bytes, sha256: null, fileName, ...(place ? { folder: true } : {}) }),
  )
  if (place) await toFolder(parts, downloadID, place, signal)
}
