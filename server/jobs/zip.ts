/**
 * The zip of a release or a playlist (API-MEDIA-005 to 008). The job makes and hashes every track and then
 * the archive's own digest; the archive itself is never stored: it follows from the plan whenever
 * somebody reads it.
 */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { type ZipLayout, zipLayout } from '#core/model/bytes/zipLayout.ts'
import { AudioFormat, type Song } from '#core/model/catalogue/release.ts'
import { everyDiskTakes, songFileName } from '#core/model/text/fileName.ts'
import { uniqueName } from '#core/model/text/wholeName.ts'
import type { MediaLibrary, TrackSource } from '../media/contract.ts'
import type { Catalogue, TrackAccess } from '../store/catalogue/readCatalogue.ts'
import { readZip } from '../zip/read.ts'
import type { JobHandler } from './runner.ts'

export const RELEASE_ZIP = 'release-zip'
export const PLAYLIST_ZIP = 'playlist-zip'

export const ReleaseZipPayload = z.object({ releaseid: z.string(), format: AudioFormat })

/** The tracks as they stood when the zip was asked for, those that may not be downloaded left out. */
export const PlaylistZipPayload = z.object({
  playlistid: z.string(),
  format: AudioFormat,
  trackids: z.array(z.string()),
})

/** What the job leaves behind: enough to read the archive again without making anything twice. */
export const ZipResult = z.object({
  revision: z.string(),
  bytes: z.int(),
  /** Hex. */
  sha256: z.string(),
  /** Which archive it was digested as; those of before this was kept were `dos`. */
  origin: z._default(z.enum(['unix', 'dos']), 'dos'),
  entries: z.array(z.object({ trackid: z.string(), name: z.string(), bytes: z.int(), crc32: z.int() })),
})
export type ZipResult = z.infer<typeof ZipResult>

/** Whether an archive names a song as some disk or `unzip` would not: one made under an older rule is made again. */
export const isIllNamed = ({ entries, origin }: ZipResult): boolean =>
  !entries.every(({ name }) => everyDiskTakes(name) && (origin === 'unix' || /^[ -~]*$/.test(name)))

type Source = { song: Song; source: TrackSource }

/** Whether a song can be part of a zip of this format. */
export function zippable({ song }: { song: Song }, format: AudioFormat): boolean {
  return song.assettype === 'audio' && song.candownload && song.formats.includes(format)
}

/** The key of the job: one for each release and format. */
export const releaseZipKey = (releaseid: string, format: AudioFormat) => `${RELEASE_ZIP}:${format}:${releaseid}`

/** What a playlist's zip is made of, as one text: the same tracks in the same state, the same text. */
export function playlistRevision(tracks: readonly TrackAccess[]): string {
  const parts = tracks.map(({ song, release }) => `${song.trackid}@${release.revision}`)
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24)
}

/** One for each playlist, format and content: who changes a playlist while it is zipped gets both. */
export const playlistZipKey = (playlistid: string, format: AudioFormat, revision: string) =>
  `${PLAYLIST_ZIP}:${format}:${playlistid}:${revision}`

/** Share of the progress that the tracks have; the rest is the archive's own digest. */
const TRACKS_PERCENT = 90

export function releaseZipHandler(catalogue: Catalogue, media: MediaLibrary): JobHandler {
  return async (payload, progress, signal) => {
    const { releaseid, format } = ReleaseZipPayload.parse(payload)
    const release = await catalogue.releaseRow(releaseid)
    const songs = (await catalogue.songsWithSource(releaseid)).filter((entry) => zippable(entry, format))
    if (!release || songs.length === 0) throw new Error('the release has nothing to download in this format')
    return makeZip(media, songs, format, release.revision, progress, signal)
  }
}

export function playlistZipHandler(catalogue: Catalogue, media: MediaLibrary): JobHandler {
  return async (payload, progress, signal) => {
    const { format, trackids } = PlaylistZipPayload.parse(payload)
    const tracks = await catalogue.tracksByIds(trackids, new Set())
    const songs = tracks.filter((entry) => zippable(entry, format))
    if (songs.length === 0) throw new Error('the playlist has nothing to download in this format')
    return makeZip(media, songs, format, playlistRevision(tracks), progress, signal)
  }
}

async function makeZip(
  media: MediaLibrary,
  songs: readonly Source[],
  format: AudioFormat,
  revision: string,
  progress: (percent: number) => void,
  signal: AbortSignal,
): Promise<ZipResult> {
  const taken = new Set<string>()
  const entries: ZipResult['entries'] = []
  for (const [index, { song, source }] of songs.entries()) {
    signal.throwIfAborted()
    const file = await media.ensure(
      song.trackid,
      source,
      format,
      (percent) => progress(((index + percent / 100) / songs.length) * TRACKS_PERCENT),
      'zip',
    )
    file.done()
    const name = uniqueName(songFileName(song, format), taken)
    entries.push({ trackid: song.trackid, name, bytes: file.bytes, crc32: file.crc32 })
    progress(((index + 1) / songs.length) * TRACKS_PERCENT)
  }

  const layout = zipLayout(entries)
  const sources = new Map(songs.map(({ song, source }) => [song.trackid, source]))
  const hash = createHash('sha256')
  let hashed = 0
  for await (const chunk of readZip(layout, 0, layout.bytes - 1, openEntry(media, entries, sources, format))) {
    signal.throwIfAborted()
    hash.update(chunk)
    hashed += chunk.length
    progress(TRACKS_PERCENT + (hashed / layout.bytes) * (100 - TRACKS_PERCENT))
  }
  return { revision, bytes: layout.bytes, sha256: hash.digest('hex'), origin: 'unix', entries }
}

/** Any stretch of a finished archive. */
export function openZip(
  result: ZipResult,
  format: AudioFormat,
  sources: Map<string, TrackSource>,
  media: MediaLibrary,
): { layout: ZipLayout; read(start: number, end: number): AsyncGenerator<Buffer> } {
  const layout = zipLayout(result.entries, result.origin)
  return {
    layout,
    read: (start, end) => readZip(layout, start, end, openEntry(media, result.entries, sources, format)),
  }
}

/** Opens a track's file; it is made again, byte for byte, when the cache has dropped it meanwhile. */
function openEntry(
  media: MediaLibrary,
  entries: ZipResult['entries'],
  sources: Map<string, TrackSource>,
  format: AudioFormat,
) {
  return async (index: number, start: number, end: number): Promise<Readable> => {
    const entry = entries[index]
    const source = entry && sources.get(entry.trackid)
    if (!entry || !source) throw new Error('a track of the archive is gone')
    const file = await media.ensure(entry.trackid, source, format)
    if (file.crc32 !== entry.crc32 || file.bytes !== entry.bytes) {
      file.done()
      throw new Error('a track of the archive has changed')
    }
    try {
      return (await file.open(start, end)).once('close', () => file.done())
    } catch (error) {
      file.done()
      throw error
    }
  }
}
