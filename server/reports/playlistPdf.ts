// The track list of a playlist as PDF (API-PL-013).

import type { Song } from '#core/model/catalogue/release.ts'
import { clock, shortDate } from '#core/model/text/formats.ts'
import { makePdf } from './pdf.ts'

/** @param now ms since 1970 */
export function playlistPdf(
  playlist: { name: string; description: string },
  songs: readonly Song[],
  now: number,
): Promise<Buffer> {
  return makePdf(playlist.name, now, async (sheet) => {
    await sheet.heading(playlist.name, undefined, playlist.description)
    if (playlist.description) await sheet.line(playlist.description, playlist.name)
    const seconds = songs.reduce((sum, song) => sum + song.duration, 0)
    await sheet.line(`${songs.length} ${songs.length === 1 ? 'song' : 'songs'}, ${clock(seconds)}`)
    sheet.gap()
    await sheet.table(
      [
        { title: '#', share: 3, align: 'right' },
        { title: 'Artist', share: 18 },
        { title: 'Title', share: 24 },
        { title: 'Duration', share: 8, align: 'right' },
        { title: 'Label', share: 14 },
        { title: 'Available', share: 10 },
        { title: 'ISRC', share: 12 },
      ],
      songs.map((song, index) => [
        String(index + 1),
        song.artist,
        `${song.title}${song.explicit ? ' [E]' : ''}${song.version ? ` (${song.version})` : ''}`,
        clock(song.duration),
        song.labels.map((label) => label.name).join(', '),
        shortDate(song.available),
        song.isrc,
      ]),
    )
  })
}
