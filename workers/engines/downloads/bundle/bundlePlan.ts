/**
 * Finds out which songs a bundle is made of. Of one zip, before any of them is asked for: what will not fit is refused
 * here, and so is what there is no room for. Songs that are fetched as files begin to load as they are found.
 */
import {
  downloadBundlePlanned,
  downloadSongsFound,
  downloadZipPlanned,
  downloadZipProgressed,
} from '#core/events/downloads.ts'
import type { AudioFormat, Song } from '#core/model/catalogue/release.ts'
import {
  bundleFolder,
  fitsOneZip,
  foreseenBytes,
  isAvailable,
  placedRequest,
  unavailable,
} from '#core/model/downloads/bundle.ts'
import type { BundleSource } from '#core/model/downloads/bundleWish.ts'
import type { DownloadJob, DownloadRequest } from '#core/model/downloads/download.ts'
import type { LeftOut } from '#core/model/downloads/leftOut.ts'
import { songRequest } from '#core/model/downloads/requests.ts'
import { playlistTracks } from '../../../api/playlists.ts'
import { releaseDetail } from '../../../api/releases.ts'
import type { Api } from '../../../api/transport/client.ts'
import type { RunnerParts } from '../delivery/runnerParts.ts'
import { slices } from '../slices.ts'
import { type Ask, patiently } from '../transfer/asking.ts'
import { untilFits } from '../trouble/room.ts'
import { Trouble } from '../trouble/trouble.ts'
import { sleep } from '../trouble/waiting.ts'

/** So many songs that are fetched as files are told of before the others are known. */
const FOUND_AT_ONCE = 50

interface Found {
  /** Empty: the songs lie at the top. */
  readonly folder: string
  readonly songs: readonly Song[]
  /** Why none of it can be had. */
  readonly not?: 'gone' | 'locked'
}

/** A bundle whose sources are looked through. */
interface Search {
  readonly parts: RunnerParts
  readonly job: Readonly<DownloadJob>
  readonly sources: readonly BundleSource[]
  readonly format: AudioFormat
  readonly signal: AbortSignal
  /** What the next source has. @throws Trouble what a failed call means */
  next(source: BundleSource): Promise<Found>
}

/**
 * @throws Trouble `tooLarge` or `quota` before a song was asked for, `empty` when there is none to be had, or what a
 * failed call means
 */
export async function runBundlePlan(
  parts: RunnerParts,
  job: Readonly<DownloadJob>,
  signal: AbortSignal,
): Promise<void> {
  const { downloadID, gather } = job
  if (!gather) throw new Trouble('nothingToGet', 'a bundle of nothing')
  const { sources } = gather
  const format: AudioFormat = job.format === 'mp3' ? 'mp3' : 'wav'
  const ask = patiently(parts, signal, (reason, ms) => parts.delayed(downloadID, reason, ms))
  const taken = new Set<string>()
  const next = (source: BundleSource) => find(parts.api, ask, source, sources.length === 1, taken)
  const search: Search = { parts, job, sources, format, signal, next }
  return gather.as === 'files' ? findFiles(search) : planZip(search)
}

/** Of one zip: how large it will be is known before any of its songs is asked for. */
async function planZip(search: Search): Promise<void> {
  const { parts, job, sources, format, signal } = search
  const { downloadID } = job
  const fitting = (seconds: number) => {
    const bytes = foreseenBytes(seconds, format)
    if (!fitsOneZip(bytes)) throw new Trouble('zipTooLarge', `about ${bytes} bytes in one zip`)
    return bytes
  }
  fitting(sum(sources.map(({ duration }) => duration ?? 0)))
  const songs: DownloadRequest[] = []
  const missing: LeftOut[] = []
  let seconds = 0
  for (const [at, source] of sources.entries()) {
    const found = await search.next(source)
    for (const [n, song] of found.songs.entries()) {
      if (!isAvailable(song, format)) continue
      const request = songRequest(song, format, `${downloadID}.${songs.length + 1}`)
      const place = source.type === 'playlist' ? n + 1 : null
      const inZip = placedRequest(request, song, place, downloadID, found.folder)
      songs.push({ ...inZip, foreseen: foreseenBytes(song.duration, format) })
      seconds += song.duration
    }
    missing.push(...lacking(source, found, format))
    looked(search, at)
  }
  if (songs.length === 0) throw nothing(search, missing)
  const bytes = fitting(seconds)
  await untilFits(
    parts.room,
    () => parts.sinks.fits(bytes),
    (ms) => sleep(parts.clock, ms, signal),
  )
  planned(search, songs, missing)
}

/** Of files: each has its room set aside as it comes, and they begin to load while the others are looked for. */
async function findFiles(search: Search): Promise<void> {
  const { parts, job, sources, format, signal } = search
  const { downloadID } = job
  const songs: DownloadRequest[] = []
  const missing: LeftOut[] = []
  let count = job.trackcount
  /** So many sources all of which was told of. */
  let upTo = job.found ?? 0
  for (const [at, source] of sources.entries()) {
    // What was told of before the search broke off is not looked for again.
    if (at < upTo) continue
    const found = await search.next(source)
    const some = found.songs.filter((song) => isAvailable(song, format))
    songs.push(...some.map((song) => songRequest(song, format, fileId(downloadID, song))))
    count += some.length
    missing.push(...lacking(source, found, format))
    looked(search, at)
    if (songs.length < FOUND_AT_ONCE) continue
    const told = slices(songs.splice(0))
    for (const [n, slice] of told.entries()) {
      const isLast = n === told.length - 1
      if (isLast) upTo = at + 1
      const rest = isLast && { missing: missing.splice(0) }
      parts.fact(downloadID, downloadSongsFound({ downloadID, songs: slice, sources: upTo, ...rest }))
      parts.settle()
      await new Promise<void>((resolve) => parts.clock.setTimer(resolve, 0))
      if (signal.aborted) return
    }
  }
  // What was told of before it broke off may have been left out, all of it.
  if (count === 0 && upTo === 0) throw nothing(search, missing)
  planned(search, songs, missing)
}

/** What of a source cannot be had. */
const lacking = (source: BundleSource, { songs, not }: Found, format: AudioFormat): LeftOut[] => [
  ...unavailable(songs, format),
  ...(not ? [{ name: source.title ?? source.id, why: not }] : []),
]

/** So many sources were looked into. */
function looked({ parts, job: { downloadID }, sources }: Search, at: number): void {
  const percent = Math.floor(((at + 1) / sources.length) * 100)
  parts.fact(downloadID, downloadZipProgressed({ downloadID, percent }))
}

/** Nothing comes of it; its row says why all the same. */
function nothing({ parts, job, format }: Search, missing: LeftOut[]): Trouble {
  const { downloadID } = job
  if (missing.length > 0 || job.leftOut) parts.fact(downloadID, downloadZipPlanned({ downloadID, missing }))
  return new Trouble('nothingToGet', `no song may be downloaded as ${format}`)
}

function planned({ parts, job: { downloadID }, signal }: Search, songs: DownloadRequest[], missing: LeftOut[]): void {
  if (signal.aborted) return
  parts.works.rest(downloadID, null)
  parts.fact(downloadID, downloadBundlePlanned({ downloadID, songs, leftOut: missing.length, missing }))
}

/** A song that is a file of its own is the same one whenever it is found. No id is longer than 128. */
const fileId = (bundle: string, { trackid }: Song) => `${bundle}.${trackid.slice(-90)}`

/** The songs of one source, none when it is no longer there for this player. A playlist that is all lies at the top. */
async function find(
  api: Api,
  ask: Ask,
  { type, id, title = '' }: BundleSource,
  isAll: boolean,
  taken: Set<string>,
): Promise<Found> {
  try {
    if (type === 'playlist') {
      const songs = await ask((signal) => playlistTracks(api, id, signal))
      return { folder: isAll ? '' : bundleFolder({ artist: '', title, explicit: false }, taken), songs }
    }
    const release = await ask((signal) => releaseDetail(api, id, signal))
    return { folder: bundleFolder(release, taken), songs: release.songs }
  } catch (error) {
    const reason = error instanceof Trouble ? error.reason : null
    if (reason === 'missing') return { folder: '', songs: [], not: 'gone' }
    // Of several the others can be had.
    if (reason === 'forbidden' && !isAll) return { folder: '', songs: [], not: 'locked' }
    throw error
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
