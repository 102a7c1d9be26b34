// Tags of a file in one form, whatever container they stood in (music-metadata reads them all).
import { type IAudioMetadata, parseFile, selectCover } from 'music-metadata'
import * as z from 'zod/mini'
import { PROFILE_NAME_MAX } from '#core/model/constants.ts'
import { clean, mended } from './titles.ts'

const Text = z.nullable(z.string())
const Place = z.nullable(z.int().check(z.positive()))

/** What the tags say, before anything is guessed from names. Kept in the import's own record of a release. */
export const TrackTags = z.object({
  title: Text,
  version: z.string(),
  artist: Text,
  albumartist: Text,
  album: Text,
  compilation: z.boolean(),
  track: Place,
  disc: Place,
  genres: z.array(z.string()),
  /** ISO 8601 date, `2026-01-01` when only the year is known. */
  date: Text,
  labels: z.array(z.string()),
  isrc: z.string(),
  upc: z.string(),
  catalognumber: z.string(),
  composer: z.string(),
  writers: z.string(),
  producer: z.string(),
  publishing: z.string(),
  language: z.string(),
  copyrightyear: z.nullable(z.int()),
  lyrics: z.string(),
  explicit: z.boolean(),
})
export type TrackTags = z.infer<typeof TrackTags>

/** An embedded picture: its bytes and what they are. */
export interface Picture {
  data: Uint8Array
  extension: 'jpg' | 'png'
}

/** Longest text a tag may bring, UTF-16 units: whoever is named in one has a page. Lyrics have their own. */
const TEXT_MAX = PROFILE_NAME_MAX
const LYRICS_MAX = 100_000
/** Different values a tag may bring, and how many are looked at to find them: a file has room for a million. */
const VALUES_MAX = 50
const VALUES_READ_MAX = 1000
/** Longest text of several names. */
const NAMES_MAX = 1000
/** The highest number of a song or a disc that is one, and the years that are. */
const PLACE_MAX = 9999
const YEARS = { first: 1000, last: 9999 }
/** More digits than those of a day (`20260306` is one) are no year. */
const WITH_MONTH = /^\d{4}[-/.]?\d\d(?:[-/.]?\d\d)?(?!\d)/
const PICTURE_MAX_BYTES = 60_000_000

/**
 * Reads tags and cover. A file whose tags cannot be read counts as one without tags: its audio decides whether it goes in.
 * @throws Error when the file itself cannot be read
 */
export async function readTags(path: string): Promise<{ tags: TrackTags; picture: Picture | null }> {
  const read = await parseFile(path, { duration: false }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error) throw error
    return null
  })
  if (!read) return { tags: NO_TAGS, picture: null }
  const picture = selectCover(read.common.picture)
  return { tags: tagsOf(read), picture: picture ? pictureOf(picture.data) : null }
}

/** JPEG or PNG bytes as a picture; null for anything else, or for one too large to be a cover. */
export function pictureOf(data: Uint8Array): Picture | null {
  if (data.length < 64 || data.length > PICTURE_MAX_BYTES) return null
  if (data[0] === 0xff && data[1] === 0xd8 && data[2] === 0xff) return { data, extension: 'jpg' }
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  return png.every((byte, i) => data[i] === byte) ? { data, extension: 'png' } : null
}

/** What a file without tags says. */
export const NO_TAGS: TrackTags = {
  title: null,
  version: '',
  artist: null,
  albumartist: null,
  album: null,
  compilation: false,
  track: null,
  disc: null,
  genres: [],
  date: null,
  labels: [],
  isrc: '',
  upc: '',
  catalognumber: '',
  composer: '',
  writers: '',
  producer: '',
  publishing: '',
  language: '',
  copyrightyear: null,
  lyrics: '',
  explicit: false,
}

function tagsOf(read: IAudioMetadata): TrackTags {
  const c = read.common
  const copyright = /\b(19|20)\d\d\b/.exec(c.copyright ?? '')
  const labels = list(c.label)
  return {
    title: text(c.title),
    version: text(c.subtitle?.[0]) ?? '',
    artist: text(c.artist),
    albumartist: text(c.albumartist),
    album: text(c.album),
    compilation: c.compilation === true,
    track: place(c.track.no),
    disc: place(c.disk.no),
    genres: list(c.genre?.slice(0, VALUES_READ_MAX).flatMap((genre) => genre.split(/[;\0]/, VALUES_READ_MAX))),
    date: isoDate(c.releasedate ?? c.date ?? id3Date(read) ?? c.originaldate ?? (c.year ? String(c.year) : '')),
    labels: labels.length > 0 ? labels : list(c.publisher),
    isrc: (text(c.isrc?.[0]) ?? '').toUpperCase().replace(/[^A-Z0-9]/g, ''),
    upc: text(c.barcode) ?? '',
    catalognumber: text(c.catalognumber?.[0]) ?? '',
    composer: names(c.composer),
    writers: names(c.writer ?? c.lyricist),
    producer: names(c.producer),
    publishing: names(c.publisher),
    language: text(c.language) ?? '',
    copyrightyear: copyright ? Number(copyright[0]) : year(c.year),
    lyrics: lyricsOf(c.lyrics),
    explicit: advisory(read),
  }
}

/** Plain lyrics; timed ones as their lines without the times. */
function lyricsOf(tags: IAudioMetadata['common']['lyrics']): string {
  for (const tag of tags ?? []) {
    const words = tag.text ?? tag.syncText.map((line) => line.text).join('\n')
    const tidy = mended(words)
      .slice(0, LYRICS_MAX)
      .replace(/\p{Cs}/gu, '')
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters but the line feed are what must go
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
      .trim()
    if (tidy !== '') return tidy
  }
  return ''
}

/** iTunes advisory: 1 (and the older 4) is explicit, 2 is clean. In ID3 it is a user text, in Vorbis comments a field. */
function advisory(read: IAudioMetadata): boolean {
  return Object.values(read.native)
    .flat()
    .some((tag) => /(?:^|:)(?:itunesadvisory|rtng)$/i.test(tag.id) && ['1', '4'].includes(String(tag.value)))
}

/**
 * Month and day of ID3 up to 2.3, where the library keeps the year alone: in a text of that name, as the MP3s have it
 * that are made here, in the frame of the year, or in one of their own.
 */
function id3Date(read: IAudioMetadata): string | undefined {
  const tags = ['ID3v2.2', 'ID3v2.3', 'ID3v2.4'].flatMap((kind) => read.native[kind] ?? [])
  const texts = (name: RegExp) => tags.filter(({ id }) => name.test(id)).map(({ value }) => String(value).trim())
  const [year = ''] = texts(/^TYER?$/)
  const [, day, month] = /^(\d\d)(\d\d)$/.exec(texts(/^TDAT?$/)[0] ?? '') ?? []
  // The library takes such a text apart at its slashes.
  const named = texts(/^TXXX:RELEASETIME$/i)
    .slice(0, 3)
    .join('/')
  return [named, year, `${year}-${month}-${day}`].find((date) => WITH_MONTH.test(date))
}

function isoDate(value: string): string | null {
  // More digits than those of a day (`20260306` is one) are no year.
  const match = /^(\d{4})(?:[-/.]?(\d\d))?(?:[-/.]?(\d\d))?(?!\d)/.exec(value.trim())
  if (!match || year(Number(match[1])) === null) return null
  const iso = `${match[1]}-${match[2] ?? '01'}-${match[3] ?? '01'}`
  const ms = Date.parse(iso)
  return Number.isNaN(ms) ? `${match[1]}-01-01` : new Date(ms).toISOString().slice(0, 10)
}

function text(value: string | undefined): string | null {
  const tidy = clean(mended(value ?? '').slice(0, TEXT_MAX))
  return tidy === '' ? null : tidy
}

function list(values: readonly string[] | undefined): string[] {
  const read = (values ?? []).slice(0, VALUES_READ_MAX).map((value) => text(value))
  return [...new Set(read.filter((value) => value !== null))].slice(0, VALUES_MAX)
}

/** Names in one text, as many whole ones as it has room for. */
function names(values: readonly string[] | undefined): string {
  let all = ''
  for (const name of list(values)) {
    const longer = all === '' ? name : `${all}, ${name}`
    if (longer.length > NAMES_MAX) break
    all = longer
  }
  return all
}

function place(value: number | null | undefined): number | null {
  return value && Number.isInteger(value) && value > 0 && value <= PLACE_MAX ? value : null
}

function year(value: number | undefined): number | null {
  return value && Number.isInteger(value) && value >= YEARS.first && value <= YEARS.last ? value : null
}
