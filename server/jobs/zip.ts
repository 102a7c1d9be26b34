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
import { LABELLER } from '../media/label/label.ts'
import type { LabelledSong, SongFiles } from '../media/label/songFiles.ts'
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
  /** Who wrote the words into its files; 0 before there were any. */
  labeller: z._default(z.int(), 0),
  entries: z.array(z.object({ trackid: z.string(), name: z.string(), bytes: z.int(), crc32: z.int() })),
})
export type ZipResult = z.infer<typeof ZipResult>

/**
 * Whether an archive is of an older rule, and is made again: it names a song as some disk or `unzip` would not, or its
 * files say other words than they would today.
 */
export const isOutdated = ({ entries, origin, labeller }: ZipResult): boolean =>
  labeller !== LABELLER ||
  !entries.every(({ name }) => everyDiskTakes(name) && (origin === 'unix' || /^[ -~]*$/.test(name)))

/** A song of an archive is not the one it was made of. */
export class ZipChanged extends Error {
  override name = 'ZipChanged'
}

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

export function releaseZipHandler(catalogue: Catalogue, files: SongFiles): JobHandler {
  return async (payload, progress, signal) => {
    const { releaseid, format } = ReleaseZipPayload.parse(payload)
    const release = await catalogue.releaseRow(releaseid)
    const songs = (await catalogue.songsWithSource(releaseid)).filter((entry) => zippable(entry, format))
    if (!release || songs.length === 0) throw new Error('the release has nothing to download in this format')
    return makeZip(files, songs, format, release.revision, progress, signal)
  }
}

export function playlistZipHandler(catalogue: Catalogue, files: SongFiles): JobHandler {
  return async (payload, progress, signal) => {
    const { format, trackids } = PlaylistZipPayload.parse(payload)
    const tracks = await catalogue.tracksByIds(trackids, new Set())
    const songs = tracks.filter((entry) => zippable(entry, format))
    if (songs.length === 0) throw new Error('the playlist has nothing to download in this format')
    return makeZip(files, songs, format, playlistRevision(tracks), progress, signal)
  }
}

async function makeZip(
  files: SongFiles,
  songs: readonly LabelledSong[],
  format: AudioFormat,
  revision: string,
  progress: (percent: number) => void,
  signal: AbortSignal,
): Promise<ZipResult> {
  const taken = new Set<string>()
  const entries: ZipResult['entries'] = []
  for (const [index, labelled] of songs.entries()) {
    signal.throwIfAborted()
    const { song } = labelled
    const file = await files.ensure(
      labelled,
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
  const byId = new Map(songs.map((labelled) => [labelled.song.trackid, labelled]))
  const hash = createHash('sha256')
  let hashed = 0
  for await (const chunk of readZip(layout, 0, layout.bytes - 1, openEntry(files, entries, byId, format))) {
    signal.throwIfAborted()
    hash.update(chunk)
    hashed += chunk.length
    progress(TRACKS_PERCENT + (hashed / layout.bytes) * (100 - TRACKS_PERCENT))
  }
  return { revision, bytes: layout.bytes, sha256: hash.digest('hex'), origin: 'unix', labeller: LABELLER, entries }
}

/** Any stretch of a finished archive. */
export function openZip(
  result: ZipResult,
  format: AudioFormat,
  songs: Map<string, LabelledSong>,
  files: SongFiles,
): { layout: ZipLayout; read(start: number, end: number): AsyncGenerator<Buffer> } {
  const layout = zipLayout(result.entries, result.origin)
  return {
    layout,
    read: (start, end) => readZip(layout, start, end, openEntry(files, result.entries, songs, format)),
  }
}

/** Opens a track's file; it is made again, byte for byte, when the cache has dropped it meanwhile. */
function openEntry(
  files: SongFiles,
  entries: ZipResult['entries'],
  songs: Map<string, LabelledSong>,
  format: AudioFormat,
) {
  return async (index: number, start: number, end: number): Promise<Readable> => {
    const entry = entries[index]
    const song = entry && songs.get(entry.trackid)
    if (!entry || !song) throw new ZipChanged('a track of the archive is gone')
    const file = await files.ensure(song, format)
    if (file.crc32 !== entry.crc32 || file.bytes !== entry.bytes) {
      file.done()
      throw new ZipChanged('a track of the archive has changed')
    }
    try {
      return (await file.open(start, end)).once('close', () => file.done())
    } catch (error) {
      file.done()
      throw error
    }
  }
}
