/**
 * Many releases or playlists wanted at once, as one zip or as single files: how large it will be, what can be had, and
 * how the songs are named inside.
 */
import type { AudioFormat, MediaFormat, Song } from '../catalogue/release.ts'
import { type NameLimit, releaseFileName } from '../text/fileName.ts'
import { nameFold } from '../text/wholeName.ts'
import type { DownloadRequest } from './download.ts'
import { type LeftOut, spokenName } from './leftOut.ts'

/** More than this is not put into one zip, bytes: above 4 GiB not every unpacker reads it. */
export const BUNDLE_MAX_BYTES = 3_900_000_000
/**
 * UTF-16 units of a folder's name inside a zip, with its number: folder and file together shall fit into a path of
 * Windows. In UTF-8 they are at most 240 bytes, which every disk holds.
 */
const FOLDER_MAX = 80
const folderLimit = (room: number): NameLimit => ({ max: FOLDER_MAX - room, length: (text) => text.length })

/** Bytes a second: MP3 always is 320 kbit/s; WAV at least CD quality, more when a song has more bits. */
const RATE: Record<AudioFormat, number> = { mp3: 40_000, wav: 176_400 }

/** How many bytes so many seconds will be, about; a WAV of more than 16 bits at 44.1 kHz is larger. */
export function foreseenBytes(seconds: number, format: AudioFormat): number {
  return Math.round(seconds * RATE[format])
}

/** The way back: whole seconds of a song of which this many bytes were foreseen; -1 where it is not known. */
export function secondsOf(foreseen: number | null, format: MediaFormat): number {
  return foreseen === null ? -1 : Math.round(foreseen / RATE[format === 'mp3' ? 'mp3' : 'wav'])
}

/** Whether so much may become one zip. @param bytes what it will be, or what is known of it */
export const fitsOneZip = (bytes: number): boolean => bytes <= BUNDLE_MAX_BYTES

/** Whether a song can be had as an audio file of this format. */
export function isAvailable(song: Pick<Song, 'assettype' | 'candownload' | 'formats'>, format: AudioFormat): boolean {
  return song.assettype === 'audio' && song.candownload && song.formats.includes(format)
}

/** The songs that cannot be had as an audio file of this format, or may not. Videos are none of them. */
export function unavailable(songs: readonly Readonly<Song>[], format: AudioFormat): LeftOut[] {
  return songs
    .filter((song) => song.assettype === 'audio' && !isAvailable(song, format))
    .map((song) => ({ name: spokenName(song), why: song.candownload ? 'format' : 'locked' }))
}

/** Folder of a release inside a zip: `artist - title [E]`; the second of the same name ends in `(2)`, without case. */
export function bundleFolder(
  release: { artist: string; title: string; explicit: boolean },
  taken: Set<string>,
): string {
  let folder = releaseFileName(release, '', folderLimit(0))
  for (let n = 2; taken.has(nameFold(folder)); n++)
    folder = `${releaseFileName(release, '', folderLimit(` (${n})`.length))} (${n})`
  taken.add(nameFold(folder))
  return folder
}

/** Where a song of a release stands in a zip: its number, and the folder of its disc; empty where there is one alone. */
function placeOnDisc({ ordinal, disc }: Readonly<Pick<Song, 'ordinal' | 'disc'>>): {
  ordinal: number
  folder: string
} {
  return disc ? { ordinal: disc.place, folder: `Disc ${disc.no}` } : { ordinal, folder: '' }
}

/** Name of a song, or of a folder, inside a folder of the zip; either may be empty. @param fileName unique there, safe */
export function entryName(folder: string, fileName: string): string {
  return folder === '' || fileName === '' ? folder + fileName : `${folder}/${fileName}`
}

/**
 * A song's request as one of a zip's. A playlist numbers its songs by their place in it; those of a release of several
 * discs have a folder for each disc and its numbers.
 * @param place in its playlist, from 1; null: it comes with its release
 */
export function placedRequest(
  request: DownloadRequest,
  song: Readonly<Pick<Song, 'ordinal' | 'disc'>>,
  place: number | null,
  bundle: string,
  folder: string,
): DownloadRequest {
  if (place !== null) {
    const tags = request.tags && { ...request.tags, track: song.disc?.place ?? song.ordinal }
    return { ...request, ordinal: place, ...(tags && { tags }), place: { bundle, folder } }
  }
  const onDisc = placeOnDisc(song)
  return { ...request, ordinal: onDisc.ordinal, place: { bundle, folder: entryName(folder, onDisc.folder) } }
}
