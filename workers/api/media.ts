// Media calls and addresses (API-MEDIA). Addresses hold a media token: they go into the vault, never into an event.

import { FileBlocks, MediaToken, PEAKS_BYTES, type ZipStatus } from '#core/model/catalogue/media.ts'
import type { AudioFormat, MediaFormat } from '#core/model/catalogue/release.ts'
import { WireZipStarted, WireZipStatus } from '#core/model/catalogue/zipWire.ts'
import { API_BASE } from '#core/model/constants.ts'
import { ApiError } from './transport/apiError.ts'
import type { Api } from './transport/client.ts'
import { ownAddress } from './transport/ownAddress.ts'
import { part } from './transport/path.ts'

export const ZIP_BITRATE = 320

/** API-MEDIA-001. A token for the stream and the download of this one track, good for AUDIO_TOKEN_TTL_S. */
export async function audioToken(api: Api, trackid: string, signal?: AbortSignal): Promise<string> {
  const path = `/audio/${part(trackid)}/token`
  return (await api.call(MediaToken, { method: 'GET', path, auth: true, signal })).data.token
}

/** The outline of a track's loudness: PEAKS_BYTES bytes. @throws ApiError 404 when it has none */
export async function trackPeaks(api: Api, trackid: string): Promise<Uint8Array<ArrayBuffer>> {
  const path = `/audio/${part(trackid)}/peaks`
  const { bytes } = await api.file({ method: 'GET', path, auth: true })
  if (bytes.byteLength !== PEAKS_BYTES) throw new ApiError({ status: 200, code: 'MALFORMED', message: 'no waveform' })
  return new Uint8Array(bytes)
}

/** What the server says of the blocks of a file. */
export interface BlockList {
  /** The file's own validator, quoted. */
  readonly etag: string
  /** Its length. */
  readonly bytes: number
  /** The SHA-256 of its blocks of BLOCK_BYTES behind each other, SHA256_BYTES each. */
  readonly digests: Uint8Array
}

/** The blocks of a track's or video's file (server/README.md). @throws ApiError 404 where a server has no such call */
export async function fileBlocks(
  api: Api,
  trackid: string,
  format: MediaFormat,
  signal?: AbortSignal,
): Promise<BlockList> {
  const path = `/${format === 'mp4' ? 'video' : 'audio'}/${part(trackid)}/blocks`
  const query = format === 'mp4' ? {} : { format }
  const call = { method: 'GET', path, query, auth: true, isExtra: true, signal } as const
  const { etag, bytes, sha256 } = (await api.call(FileBlocks, call)).data
  return { etag, bytes, digests: Uint8Array.from(atob(sha256), (char) => char.charCodeAt(0)) }
}

/** API-MEDIA-005. Starts or joins the zip job of this release and format; answers its id. @param lists a playlist and a receipt lie in it */
export async function zipStart(
  api: Api,
  releaseid: string,
  format: AudioFormat,
  lists: boolean,
  signal?: AbortSignal,
): Promise<string> {
  const path = `/audio/zipper/${part(releaseid)}`
  const query = { format, bitrate: ZIP_BITRATE, ...(lists && { lists }) }
  return (await api.call(WireZipStarted, { method: 'GET', path, query, auth: true, signal })).id
}

/** API-MEDIA-007. How far a zip job is. @param id what `zipStart` answered. @throws ApiError 404 when there is no such job */
export async function zipStatus(
  api: Api,
  releaseid: string,
  format: AudioFormat,
  id: string,
  signal?: AbortSignal,
): Promise<ZipStatus> {
  const path = `/audio/zipper/${part(releaseid)}/status`
  const query = { format, bitrate: ZIP_BITRATE, token: id }
  return api.call(WireZipStatus, { method: 'GET', path, query, auth: true, signal })
}

/** API-MEDIA-002. Where the player streams a track from. */
export function streamAddress(trackid: string, token: string, base = API_BASE): string {
  return `${base}/audio/${part(trackid)}/stream.mp3?${new URLSearchParams({ token })}`
}

/** API-MEDIA-003, API-MEDIA-004. Where the file of a track or video lies. The bitrate is always sent, also for wav (D-132). */
export function downloadAddress(trackid: string, format: MediaFormat, token: string, base = API_BASE): string {
  if (format === 'mp4') return `${base}/video/${part(trackid)}/download?${new URLSearchParams({ token })}`
  return `${base}/audio/${part(trackid)}/download?${mediaQuery(format, token)}`
}

/**
 * API-MEDIA-008. Where a finished zip lies: at `zipped_url`, or under its token when only that came.
 * @throws ApiError MALFORMED when the answer names neither, or a place on another origin
 */
export function zipAddress(
  done: Pick<ZipStatus, 'zipped_url' | 'token'>,
  format: AudioFormat,
  base = API_BASE,
): string {
  const { zipped_url, token } = done
  if (zipped_url === undefined && token === undefined) throw elsewhere('a finished zip without an address')
  const own = ownAddress(zipped_url ?? `/zips/${part(token ?? '')}`, base)
  if (!own) throw elsewhere('a zip address outside the player API')
  // What the address says itself is part of it; the rest is told as for any file.
  const rest = mediaQuery(format, zipped_url === undefined ? '' : (token ?? ''))
  for (const [name, value] of rest) if (!own.query.has(name)) own.query.set(name, value)
  return `${own.path}?${own.query}`
}

function mediaQuery(format: AudioFormat, token: string): URLSearchParams {
  const query = new URLSearchParams({ format, bitrate: String(ZIP_BITRATE) })
  if (token) query.set('token', token)
  return query
}

function elsewhere(message: string): ApiError {
  return new ApiError({ status: 200, code: 'MALFORMED', message })
}
