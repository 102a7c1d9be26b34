/**
 * The zip of a release or a playlist (API-MEDIA-005 to 008). The job makes and hashes every track and then
 * the archive's own digest; the archive itself is never stored: it follows from the plan whenever
 * somebody reads it.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import { type ZipLayout, zipLayout } from '#core/model/bytes/zipLayout.ts'
import { AudioFormat, type Song } from '#core/model/catalogue/release.ts'
import { isAvailable } from '#core/model/downloads/bundle.ts'
import type { ListedSong } from '#core/model/downloads/zipLists.ts'
import { everyDiskTakes } from '#core/model/text/fileName.ts'
import type { Asker } from '../media/contract.ts'
import { LABELLER } from '../media/label/label.ts'
import type { LabelledSong, SongFiles } from '../media/label/songFiles.ts'
import type { Catalogue, TrackAccess } from '../store/catalogue/readCatalogue.ts'
import type { Schema } from '../store/schema.ts'
import { sweepRows } from '../store/sweepRows.ts'
import { readZip } from '../zip/read.ts'
import { HopelessJob, type JobHandler } from './runner.ts'
import { listedSong, listsOf, placeInZip, type ZipSubject, zipNames } from './zipContent.ts'

export const RELEASE_ZIP = 'release-zip'
export const PLAYLIST_ZIP = 'playlist-zip'
/** Days the zip of a release is kept; that of a playlist, which changes more, goes sooner (mail/digests.ts). */
const RELEASE_ZIP_KEPT_D = 30

/** A playlist and a receipt lie in the archive. */
const Lists = z._default(z.boolean(), false)

export const ReleaseZipPayload = z.object({ releaseid: z.string(), format: AudioFormat, lists: Lists })

/** Name and tracks as they stood when the zip was asked for, those that may not be downloaded among them: they count. */
export const PlaylistZipPayload = z.object({
  playlistid: z.string(),
  format: AudioFormat,
  lists: Lists,
  name: z._default(z.string(), ''),
  trackids: z.array(z.string()),
})

/** By which rule songs are named and laid out: another number, another archive. 1: places, discs, texts (H-089). */
const ZIP_RULE = 1

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
  /** 0: of before there were folders and texts in it. */
  rule: z._default(z.int(), 0),
  entries: z.array(z.object({ trackid: z.string(), name: z.string(), bytes: z.int(), crc32: z.int() })),
  /** What lies behind the songs, at the top. */
  texts: z._default(z.array(z.object({ name: z.string(), text: z.string() })), []),
})
export type ZipResult = z.infer<typeof ZipResult>

/**
 * Whether an archive is of an older rule, and is made again: it names a song as some disk or `unzip` would not, or its
 * files say other words than they would today.
 */
export const isOutdated = ({ entries, origin, labeller, rule }: ZipResult): boolean =>
  labeller !== LABELLER ||
  rule !== ZIP_RULE ||
  !entries.every(({ name }) => name.split('/').every(everyDiskTakes) && (origin === 'unix' || /^[ -~]*$/.test(name)))

/** A song of an archive is not the one it was made of. */
export class ZipChanged extends Error {
  override name = 'ZipChanged'
}

/** Whether a song can be part of a zip of this format. */
export function zippable({ song }: { song: Song }, format: AudioFormat): boolean {
  return isAvailable(song, format)
}

const kindOf = (format: AudioFormat, lists: boolean) => (lists ? `${format}+lists` : format)

/** The key of the job: one for each release and format, with lists and without. */
export const releaseZipKey = (releaseid: string, format: AudioFormat, lists = false) =>
  `${RELEASE_ZIP}:${kindOf(format, lists)}:${releaseid}`

/** What a playlist's zip is made of, as one text: the same tracks in the same state, the same text. */
export function playlistRevision(tracks: readonly TrackAccess[]): string {
  const parts = tracks.map(({ song, release }) => `${song.trackid}@${release.revision}`)
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24)
}

/**
 * One for each playlist, format and content: who changes a playlist while it is zipped gets both.
 * @param tracks all of it, those that cannot be in the zip too
 */
export function playlistZipKey(
  playlist: { playlistid: string; name: string },
  tracks: readonly TrackAccess[],
  format: AudioFormat,
  lists: boolean,
): string {
  const revision = playlistRevision(tracks)
  // One of the texts is named as the playlist is.
  const named = lists ? `:${createHash('sha256').update(playlist.name).digest('hex').slice(0, 12)}` : ''
  return `${PLAYLIST_ZIP}:${kindOf(format, lists)}:${playlist.playlistid}:${revision}${named}`
}

/** Forgets zips of releases nobody began anew for long: whoever asks for one again has it made again. */
export async function sweepZips(db: Kysely<Schema>): Promise<void> {
  await sweepRows(
    db,
    'jobs',
    sql`kind = ${RELEASE_ZIP} and state in ('done', 'failed')
      and updated_at < now() - ${RELEASE_ZIP_KEPT_D} * interval '1 day'`,
  )
}

/** Share of the progress that the tracks have; the rest is the archive's own digest. */
const TRACKS_PERCENT = 90

export function releaseZipHandler(catalogue: Catalogue, files: SongFiles): JobHandler {
  return async (payload, progress, signal) => {
    const { releaseid, format, lists } = ReleaseZipPayload.parse(payload)
    const release = await catalogue.releaseRow(releaseid)
    const tracks = await catalogue.songsWithSource(releaseid)
    if (!release || !tracks.some((entry) => zippable(entry, format)))
      throw new HopelessJob('the release has nothing to download in this format')
    const { artist, title, explicit, revision } = release
    const subject = lists ? { type: 'release' as const, artist, title, explicit } : null
    return makeZip(files, { tracks, placeOf: () => null, format, revision, subject }, progress, signal)
  }
}

export function playlistZipHandler(catalogue: Catalogue, files: SongFiles): JobHandler {
  return async (payload, progress, signal) => {
    const { format, lists, name, trackids } = PlaylistZipPayload.parse(payload)
    const tracks = await catalogue.tracksByIds(trackids, new Set())
    if (!tracks.some((entry) => zippable(entry, format)))
      throw new HopelessJob('the playlist has nothing to download in this format')
    const places = new Map(trackids.map((trackid, at) => [trackid, at + 1]))
    const placeOf = ({ trackid }: Song) => places.get(trackid) ?? null
    const subject = lists ? { type: 'playlist' as const, artist: '', title: name, explicit: false } : null
    return makeZip(files, { tracks, placeOf, format, revision: playlistRevision(tracks), subject }, progress, signal)
  }
}

interface ZipWish {
  /** All that was asked for, those that cannot be in it too. */
  tracks: readonly LabelledSong[]
  /** Place of a song in its playlist, from 1; null: it comes with its release. */
  placeOf(song: Song): number | null
  format: AudioFormat
  revision: string
  /** What the texts in it speak of; null: there are none. */
  subject: ZipSubject | null
}

async function makeZip(
  files: SongFiles,
  { tracks, placeOf, format, revision, subject }: ZipWish,
  progress: (percent: number) => void,
  signal: AbortSignal,
): Promise<ZipResult> {
  const songs = tracks.filter((entry) => zippable(entry, format))
  const named = zipNames(format)
  const entries: ZipResult['entries'] = []
  const listed: ListedSong[] = []
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
    const placed = named(song, placeOf(song))
    entries.push({ trackid: song.trackid, name: placeInZip(placed), bytes: file.bytes, crc32: file.crc32 })
    listed.push(listedSong(placed, song, format, file))
    progress(((index + 1) / songs.length) * TRACKS_PERCENT)
  }

  const all = tracks.map(({ song }) => song)
  const texts = subject ? listsOf(subject, all, listed, format) : []
  const layout = zipLayout([...entries, ...textEntries(texts)])
  const byId = new Map(songs.map((labelled) => [labelled.song.trackid, labelled]))
  const hash = createHash('sha256')
  let hashed = 0
  for await (const chunk of readZip(layout, 0, layout.bytes - 1, openEntry(files, { entries, texts }, byId, format))) {
    signal.throwIfAborted()
    hash.update(chunk)
    hashed += chunk.length
    progress(TRACKS_PERCENT + (hashed / layout.bytes) * (100 - TRACKS_PERCENT))
  }
  const made = { revision, bytes: layout.bytes, sha256: hash.digest('hex'), entries, texts }
  return { ...made, origin: 'unix', labeller: LABELLER, rule: ZIP_RULE }
}

function textEntries(texts: ZipResult['texts']) {
  return texts.map(({ name, text }) => {
    const data = Buffer.from(text)
    return { name, bytes: data.length, crc32: crc32(data) }
  })
}

/** Any stretch of a finished archive. @param asker who reads it: what has to be made again has their turn (H-355) */
export function openZip(
  result: ZipResult,
  format: AudioFormat,
  songs: Map<string, LabelledSong>,
  files: SongFiles,
  asker: Asker,
): { layout: ZipLayout; read(start: number, end: number): AsyncGenerator<Buffer> } {
  const layout = zipLayout([...result.entries, ...textEntries(result.texts)], result.origin)
  return {
    layout,
    read: (start, end) => readZip(layout, start, end, openEntry(files, result, songs, format, asker)),
  }
}

/** Opens a track's file; it is made again, byte for byte, when the cache has dropped it meanwhile. */
function openEntry(
  files: SongFiles,
  { entries, texts }: Pick<ZipResult, 'entries' | 'texts'>,
  songs: Map<string, LabelledSong>,
  format: AudioFormat,
  asker?: Asker,
) {
  return async (index: number, start: number, end: number): Promise<Readable> => {
    const text = texts[index - entries.length]
    if (text) return Readable.from([Buffer.from(text.text).subarray(start, end + 1)], { objectMode: false })
    const entry = entries[index]
    const song = entry && songs.get(entry.trackid)
    if (!entry || !song) throw new ZipChanged('a track of the archive is gone')
    const file = await files.ensure(song, format, undefined, 'download', asker)
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
