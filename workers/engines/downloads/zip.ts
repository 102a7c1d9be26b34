/**
 * Looks after a zip while the server builds it (D-125): is there anything in the release, start or join the
 * zip job, ask at once and then every ZIP_POLL_INTERVAL_MS. Takes no download slot; offline pauses it.
 */
import { ZIP_POLL_INTERVAL_MS, ZIP_WAIT_MAX_MIN } from '#core/model/constants.ts'
import type { AudioFormat, ReleaseDetail } from '#core/model/release.ts'
import { ApiError } from '../../api/apiError.ts'
import type { Api } from '../../api/client.ts'
import type { Clock } from '../../api/clock.ts'
import { zipAddress, zipStart, zipStatus } from '../../api/media.ts'
import { releaseDetail } from '../../api/releases.ts'
import { Tries } from './retry.ts'
import { Trouble, troubleOfCall } from './trouble.ts'
import { type Gate, sleep, type Turns } from './waiting.ts'

export interface ZipParts {
  readonly api: Api
  readonly clock: Clock
  readonly gate: Gate
  readonly random: () => number
  /** Many zips may wait; few of them ask at the same time, so that lists and the player keep their connections. */
  readonly turns: Turns
}

export interface ZipWanted {
  readonly releaseid: string
  readonly format: AudioFormat
}

/** The release holds nothing at all: the job is dropped without a row. */
export class NothingThere extends Error {
  override name = 'NothingThere'
}

/**
 * Waits until the zip lies ready and answers its address.
 * @param onPercent how far the server is, 0-100
 * @throws NothingThere when the release's detail lists no songs (DOWNLOAD-021)
 * @throws Trouble `zip` when the server gave up or needs longer than ZIP_WAIT_MAX_MIN, `empty` when no song of the
 * release may be downloaded, or what a failed call means
 */
export async function awaitZip(
  parts: ZipParts,
  zip: ZipWanted,
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { api, clock, gate, turns } = parts
  const tries = new Tries(parts.random)

  /** A call with the engine's patience. */
  async function ask<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const answer = await gate.through(signal, (inner) => turns.take(() => call(inner)))
        tries.progressed()
        return answer
      } catch (error) {
        if (signal.aborted) throw signal.reason
        await sleep(clock, tries.after(troubleOfCall(error)), signal)
      }
    }
  }

  checkContents(await ask((inner) => releaseDetail(api, zip.releaseid, inner)), zip.format)
  let id = await ask((inner) => zipStart(api, zip.releaseid, zip.format, inner))
  let waited = 0
  let restarts = 0
  for (;;) {
    const status = await ask((inner) => zipStatus(api, zip.releaseid, zip.format, id, inner).catch(goneIsNull))
    if (status === null) {
      // The server forgot the job (it was restarted, or dropped the file): begin again, but not for ever.
      restarts += 1
      if (restarts > 3) throw new Trouble('zip', 'the server keeps forgetting the zip')
      id = await ask((inner) => zipStart(api, zip.releaseid, zip.format, inner))
    } else if (status.status === 'done') {
      return addressOf(status, zip.format, api.base)
    } else if (status.status === 'failed') {
      throw new Trouble('zip', status.message ?? 'the server could not build the zip')
    } else {
      onPercent(status.progress)
    }
    // Waiting time, not wall time: a machine that sleeps or is offline loses none of its patience.
    if (waited >= ZIP_WAIT_MAX_MIN * 60_000) throw new Trouble('zip', `not ready after ${ZIP_WAIT_MAX_MIN} min`)
    await sleep(clock, ZIP_POLL_INTERVAL_MS, signal)
    waited += ZIP_POLL_INTERVAL_MS
  }
}

/**
 * The address of a zip that was ready, with a new token.
 * @throws Trouble `zip` (worth another try) when the server has to build it again, or what a failed call means
 */
export async function readyZipAddress(api: Api, zip: ZipWanted, signal: AbortSignal): Promise<string> {
  const id = await zipStart(api, zip.releaseid, zip.format, signal)
  const status = await zipStatus(api, zip.releaseid, zip.format, id, signal)
  if (status.status === 'failed') throw new Trouble('zip', status.message ?? 'the server could not build the zip')
  if (status.status !== 'done')
    throw new Trouble('zip', 'the zip is being built again', { again: true, retryAfterMs: ZIP_POLL_INTERVAL_MS })
  return addressOf(status, zip.format, api.base)
}

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

function checkContents(release: ReleaseDetail, format: AudioFormat): void {
  if (release.songs.length === 0) throw new NothingThere('the release has no songs')
  const offered = release.songs.some(
    (song) => song.assettype === 'audio' && song.candownload && song.formats.includes(format),
  )
  if (!offered) throw new Trouble('empty', `no song may be downloaded as ${format}`)
}
