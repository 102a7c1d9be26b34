/**
 * From a catalogue's release to rows and back. A song repeats much of its release; what is equal
 * is left out of the row and filled in when it is read.
 */
import { AUDIO_FORMATS, type AudioFormat, Song } from '#core/model/catalogue/release.ts'
import type { CatalogueRelease, CatalogueTrack } from '../../catalogue/contract.ts'
import { digest } from '../../catalogue/digest.ts'
import { flawOf } from '../../catalogue/readable.ts'
import type { ReleaseRow } from '../schema.ts'
import { fold } from './fold.ts'
import { releaseWords, trackWords } from './searchIndex.ts'

/** What a song has when its row does not say otherwise. */
function inherited(
  release: Pick<ReleaseRow, 'available' | 'impactdate' | 'genres' | 'markettags' | 'title'> & {
    labels: { name: string }[]
  },
): Record<string, unknown> {
  return {
    available: release.available,
    impactdate: release.impactdate,
    labels: release.labels.map((label) => ({ name: label.name })),
    genres: release.genres,
    market_tags: release.markettags,
    album: release.title,
    version: '',
    explicit: false,
    formats: ['wav', 'mp3'],
    language: '',
    composer: '',
    writers: '',
    publishing: '',
    producer: '',
    isrc: '',
    upcnumber: '',
    catalognumber: '',
    copyrightyear: null,
    canadian: {},
    lyrics: '',
  }
}

/** Columns of their own, the cover's address (made when read) and the source are not part of `meta`. */
const OWN_COLUMNS = new Set([
  'trackid',
  'releaseid',
  'ordinal',
  'title',
  'artist',
  'assettype',
  'candownload',
  'coverart',
  'source',
])

/** The part of a song its row must keep. */
function packSong(release: CatalogueRelease, song: CatalogueTrack): Record<string, unknown> {
  const given = inherited(release)
  const meta: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(song)) {
    if (OWN_COLUMNS.has(name)) continue
    if (JSON.stringify(given[name]) !== JSON.stringify(value)) meta[name] = value
  }
  return meta
}

/** A song as the wire carries it, parsed. */
export function unpackSong(
  release: ReleaseRow,
  track: {
    trackid: string
    ordinal: number
    title: string
    artist: string
    assettype: string
    candownload: boolean
    meta: Record<string, unknown>
  },
  coverart: string,
  flagged: boolean,
): Song {
  const { trackid, ordinal, title, artist, assettype, candownload } = track
  return Song.parse({
    ...inherited(release),
    ...track.meta,
    trackid,
    releaseid: release.releaseid,
    ordinal,
    title,
    artist,
    assettype,
    candownload: candownload && release.candownload,
    coverart,
    flagged,
  })
}

/** What the songs of a release can be had in, in the order it is offered; null where that is both, and where it has none. */
function formatsOf(songs: readonly Pick<CatalogueTrack, 'assettype' | 'formats'>[]): AudioFormat[] | null {
  const audio = songs.filter(({ assettype }) => assettype === 'audio')
  const had = AUDIO_FORMATS.filter((format) => audio.some(({ formats }) => formats.includes(format)))
  return audio.length === 0 || had.length === AUDIO_FORMATS.length ? null : had
}

/** What lists compare, filter and sort a release by. */
export function namesFolded(release: {
  title: string
  artist: string
  labels: readonly { name: string }[]
  genres: readonly string[]
}) {
  const labels = release.labels.map((label) => label.name)
  return {
    title_sort: fold(release.title),
    artist_sort: fold(release.artist),
    label_sort: fold(labels[0] ?? ''),
    haystack: fold([release.title, release.artist, ...labels, ...release.genres].join(' ')),
    label_keys: labels.map(fold),
  }
}

/**
 * Rows of one release, ready for `jsonb_to_recordset`.
 * @throws Error that names the release where nobody could read it again
 */
export function packRelease(release: CatalogueRelease, origin: 'demo' | 'import') {
  const flaw = flawOf(release)
  if (flaw !== null) throw new Error(`${release.artist} - ${release.title} cannot be kept: ${flaw}`)
  const row = {
    releaseid: release.releaseid,
    origin,
    title: release.title,
    artist: release.artist,
    ...namesFolded(release),
    explicit: release.explicit,
    colour: release.colour ?? null,
    available: release.available,
    available_at: new Date(release.available).toISOString(),
    impactdate: release.impactdate,
    duration: release.duration,
    trackcount: release.trackcount,
    videocount: release.videocount,
    formats: formatsOf(release.songs),
    labels: release.labels,
    genres: release.genres,
    markettags: release.markettags,
    versions: [...new Set(release.songs.map((song) => song.version).filter((version) => version !== ''))],
    packages: release.packages,
    trending: release.trending,
    trend: release.trend,
    release_type: release.release_type,
    candownload: release.candownload,
    commenting_enabled: release.commenting_enabled,
    allow_sharing: release.allow_sharing,
    promoinfo: release.promoinfo,
    cover: release.cover,
    access: release.access,
    revision: digest(JSON.stringify(release)),
    ...releaseWords({ ...release, available_at: release.available }),
  }
  const tracks = release.songs.map((song) => ({
    trackid: song.trackid,
    releaseid: release.releaseid,
    ordinal: song.ordinal,
    title: song.title,
    artist: song.artist,
    assettype: song.assettype,
    candownload: song.candownload,
    meta: packSong(release, song),
    source: song.source,
    ...trackWords(song, release.access),
  }))
  const attachments = release.attachments.map((attachment, place) => ({
    attachmentid: digest(`${release.releaseid}/${place}/${attachment.seed}/${attachment.title}`),
    releaseid: release.releaseid,
    place,
    ...attachment,
  }))
  return { row, tracks, attachments }
}
