/**
 * ID3v2.3 tags (id3.org, "ID3 tag version 2.3.0", M. Nilsson 1999) out of frames, and frames out of what is known of a
 * song. 2.3 and not 2.4: it is what studio and station software reads everywhere.
 */
import { joined } from './bytes.ts'

/** A frame: its four signs and what stands behind its head. */
export interface Id3Frame {
  readonly id: string
  readonly body: Uint8Array
}

/** A picture of the front cover, JPEG or PNG. */
export interface Id3Picture {
  readonly type: 'image/jpeg' | 'image/png'
  readonly data: Uint8Array
}

/** What a tag says of a song. What is empty, null or not there gets no frame. */
export interface SongWords {
  readonly title: string
  readonly version?: string
  readonly artist: string
  /** Artist of the release. */
  readonly albumartist?: string
  readonly album?: string
  /** 1-based place on its disc, and how many there are. */
  readonly track?: Place
  readonly disc?: Place
  /** ISO 8601 date. */
  readonly date?: string
  readonly isrc?: string
  readonly labels?: readonly string[]
  readonly genres?: readonly string[]
  /** As a person wrote it: a name, or a code of two or three letters. */
  readonly language?: string
  readonly composer?: string
  readonly writers?: string
  readonly producer?: string
  readonly publishing?: string
  readonly catalognumber?: string
  readonly upc?: string
  readonly copyrightyear?: number | null
  readonly lyrics?: string
  readonly comment?: string
  readonly explicit?: boolean
  /** ms. */
  readonly durationMs?: number
  readonly cover?: Id3Picture | null
}

export interface Place {
  readonly no: number
  /** How many there are; 0 where that is not known. */
  readonly of: number
}

const HEAD_BYTES = 10
/** The most that the size in a tag's head can say: four times seven bits. */
const ID3_MAX_BYTES = 0x0fff_ffff
const LATIN_1 = 0
const UTF_16 = 1
const FRONT_COVER = 3

/**
 * The tag of these frames, in their order.
 * @throws RangeError for a frame whose id is none, or a tag larger than its head can say
 */
export function id3Tag(frames: readonly Id3Frame[]): Uint8Array<ArrayBuffer> {
  const pieces = frames.flatMap(({ id, body }) => {
    if (!/^[A-Z][A-Z0-9]{3}$/.test(id)) throw new RangeError(`${id} is no ID3v2.3 frame`)
    const head = new Uint8Array(HEAD_BYTES)
    head.set(latin1(id))
    new DataView(head.buffer).setUint32(4, body.length)
    return [head, body]
  })
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (bytes > ID3_MAX_BYTES) throw new RangeError('an ID3 tag holds at most 256 MB')
  const head = Uint8Array.of(0x49, 0x44, 0x33, 3, 0, 0, (bytes >> 21) & 127, (bytes >> 14) & 127, (bytes >> 7) & 127, bytes & 127) // biome-ignore format: one line
  return joined([head, ...pieces])
}

/** A text frame (`T...`). More texts than one are set apart by slashes, as 2.3 has it. */
export function textFrame(id: string, ...texts: readonly string[]): Id3Frame {
  const text = texts.join('/')
  return { id, body: joined([Uint8Array.of(encodingOf(text)), encoded(text, encodingOf(text))]) }
}

/** A text with a name of its own (`TXXX`). */
export function namedTextFrame(name: string, text: string): Id3Frame {
  const encoding = encodingOf(name + text)
  return { id: 'TXXX', body: joined([Uint8Array.of(encoding), ended(name, encoding), encoded(text, encoding)]) }
}

/**
 * A comment (`COMM`) or lyrics (`USLT`).
 * @param language ISO 639-2, three letters; `XXX` where it is not known
 */
export function longTextFrame(id: 'COMM' | 'USLT', language: string, text: string): Id3Frame {
  const encoding = encodingOf(text)
  return {
    id,
    body: joined([Uint8Array.of(encoding), latin1(language), ended('', encoding), encoded(text, encoding)]),
  }
}

/** The front cover (`APIC`). */
function pictureFrame({ type, data }: Id3Picture): Id3Frame {
  return { id: 'APIC', body: joined([Uint8Array.of(LATIN_1), latin1(type), Uint8Array.of(0, FRONT_COVER, 0), data]) }
}

/** What is known of a song as frames, in a fixed order. The cover stands last, so that words are found early. */
export function songFrames(words: SongWords): Id3Frame[] {
  const { language = '', date = '', labels = [], genres = [], track, disc } = words
  const code = languageCode(language)
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-')
  const frames: (Id3Frame | null)[] = [
    text('TIT2', titleWithVersion(words.title, words.version ?? '')),
    text('TPE1', words.artist),
    text('TPE2', words.albumartist),
    text('TALB', words.album),
    track ? text('TRCK', placed(track)) : null,
    disc ? text('TPOS', placed(disc)) : null,
    text('TYER', /^\d{4}$/.test(year) ? year : ''),
    text('TDAT', /^\d\d$/.test(month) && /^\d\d$/.test(day) ? day + month : ''),
    text('TCON', genres.map(genreText).join('/')),
    text('TPUB', labels.join('/')),
    text('TSRC', words.isrc),
    text('TLAN', code ?? ''),
    text('TCOM', words.composer),
    text('TEXT', words.writers),
    text('TCOP', words.copyrightyear ? `${words.copyrightyear} ${labels[0] ?? ''}`.trim() : ''),
    text('TLEN', words.durationMs ? String(Math.round(words.durationMs)) : ''),
    named('ALBUMVERSION', words.version),
    named('RELEASETIME', year === '' ? '' : date.slice(0, 10)),
    named('PRODUCER', words.producer),
    named('PUBLISHER', words.publishing),
    named('CATALOGNUMBER', words.catalognumber),
    named('BARCODE', words.upc),
    named('LANGUAGE', code === null ? language : ''),
    words.explicit ? namedTextFrame('ITUNESADVISORY', '1') : null,
    words.comment ? longTextFrame('COMM', 'eng', words.comment) : null,
    words.lyrics ? longTextFrame('USLT', code ?? 'XXX', words.lyrics) : null,
    words.cover ? pictureFrame(words.cover) : null,
  ]
  return frames.filter((frame) => frame !== null)
}

/** `Song (Radio Edit)`; a title that says its version already is left alone. */
export function titleWithVersion(title: string, version: string): string {
  if (version === '' || title.toLowerCase().endsWith(`(${version.toLowerCase()})`)) return title
  return `${title} (${version})`
}

const text = (id: string, value: string | undefined) => (value ? textFrame(id, value) : null)
const named = (name: string, value: string | undefined) => (value ? namedTextFrame(name, value) : null)
const placed = ({ no, of }: Place) => (of >= no ? `${no}/${of}` : String(no))
/** A bracket at the start of a genre would be read as the number of one. */
const genreText = (genre: string) => (genre.startsWith('(') ? `(${genre}` : genre)

/** ISO 639-2 codes of languages that songs are sung in, by their English names and their codes of two letters. */
const LANGUAGES: Readonly<Record<string, readonly [code: string, name: string]>> = {
  ar: ['ara', 'arabic'],
  da: ['dan', 'danish'],
  de: ['deu', 'german'],
  en: ['eng', 'english'],
  es: ['spa', 'spanish'],
  fi: ['fin', 'finnish'],
  fr: ['fra', 'french'],
  hi: ['hin', 'hindi'],
  it: ['ita', 'italian'],
  ja: ['jpn', 'japanese'],
  ko: ['kor', 'korean'],
  nl: ['nld', 'dutch'],
  no: ['nor', 'norwegian'],
  pl: ['pol', 'polish'],
  pt: ['por', 'portuguese'],
  ru: ['rus', 'russian'],
  sv: ['swe', 'swedish'],
  tr: ['tur', 'turkish'],
  uk: ['ukr', 'ukrainian'],
  zh: ['zho', 'chinese'],
}

/** The code of three letters of a language that is named or coded; null for any other text. */
export function languageCode(language: string): string | null {
  const given = language.trim().toLowerCase()
  const short = /^([a-z]{2})(?:-[a-z0-9]+)?$/.exec(given)?.[1]
  if (short) return LANGUAGES[short]?.[0] ?? null
  if (/^[a-z]{3}$/.test(given)) return given
  return Object.values(LANGUAGES).find(([, name]) => name === given)?.[0] ?? null
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole range of Latin-1 is meant
const encodingOf = (value: string) => (/^[\u0000-\u00ff]*$/.test(value) ? LATIN_1 : UTF_16)

function latin1(value: string): Uint8Array {
  return Uint8Array.from(value, (sign) => sign.charCodeAt(0))
}

/** A text in its encoding. UTF-16 is little-endian behind a byte order mark. */
function encoded(value: string, encoding: number): Uint8Array {
  if (encoding === LATIN_1) return latin1(value)
  const bytes = new Uint8Array(2 + value.length * 2)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0xfeff, true)
  for (let i = 0; i < value.length; i++) view.setUint16(2 + i * 2, value.charCodeAt(i), true)
  return bytes
}

/** A text with the zero that ends it. */
function ended(value: string, encoding: number): Uint8Array {
  return joined([encoded(value, encoding), new Uint8Array(encoding === LATIN_1 ? 1 : 2)])
}
