/**
 * What is known of a song as bytes around its audio: an ID3v2.3 tag before an MP3; LIST/INFO (Microsoft, Multimedia
 * Programming Interface 1.0) and the same tag as `id3 ` behind a WAV's audio. Pure: the same words, the same bytes.
 */
import { type Id3Picture, id3Tag, type SongWords, songFrames, titleWithVersion } from '#core/model/bytes/id3.ts'
import { riffChunk } from '#core/model/bytes/riff.ts'
import type { Song } from '#core/model/catalogue/release.ts'
import { WAV_HEADER_BYTES } from '../codecs/wav.ts'

/** Another number whenever the same words would give other bytes. */
export const LABELLER = 1

/** A file is `head`, then the bare audio from its byte `skip` on, then `tail`. */
export interface Label {
  readonly head: Uint8Array
  readonly skip: number
  readonly tail: Uint8Array
}

/** What a song's file says of the release it is from. */
export interface SongRelease {
  readonly artist: string
  readonly trackcount: number
  readonly videocount: number
}

/** What the tags of a song say. @param cover JPEG or PNG of the release; null for none */
export function songWords(song: Song, release: SongRelease, cover: Id3Picture | null): SongWords {
  const { title, version, artist, album, available, isrc, genres, language, composer, writers, producer } = song
  const { publishing, catalognumber, copyrightyear, lyrics, explicit, impactdate, disc } = song
  return {
    title,
    version,
    artist,
    albumartist: release.artist,
    album,
    track: disc
      ? { no: disc.place, of: disc.songs }
      : { no: song.ordinal, of: release.trackcount + release.videocount },
    ...(disc && { disc: { no: disc.no, of: disc.of } }),
    date: available,
    isrc,
    labels: song.labels.map(({ name }) => name),
    genres,
    language,
    composer,
    writers,
    producer,
    publishing,
    catalognumber,
    upc: song.upcnumber,
    copyrightyear,
    lyrics,
    explicit,
    comment: impactdate === null ? '' : `Impact date ${isoDay(impactdate)}`,
    durationMs: song.duration * 1000,
    cover,
  }
}

/** The label of an MP3 that begins with its first frame. */
export function mp3Label(words: SongWords): Label {
  return { head: id3Tag(songFrames(words)), skip: 0, tail: new Uint8Array(0) }
}

/**
 * The label of a WAV that we made: a plain header, the audio, and no chunk more.
 * @param header its first 44 bytes
 * @param bytes length of the bare file
 * @returns null when a RIFF length cannot count the words as well: the file then goes without
 */
export function wavLabel(words: SongWords, header: Uint8Array, bytes: number): Label | null {
  const tail = Buffer.concat([infoChunk(words), riffChunk('id3 ', id3Tag(songFrames(words)))])
  const size = bytes - 8 + tail.length
  if (size > 0xffff_ffff) return null
  const head = Buffer.from(header.subarray(0, WAV_HEADER_BYTES))
  head.writeUInt32LE(size, 4)
  return { head, skip: WAV_HEADER_BYTES, tail }
}

/** RIFF INFO names no encoding; what reads it today takes UTF-8. */
function infoChunk(words: SongWords): Uint8Array {
  const { track, labels = [], genres = [], copyrightyear } = words
  const texts: [id: string, text: string | undefined][] = [
    ['INAM', titleWithVersion(words.title, words.version ?? '')],
    ['IART', words.artist],
    ['IPRD', words.album],
    ['ITRK', track && (track.of >= track.no ? `${track.no}/${track.of}` : String(track.no))],
    ['ICRD', words.date?.slice(0, 10)],
    ['IGNR', genres.join('; ')],
    ['ISRC', words.isrc],
    ['ILNG', words.language],
    ['ICMT', words.comment],
    ['ICOP', copyrightyear ? `${copyrightyear} ${labels[0] ?? ''}`.trim() : ''],
    ['IMUS', words.composer],
    ['IPUB', labels.join('; ')],
  ]
  const entries = texts.flatMap(([id, text]) => (text ? [riffChunk(id, Buffer.from(`${text}\0`, 'utf8'))] : []))
  return riffChunk('LIST', Buffer.concat([Buffer.from('INFO'), ...entries]))
}

/** The day of a time in seconds since 1970, as ISO 8601. */
const isoDay = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)
