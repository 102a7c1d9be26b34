/**
 * From files to releases. Pure: the same files give the same releases in the same order.
 * Album artist and album decide; what tags leave open, the folder's and the file's name answer.
 */
import { basename, dirname, extname } from 'node:path'
import type { TrackFacts } from './tags/facts.ts'
import {
  clean,
  discOfFolder,
  folded,
  fromFileName,
  fromFolderName,
  leadArtist,
  splitDisc,
  splitTitle,
} from './tags/titles.ts'
import { natural } from './walk.ts'

/** A file with every question about its place answered. */
export interface Resolved {
  facts: TrackFacts
  title: string
  version: string
  explicit: boolean
  artist: string
  albumartist: string | null
  /** Null for a song that stands alone. */
  album: string | null
  disc: number
  track: number | null
}

export interface Group {
  /** What makes it this release: kind, artist and title, folded. */
  key: string
  artist: string
  title: string
  files: Resolved[]
}

export interface Twin {
  file: string
  /** The copy that was taken instead. */
  instead: string
}

const UNKNOWN_ARTIST = 'Unknown artist'
const VARIOUS = 'Various Artists'
/** Two copies of one song may differ by an encoder's padding, in seconds. */
const SAME_LENGTH_S = 2
const MP3_KBITS_MAX = 320

/** What tells releases apart. */
export const groupKey = (isSingle: boolean, artist: string, title: string): string =>
  [isSingle ? 'single' : 'album', folded(artist), folded(title)].join('\n')

/** Groups files into releases, in the order of their first file. */
export function groupFiles(all: readonly TrackFacts[]): Group[] {
  const buckets = new Map<string, Resolved[]>()
  for (const facts of all) {
    const file = resolve(facts)
    add(buckets, bucketOf(file), file)
  }
  const groups = new Map<string, Group>()
  for (const files of buckets.values()) {
    const first = files[0]!
    const artist = releaseArtist(files)
    const title = first.album ?? first.title
    const key = groupKey(first.album === null, artist, title)
    const group = groups.get(key)
    if (group) group.files.push(...files)
    else groups.set(key, { key, artist, title, files })
  }
  return [...groups.values()]
}

/**
 * The songs of a release in their order, without second copies: the same audio, or the same song (disc, number, title,
 * version, about the same length, and what marks it) in lesser quality. A WAV is seldom tagged as well as the MP3 beside
 * it, and has no place for the mark its FLAC carries: between a lossless file and another the artist counts, and between
 * files of two formats the explicit mark, only where files of one kind differ by it. A song is explicit where a copy is.
 */
export function orderedSongs(files: readonly Resolved[]): { songs: Resolved[]; twins: Twin[] } {
  const songs: Resolved[] = []
  const twins: Twin[] = []
  // Where in `songs` a copy of the same audio stands, and those of the same words: ten thousand are not compared with each other.
  const byAudio = new Map<string, number>()
  const byWords = new Map<string, number[]>()
  // A copy's mark is the song's at the end alone: before, it would be taken for that of the file it is not on.
  const marked = new Set<Resolved>()
  const [ofArtists, ofCuts] = [differing(files, kindOf, leadOf), differing(files, formatOf, isExplicit)]
  const best = [...files].sort((a, b) => qualityOf(b) - qualityOf(a) || natural.compare(a.facts.source, b.facts.source))
  for (const file of best) {
    const words = wordsOf(file)
    const same = byAudio.get(file.facts.audio)
    const like = byWords.get(words)?.find((at) => {
      const song = songs[at]!
      const isBy = leadOf(song) === leadOf(file) || (kindOf(song) !== kindOf(file) && !ofArtists.has(words))
      const isCut = song.explicit === file.explicit || (formatOf(song) !== formatOf(file) && !ofCuts.has(words))
      return nearlyAsLong(song, file) && isBy && isCut
    })
    const at = Math.min(same ?? Number.MAX_SAFE_INTEGER, like ?? Number.MAX_SAFE_INTEGER)
    const taken = songs[at]
    if (taken) {
      if (file.explicit) marked.add(taken)
      twins.push({ file: file.facts.source, instead: taken.facts.source })
      continue
    }
    byAudio.set(file.facts.audio, songs.length)
    add(byWords, words, songs.length)
    songs.push(file)
  }
  songs.sort(
    (a, b) =>
      a.disc - b.disc ||
      (a.track ?? Number.MAX_SAFE_INTEGER) - (b.track ?? Number.MAX_SAFE_INTEGER) ||
      natural.compare(a.facts.source, b.facts.source),
  )
  return { songs: songs.map((song) => (marked.has(song) ? { ...song, explicit: true } : song)), twins }
}

/** Title, artist and place of a file from its tags, then from its name and its folder's. */
export function resolve(facts: TrackFacts): Resolved {
  const { tags, source } = facts
  const folder = dirname(source)
  const folderDisc = discOfFolder(basename(folder))
  const name = fromFileName(basename(source))
  const untagged = tags.title === null && tags.album === null && tags.artist === null
  const parent = fromFolderName(basename(folderDisc === null ? folder : dirname(folder)))
  const album = tags.album !== null ? splitDisc(tags.album) : untagged ? { album: parent.album, disc: null } : null
  const { title, version, explicit } = splitTitle(tags.title ?? name.title)
  const albumartist = tags.albumartist ?? (untagged ? parent.artist : null)
  return {
    facts,
    title: title || clean(basename(source)),
    version: versionOf(tags.version, version),
    explicit: explicit || tags.explicit,
    artist: tags.artist ?? albumartist ?? name.artist ?? UNKNOWN_ARTIST,
    albumartist,
    album: album?.album ?? null,
    disc: tags.disc ?? album?.disc ?? folderDisc ?? name.disc ?? 1,
    track: tags.track ?? (album === null ? null : name.track),
  }
}

/** Both, where they say different things; the one of the title last, as a version is told by how it ends (H-463). */
function versionOf(subtitle: string, ofTitle: string): string {
  const [said, ends] = [folded(subtitle), folded(ofTitle)]
  if (said.includes(ends)) return subtitle
  return ends.includes(said) ? ofTitle : `${subtitle}, ${ofTitle}`
}

/** What belongs together before the artist is known: with an album artist everywhere, without one in one folder. */
function bucketOf(file: Resolved): string {
  if (file.album === null) return ['single', folded(leadArtist(file.artist)), folded(file.title)].join('\n')
  const folder = dirname(file.facts.source)
  const place = discOfFolder(basename(folder)) === null ? folder : dirname(folder)
  const owner = file.albumartist !== null ? `artist ${folded(file.albumartist)}` : `folder ${place}`
  return ['album', owner, folded(file.album)].join('\n')
}

function releaseArtist(files: readonly Resolved[]): string {
  const first = files[0]!
  if (first.albumartist !== null) return first.albumartist
  const leads = new Map(files.map((file) => [folded(leadArtist(file.artist)), leadArtist(file.artist)]))
  const [only] = leads.values()
  if (leads.size > 1 || only === undefined || files.some((file) => file.facts.tags.compilation)) return VARIOUS
  return only
}

/** What two copies of one song have in common. */
const wordsOf = ({ disc, track, title, version }: Resolved) => [disc, track, folded(title), folded(version)].join('\n')
/** What tells two songs of the same words apart, besides the explicit mark. */
const leadOf = ({ artist }: Resolved) => folded(leadArtist(artist))
const isExplicit = ({ explicit }: Resolved) => String(explicit)

/** Files that are tagged alike, as far as artists go. */
const kindOf = ({ facts }: Resolved) => String(facts.lossless)
/** And as far as the mark goes; `.wave` and `.aiff` are `.wav` and `.aif`. */
const formatOf = ({ facts }: Resolved) => extname(facts.source).slice(0, 4).toLowerCase()

/** Words under which files of one kind differ by a mark. */
function differing(
  files: readonly Resolved[],
  kind: (file: Resolved) => string,
  mark: (file: Resolved) => string,
): ReadonlySet<string> {
  const known = new Map<string, string>()
  const found = new Set<string>()
  for (const file of files) {
    const words = wordsOf(file)
    const alike = `${words}\n${kind(file)}`
    if ((known.get(alike) ?? mark(file)) !== mark(file)) found.add(words)
    known.set(alike, mark(file))
  }
  return found
}

/** Earlier builds noted no rate of an MP3: its bytes tell it then, tags and all, as far as a rate can go. */
const qualityOf = ({ facts: { quality, files, duration } }: Resolved) =>
  quality === 0 ? Math.min(MP3_KBITS_MAX, Math.round((files.mp3.bytes * 8) / duration / 1000)) : quality

const nearlyAsLong = (a: Resolved, b: Resolved) => Math.abs(a.facts.duration - b.facts.duration) < SAME_LENGTH_S

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
