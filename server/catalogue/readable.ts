// Whether what a catalogue hands over can be read again. One release that cannot breaks every list it stands in.
import { ReleaseCard, Song } from '#core/model/catalogue/release.ts'
import type { CatalogueRelease } from './contract.ts'

const MADE_WHEN_READ = { thumbnail: '', coverart: '', flagged: false, archived: false }

/** The first thing of a release, or of one of its songs, that nobody could read again; null where all is well. */
export function flawOf(release: CatalogueRelease): string | null {
  if (Number.isNaN(Date.parse(release.available))) return 'available: no date'
  const card = ReleaseCard.safeParse({ ...release, ...MADE_WHEN_READ })
  if (!card.success) return said(card.error.issues[0])
  for (const song of release.songs) {
    const read = Song.safeParse({ ...song, flagged: false })
    if (!read.success) return `“${song.title}”, ${said(read.error.issues[0])}`
  }
  return null
}

const said = (issue: { path: PropertyKey[]; message: string } | undefined) =>
  `${issue?.path.map(String).join('.')}: ${issue?.message}`
