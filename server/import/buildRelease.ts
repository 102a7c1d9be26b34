// A release for the catalogue out of its songs. Pure.
import type { CatalogueRelease, CatalogueTrack } from '../catalogue/contract.ts'
import { digest } from '../catalogue/digest.ts'
import type { Resolved } from './grouping.ts'

const GENRES_MAX = 10
const LABELS_MAX = 50

export interface ReleaseSpec {
  releaseid: string
  artist: string
  title: string
  /** In order; at least one. */
  songs: readonly Resolved[]
  /** ISO date of the first import: when it became available, if its tags do not say. */
  imported: string
  access: 'open' | 'withdrawn'
}

/** Id of a release from its key; `turn` counts up where an older release holds the id. */
export function releaseIdOf(key: string, turn: number): string {
  return `imp-${digest(`release\n${key}\n${turn}`)}`
}

/** Builds the release as the store takes it. Ids of songs come from the release and the audio, so edited tags keep them. */
export function buildRelease(spec: ReleaseSpec): CatalogueRelease {
  const { releaseid, artist, title, imported, access } = spec
  const all = spec.songs.map((song) => song.facts)
  const available = all.find((facts) => facts.tags.date !== null)?.tags.date ?? imported
  const labels = unique(all.flatMap((facts) => facts.tags.labels))
    .slice(0, LABELS_MAX)
    .map((name) => ({ name }))
  const genres = unique(all.flatMap((facts) => facts.tags.genres)).slice(0, GENRES_MAX)
  const discs = discsOf(spec.songs)
  const cover = all.find((facts) => facts.cover)?.cover ?? all.find((facts) => facts.folderCover)?.folderCover
  return {
    releaseid,
    title,
    artist,
    explicit: spec.songs.some((song) => song.explicit),
    available,
    impactdate: null,
    duration: milli(all.reduce((sum, facts) => sum + facts.duration, 0)),
    trackcount: all.length,
    videocount: 0,
    labels,
    genres,
    markettags: [],
    trending: false,
    release_type: all.length <= 3 ? 'single' : all.length <= 6 ? 'ep' : 'album',
    candownload: true,
    commenting_enabled: true,
    allow_sharing: true,
    promoinfo: '',
    cover: cover ? { file: cover } : null,
    songs: spec.songs.map((song, i) => ({
      ...track(spec, song, i + 1, { available, labels, genres }),
      ...discs(song),
    })),
    attachments: [],
    access,
    trend: 0,
    packages: [],
  }
}

/** Says where a song stands on the discs of its release; nothing for a release of one disc. */
function discsOf(songs: readonly Resolved[]): (song: Resolved) => Pick<CatalogueTrack, 'disc'> {
  const places = new Map<Resolved, number>()
  const counts = new Map<number, number>()
  for (const song of songs) {
    const place = (counts.get(song.disc) ?? 0) + 1
    counts.set(song.disc, place)
    places.set(song, place)
  }
  const of = Math.max(...counts.keys())
  return (song) =>
    of < 2 ? {} : { disc: { no: song.disc, of, place: places.get(song)!, songs: counts.get(song.disc)! } }
}

function track(
  spec: ReleaseSpec,
  song: Resolved,
  ordinal: number,
  release: Pick<CatalogueTrack, 'available' | 'labels' | 'genres'>,
): CatalogueTrack {
  const { facts } = song
  const { tags } = facts
  const { wav, mp3 } = facts.files
  return {
    trackid: `imp-${digest(`track\n${spec.releaseid}\n${facts.audio}`)}`,
    releaseid: spec.releaseid,
    ordinal,
    title: song.title,
    artist: song.artist,
    version: song.version,
    explicit: song.explicit,
    assettype: 'audio',
    duration: milli(facts.duration),
    available: tags.date ?? release.available,
    impactdate: null,
    labels: tags.labels.length > 0 ? tags.labels.map((name) => ({ name })) : release.labels,
    genres: tags.genres.length > 0 ? tags.genres : release.genres,
    market_tags: [],
    // The server gives a song the address of its release's cover.
    coverart: '',
    candownload: true,
    formats: wav ? ['wav', 'mp3'] : ['mp3'],
    album: spec.title,
    language: tags.language,
    composer: tags.composer,
    writers: tags.writers,
    publishing: tags.publishing,
    producer: tags.producer,
    isrc: tags.isrc,
    upcnumber: tags.upc,
    catalognumber: tags.catalognumber,
    copyrightyear: tags.copyrightyear,
    canadian: {},
    lyrics: tags.lyrics,
    ...(facts.loudness && { loudness: facts.loudness }),
    source: { kind: 'file', files: wav ? { wav, mp3 } : { mp3 } },
  }
}

function unique(values: string[]): string[] {
  const seen = new Map<string, string>()
  for (const value of values) if (!seen.has(value.toLowerCase())) seen.set(value.toLowerCase(), value)
  return [...seen.values()]
}

/** Seconds to the millisecond. */
function milli(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
