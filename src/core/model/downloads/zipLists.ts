/**
 * What lies in a zip beside its songs: a playlist (`.m3u8`) that plays them in their order, and a receipt with what
 * they are and what was asked for and is not in it.
 */
import { releaseFileName } from '../text/fileName.ts'
import { uniqueName } from '../text/wholeName.ts'
import { entryName, secondsOf } from './bundle.ts'
import type { DownloadJob } from './download.ts'
import { missingLine, type Receivable, receiptCsv, receiptLine } from './receipt.ts'

/** A text of a zip, under its name at the top. */
export interface ZipText {
  readonly name: string
  readonly text: string
}

interface Played {
  /** Where it lies, from the playlist's own place, with slashes. */
  readonly name: string
  readonly artist: string
  readonly title: string
  /** Whole; -1: not known. */
  readonly seconds: number
}

/** A playlist in UTF-8. Texts with line breaks are one line, and a name that begins as a remark is still a name. */
function m3u8(songs: readonly Played[]): string {
  const lines = songs.flatMap(({ name, artist, title, seconds }) => [
    `#EXTINF:${seconds},${oneLine([artist, title].filter((part) => part !== '').join(' - '))}`,
    name.startsWith('#') ? `./${name}` : name,
  ])
  return `${['#EXTM3U', ...lines].join('\n')}\n`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must go
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim()

/** A zip as far as its texts speak of it, and a song that lies in it. */
export type Listed = Readonly<Pick<DownloadJob, 'type' | 'artist' | 'title' | 'explicit' | 'missing' | 'lists'>>
export type ListedSong = Receivable & Readonly<Pick<DownloadJob, 'version' | 'format' | 'foreseen'>>

/** The texts of a zip; none where they were not asked for. @param songs all that are in it, in order */
export function zipTexts(zip: Listed, songs: readonly ListedSong[]): ZipText[] {
  if (!zip.lists) return []
  const top = songs.flatMap(({ place, fileName }) =>
    place?.folder ? (place.folder.split('/')[0] as string) : fileName,
  )
  const taken = new Set<string>()
  for (const name of new Set(top)) uniqueName(name, taken)
  const played = songs.map((song) => ({
    name: entryName(song.place?.folder ?? '', song.fileName),
    artist: song.artist,
    title: song.version === '' ? song.title : `${song.title} (${song.version})`,
    seconds: secondsOf(song.foreseen ?? null, song.format),
  }))
  const missing = (zip.missing ?? []).map((one) => missingLine({ ...zip, savedAt: null }, one))
  return [
    { name: uniqueName(releaseFileName(zip, 'm3u8'), taken), text: m3u8(played) },
    // Told of before it is saved: when, nobody knows yet.
    {
      name: uniqueName('receipt.csv', taken),
      text: receiptCsv([...songs.map((song) => receiptLine({ ...song, savedAt: null })), ...missing]),
    },
  ]
}
