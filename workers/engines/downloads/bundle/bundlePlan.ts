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
  const asFiles = gather.as === 'files'
  const format: AudioFormat = job.format === 'mp3' ? 'mp3' : 'wav'
  const refuse = (seconds: number) => {
    const bytes = foreseenBytes(seconds, format)
    if (!asFiles && !fitsOneZip(bytes)) throw new Trouble('zipTooLarge', `about ${bytes} bytes in one zip`)
    return bytes
  }
  refuse(sum(gather.sources.map(({ duration }) => duration ?? 0)))
  const ask = patiently(parts, signal, (reason, ms) => parts.delayed(downloadID, reason, ms))
  const taken = new Set<string>()
  const songs: DownloadRequest[] = []
  // What was told of before the search broke off is not looked for again.
  const begin = asFiles ? (job.found ?? 0) : 0
  let count = asFiles ? job.trackcount : 0
  const missing: LeftOut[] = []
  let seconds = 0
  for (const [at, source] of gather.sources.entries()) {
    if (at < begin) continue
    const got = await find(parts.api, ask, source, gather.sources.length === 1, taken)
    let place = 0
    for (const song of got.songs) {
      place += 1
      if (!isAvailable(song, format)) continue
      count += 1
      const request = songRequest(song, format, asFiles ? fileId(downloadID, song) : `${downloadID}.${count}`)
      const inZip = placedRequest(request, song, source.type === 'playlist' ? place : null, downloadID, got.folder)
      songs.push(asFiles ? request : { ...inZip, foreseen: foreseenBytes(song.duration, format) })
      seconds += song.duration
    }
    missing.push(...unavailable(got.songs, format))
    if (got.not) missing.push({ name: source.title ?? source.id, why: got.not })
    const percent = Math.floor(((at + 1) / gather.sources.length) * 100)
    parts.fact(downloadID, downloadZipProgressed({ downloadID, percent }))
    if (!asFiles || songs.length < FOUND_AT_ONCE) continue
    // They begin to load while the others are looked for.
    const found = slices(songs.splice(0))
    for (const [n, some] of found.entries()) {
      const told = n < found.length - 1 ? {} : { sources: at + 1, missing: missing.splice(0) }
      parts.fact(downloadID, downloadSongsFound({ downloadID, songs: some, ...told }))
      parts.settle()
      await new Promise<void>((resolve) => parts.clock.setTimer(resolve, 0))
      if (signal.aborted) return
    }
  }
  // Its row says which they are, although nothing comes of it.
  if (count === 0 && (missing.length > 0 || job.leftOut))
    parts.fact(downloadID, downloadZipPlanned({ downloadID, missing }))
  if (count === 0) throw new Trouble('nothingToGet', `no song may be downloaded as ${format}`)
  const bytes = refuse(seconds)
  // Its songs have their room set aside one by one, as they come.
  const fits = () => parts.sinks.fits(bytes)
  if (!asFiles) await untilFits(parts.room, fits, (ms) => sleep(parts.clock, ms, signal))
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
