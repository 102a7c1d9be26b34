// The metadata of a release's tracks as PDF or CSV (API-REL-010).

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ReleaseDetail, Song } from '#core/model/catalogue/release.ts'
import { csvText } from '#core/model/text/csv.ts'
import { clock, isoFromSeconds, shortDate } from '#core/model/text/formats.ts'
import { makePdf } from './pdf.ts'

/** Characters of a song's lyrics in the PDF, where setting them takes time; the table of the CSV has all. */
const LYRICS_SHOWN_MAX = 10_000

const CSV_HEADER = [
  'Ordinal', 'Artist', 'Title', 'Version', 'Explicit', 'Type', 'Duration (s)', 'Album', 'Labels', 'Genres', 'Markets',
  'Available', 'Impact date', 'ISRC', 'UPC', 'Catalogue number', 'Copyright year', 'Composer', 'Writers', 'Publishing',
  'Producer', 'Language', 'Canadian content', 'Lyrics',
] // biome-ignore format: a table's head

const canadian = (song: Song) =>
  Object.entries(song.canadian)
    .filter(([, holds]) => holds)
    .map(([name]) => name)
    .join(', ')
const labels = (song: Song) => song.labels.map((label) => label.name).join(', ')

const shownLyrics = (lyrics: string) =>
  lyrics.length > LYRICS_SHOWN_MAX ? `${lyrics.slice(0, LYRICS_SHOWN_MAX)}…` : lyrics

/** One line for each track. */
export function metadataCsv(release: ReleaseDetail): Buffer {
  const rows = release.songs.map((song) => [
    song.ordinal,
    song.artist,
    song.title,
    song.version,
    song.explicit ? 'yes' : 'no',
    song.assettype,
    song.duration,
    song.album,
    labels(song),
    song.genres.join(', '),
    song.market_tags.join(', '),
    shortDate(song.available),
    shortDate(isoFromSeconds(song.impactdate)),
    song.isrc,
    song.upcnumber,
    song.catalognumber,
    song.copyrightyear,
    song.composer,
    song.writers,
    song.publishing,
    song.producer,
    song.language,
    canadian(song),
    song.lyrics,
  ])
  return Buffer.from(csvText([CSV_HEADER, ...rows], true))
}

/** What tells of a song whether it is Japanese. */
const besideOf = (song: Song) => [song.title, song.artist, song.language, song.isrc].join('\n')

/** @param now ms since 1970 */
export function metadataPdf(release: ReleaseDetail, now: number): Promise<Buffer> {
  return makePdf(
    `${release.artist} - ${release.title}`,
    now,
    async (sheet) => {
      const besides = release.songs.map(besideOf)
      const beside = [release.title, release.artist, ...besides].join('\n')
      await sheet.heading(release.title, undefined, beside)
      const facts: [string, string][] = [
        ['Artist', release.artist],
        ['Label', release.labels.map((label) => label.name).join(', ')],
        ['Genres', release.genres.join(', ')],
        ['Available', shortDate(release.available)],
        ['Impact date', shortDate(isoFromSeconds(release.impactdate))],
        ['Tracks', String(release.songs.length)],
      ]
      await sheet.facts(facts, beside)
      for (const [index, song] of release.songs.entries()) {
        await nextTurn()
        sheet.gap()
        await sheet.heading(
          `${song.ordinal}. ${song.title}${song.version ? ` (${song.version})` : ''}`,
          11,
          `${song.lyrics}\n${besides[index]}`,
        )
        await sheet.facts([
          ['Artist', song.artist],
          ['Explicit', song.explicit ? 'yes' : ''],
          ['Type', song.assettype],
          ['Duration', song.assettype === 'audio' ? clock(song.duration) : ''],
          ['ISRC', song.isrc],
          ['UPC', song.upcnumber],
          ['Catalogue number', song.catalognumber],
          ['Copyright year', song.copyrightyear === null ? '' : String(song.copyrightyear)],
          ['Composer', song.composer],
          ['Writers', song.writers],
          ['Publishing', song.publishing],
          ['Producer', song.producer],
          ['Language', song.language],
          ['Markets', song.market_tags.join(', ')],
          ['Canadian content', canadian(song)],
          ['Lyrics', shownLyrics(song.lyrics)],
        ])
      }
    },
    'The CSV has them whole.',
  )
}
