/**
 * Looks after a zip while the server builds it (D-125): is there anything in it, start or join the
 * zip job, ask at once and then every ZIP_POLL_INTERVAL_MS. Takes no download slot; offline pauses it.
 */

import type { AudioFormat, Song } from '#core/model/catalogue/release.ts'
import { ZIP_POLL_INTERVAL_MS } from '#core/model/constants.ts'
import { unavailable } from '#core/model/downloads/bundle.ts'
import type { FailureReason } from '#core/model/downloads/download.ts'
import type { LeftOut } from '#core/model/downloads/leftOut.ts'
import { zipAddress, zipStart, zipStatus } from '../../../api/media.ts'
import { playlistTracks, playlistZipStart, playlistZipStatus } from '../../../api/playlists.ts'
import { releaseDetail } from '../../../api/releases.ts'
import { ApiError } from '../../../api/transport/apiError.ts'
import type { Api } from '../../../api/transport/client.ts'
import { type AskParts, patiently } from '../transfer/asking.ts'
import { Trouble, troubleOfCall } from '../trouble/trouble.ts'
import { sleep } from '../trouble/waiting.ts'

/** How long a zip is waited for that is built and gets no further. */
const ZIP_WAIT_MAX_MIN = 30
/** How long one is waited for whose turn has not come yet, however busy the server is. */
const ZIP_QUEUE_MAX_MIN = 360

export interface ZipParts extends AskParts {
  readonly api: Api
}

export interface ZipWanted {
  readonly of: 'release' | 'playlist'
  readonly id: string
  readonly format: AudioFormat
  /** A playlist and a receipt lie in it, where the server can. */
  readonly lists: boolean
}

/** The calls of a release's zip and of a playlist's are the same but for their paths. */
const CALLS = {
  release: {
    songs: async (api: Api, id: string, signal: AbortSignal) => (await releaseDetail(api, id, signal)).songs,
    start: zipStart,
    status: zipStatus,
  },
  playlist: { songs: playlistTracks, start: playlistZipStart, status: playlistZipStatus },
}

/** There is nothing at all to zip: the job is dropped without a row. */
export class NothingThere extends Error {
  override name = 'NothingThere'
}

/**
 * Waits until the zip lies ready and answers its address.
 * @param on hears which songs will not be in it, how far the server is, 0-100, where that changed, and in how many ms
 * it is asked again after a call that failed
 * @throws NothingThere when the release or playlist lists no songs (DOWNLOAD-021)
 * @throws Trouble `zip` when the server gave up or gets no further for so long, `empty` when no song of the
 * it may be downloaded, or what a failed call means
 */
export async function awaitZip(
  parts: ZipParts,
  zip: ZipWanted,
  on: {
    planned(missing: LeftOut[]): void
    percent(percent: number): void
    delayed(reason: FailureReason, ms: number): void
  },
  signal: AbortSignal,
): Promise<string> {
  const { api, clock } = parts
  const ask = patiently(parts, signal, on.delayed)
  const calls = CALLS[zip.of]
  const songs = await ask((inner) => calls.songs(api, zip.id, inner))
  if (songs.length === 0) throw new NothingThere('no songs')
  // Said also of a zip that holds none of them: its row names them.
  on.planned(unavailable(songs, zip.format))
  checkContents(songs, zip.format)
  let id = await ask((inner) => calls.start(api, zip.id, zip.format, zip.lists, inner))
  /** Waiting time, not wall time, ms: a machine that sleeps or is offline loses none of its patience. */
  const waited = { queued: 0, working: 0 }
  let furthest = 0
  let told = -1
  let restarts = 0
  for (;;) {
    const status = await ask((inner) => calls.status(api, zip.id, zip.format, id, inner).catch(goneIsNull))
    if (status === null) {
      // The server forgot the job (it was restarted, or dropped the file): begin again, but not for ever.
      restarts += 1
      if (restarts > 3) throw new Trouble('zipNotBuilt', 'the server keeps forgetting the zip')
      id = await ask((inner) => calls.start(api, zip.id, zip.format, zip.lists, inner))
      furthest = 0
    } else if (status.status === 'done') {
      return addressOf(status, zip.format, api.base)
    } else if (status.status === 'failed') {
      throw new Trouble('zipNotBuilt', status.message ?? 'the server could not build the zip')
    } else {
      // Each is an event, and a zip is asked for every few seconds.
      if (status.progress !== told) on.percent(status.progress)
      told = status.progress
      if (status.progress > furthest) waited.working = 0
      furthest = Math.max(furthest, status.progress)
      const most = status.status === 'queued' ? ZIP_QUEUE_MAX_MIN : ZIP_WAIT_MAX_MIN
      if (waited[status.status] >= most * 60_000) throw new Trouble('zipNotBuilt', `no further after ${most} min`)
      waited[status.status] += ZIP_POLL_INTERVAL_MS
    }
    await sleep(clock, ZIP_POLL_INTERVAL_MS, signal)
  }
}

/**
 * The address of a zip that was ready, with a new token.
 * @throws Trouble `zip`, which `isOutdated` where the server has to build it again, or what a failed call means
 */
export async function readyZipAddress(api: Api, zip: ZipWanted, signal: AbortSignal): Promise<string> {
  const calls = CALLS[zip.of]
  const id = await calls.start(api, zip.id, zip.format, zip.lists, signal)
  const status = await calls.status(api, zip.id, zip.format, id, signal)
  if (status.status === 'failed')
    throw new Trouble('zipNotBuilt', status.message ?? 'the server could not build the zip')
  if (status.status !== 'done') throw new Trouble('zipNotBuilt', 'the zip is being built again', { isRemade: true })
  return addressOf(status, zip.format, api.base)
}

/**
 * Whether a zip that was ready is no more: the server builds it again, threw it away, or what is in it has changed.
 * Whoever waits for it anew (`awaitZip`) gets it, or hears what is wrong with it.
 */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Trouble && (error.isRemade || error.fault === 'fileGone')

function addressOf(status: Parameters<typeof zipAddress>[0], format: AudioFormat, base: string): string {
  try {
    return zipAddress(status, format, base)
  } catch (error) {
    throw troubleOfCall(error)
  }
}

function goneIsNull(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

function checkContents(songs: readonly Song[], format: AudioFormat): void {
  const offered = songs.some((song) => song.assettype === 'audio' && song.candownload && song.formats.includes(format))
  if (!offered) throw new Trouble('nothingToGet', `no song may be downloaded as ${format}`)
}
