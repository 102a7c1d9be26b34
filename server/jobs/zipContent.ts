/**
 * What lies in an archive and under which names: as in a zip that a player makes on its own device, by the same
 * functions (H-094, H-095).
 */
import type { AudioFormat, Song } from '#core/model/catalogue/release.ts'
import { entryName, foreseenBytes, placedRequest, unavailable } from '#core/model/downloads/bundle.ts'
import type { DownloadRequest } from '#core/model/downloads/download.ts'
import { songRequest } from '#core/model/downloads/requests.ts'
import { type ListedSong, type ZipText, zipTexts } from '#core/model/downloads/zipLists.ts'
import { songFileName } from '#core/model/text/fileName.ts'
import { nameFold, uniqueName } from '#core/model/text/wholeName.ts'

/** Whose songs an archive holds, as its texts speak of it. */
export interface ZipSubject {
  type: 'release' | 'playlist'
  artist: string
  title: string
  explicit: boolean
}

/** A song's request with the name it has in its folder. */
export interface PlacedSong extends DownloadRequest {
  fileName: string
}

/**
 * Names songs of one archive, each with the next call; no two of a folder have the same name.
 * @returns a function of a song and its place in the playlist, from 1; null: it comes with its release
 */
export function zipNames(format: AudioFormat): (song: Song, place: number | null) => PlacedSong {
  const folders = new Map<string, Set<string>>()
  return (song, place) => {
    const request = placedRequest(songRequest(song, format, song.trackid), song, place, song.trackid, '')
    const folder = nameFold(request.place?.folder ?? '')
    const taken = folders.get(folder) ?? new Set()
    folders.set(folder, taken)
    return { ...request, fileName: uniqueName(songFileName(request, format), taken) }
  }
}

/** Where a song lies in its archive. */
export const placeInZip = ({ place, fileName }: PlacedSong): string => entryName(place?.folder ?? '', fileName)

/** A song that lies in an archive, as the texts beside it speak of it. @param file length and SHA-256 in hex */
export function listedSong(
  placed: PlacedSong,
  { duration }: Song,
  format: AudioFormat,
  file: { bytes: number; sha256: string },
): ListedSong {
  return {
    ...placed,
    foreseen: foreseenBytes(duration, format),
    totalBytes: file.bytes,
    receivedBytes: file.bytes,
    sha256: file.sha256,
    savedAt: null,
  }
}

/** The playlist and the receipt of an archive. @param all every song that was asked for, @param listed those that are in it, in order */
export function listsOf(
  subject: ZipSubject,
  all: readonly Song[],
  listed: readonly ListedSong[],
  format: AudioFormat,
): ZipText[] {
  return zipTexts({ ...subject, lists: true, missing: unavailable(all, format) }, listed)
}
