/**
 * A WAV as radio automation wants it: `bext` (EBU Tech 3285) and `cart` (AES46-2002) before the audio, LIST/INFO
 * and `id3 ` (ID3v2.3) after it. The audio itself and every other chunk stay as they are, byte for byte.
 */
import { joined } from '#core/model/bytes/bytes.ts'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import type { ReadAt } from '../verify/container.ts'

/** A file made of a new head, a range of the source as it is, and a new tail. */
export interface Wrapped {
  readonly head: Uint8Array<ArrayBuffer>
  /** The range of the source, bytes. */
  readonly from: number
  readonly to: number
  readonly tail: Uint8Array<ArrayBuffer>
  /** Bytes altogether. */
  readonly size: number
}

export interface WavTexts {
  readonly title: string
  readonly artist: string
  readonly release: string
  readonly label: string
  readonly isrc: string
  readonly ordinal: number | null
}

export function wavTexts(job: Readonly<DownloadJob>): WavTexts {
  const { title, version, artist, ordinal, tags } = job
  return {
    title: version.trim() ? `${title} (${version.trim()})` : title,
    artist,
    release: tags?.release ?? '',
    label: tags?.label ?? '',
    isrc: tags?.isrc ?? '',
    ordinal,
  }
}

interface Chunk {
  readonly id: string
  /** Where its bytes begin, behind the eight of its header. */
  readonly at: number
  readonly length: number
}

/** Chunks that are written anew. */
const OURS: ReadonlySet<string> = new Set(['bext', 'cart', 'id3 ', 'ID3 '])
/** More small chunks than this, or larger ones, and the file is left as it is. */
const CHUNKS_MAX = 64
const KEPT_MAX = 1_048_576
const RIFF_MAX = 0xffff_ffff

/**
 * What a WAV of `size` bytes becomes with these texts. Null when it is none that can be told apart (RF64, broken
 * sizes), or would be longer than a RIFF file may be: then it is saved as it came.
 */
export async function wrapWav(size: number, read: ReadAt, texts: WavTexts): Promise<Wrapped | null> {
  const chunks = await chunksOf(size, read)
  const data = chunks?.find(({ id }) => id === 'data')
  if (!chunks || !data || !chunks.some(({ id, at }) => id === 'fmt ' && at < data.at)) return null
  const kept = { before: [] as Uint8Array[], after: [] as Uint8Array[] }
  for (const { id, at, length } of chunks) {
    if (id === 'data' || OURS.has(id)) continue
    if (length > KEPT_MAX) return null
    if (id === 'LIST' && ascii(await read(at, 4)) === 'INFO') continue
    ;(at < data.at ? kept.before : kept.after).push(chunk(id, await read(at, length)))
  }
  const before = [...kept.before, chunk('bext', bext(texts)), chunk('cart', cart(texts))]
  const dataHead = new Uint8Array(8)
  dataHead.set(bytesOf('data'))
  new DataView(dataHead.buffer).setUint32(4, data.length, true)
  const pad = new Uint8Array(data.length % 2)
  const tail = joined([pad, ...kept.after, chunk('LIST', info(texts)), chunk('id3 ', id3(texts))])
  const riff = new Uint8Array(12)
  const head = joined([riff, ...before, dataHead])
  const total = head.length + data.length + tail.length
  if (total - 8 > RIFF_MAX) return null
  head.set(bytesOf('RIFF'))
  new DataView(head.buffer).setUint32(4, total - 8, true)
  head.set(bytesOf('WAVE'), 8)
  return { head, from: data.at, to: data.at + data.length, tail, size: total }
}

/** The chunks of a RIFF/WAVE file in order; null when their sizes do not add up. */
async function chunksOf(size: number, read: ReadAt): Promise<Chunk[] | null> {
  const form = await read(0, 12)
  if (form.length < 12 || ascii(form) !== 'RIFF' || ascii(form.subarray(8)) !== 'WAVE') return null
  const chunks: Chunk[] = []
  for (let at = 12; at + 8 <= size; ) {
    const header = await read(at, 8)
    const length = new DataView(header.buffer, header.byteOffset, 8).getUint32(4, true)
    if (at + 8 + length > size || chunks.length >= CHUNKS_MAX) return null
    chunks.push({ id: ascii(header), at: at + 8, length })
    at += 8 + length + (length % 2)
  }
  return chunks
}

/** EBU Tech 3285, version 1: fixed fields of 602 bytes. */
function bext({ title, artist, release, label, isrc }: WavTexts): Uint8Array {
  const bytes = new Uint8Array(602)
  const put = (text: string, at: number, length: number) => bytes.set(plain(text, length), at)
  put([artist, title, release].filter(Boolean).join(' - '), 0, 256)
  put(label, 256, 32)
  put(isrc, 288, 32)
  new DataView(bytes.buffer).setUint16(346, 1, true)
  return bytes
}

/** AES46-2002, version 0101: fixed fields of 2048 bytes. */
function cart({ title, artist, release, label, isrc }: WavTexts): Uint8Array {
  const bytes = new Uint8Array(2048)
  const put = (text: string, at: number, length: number) => bytes.set(plain(text, length), at)
  put('0101', 0, 4)
  put(title, 4, 64)
  put(artist, 68, 64)
  put(isrc, 132, 64)
  put(label, 196, 64)
  put('Music', 260, 64)
  put(release, 324, 64)
  put('1900-01-01', 452, 10)
  put('00:00:00', 462, 8)
  put('9999-12-31', 470, 10)
  put('23:59:59', 480, 8)
  new DataView(bytes.buffer).setInt32(680, 32_768, true)
  return bytes
}

function info({ title, artist, release }: WavTexts): Uint8Array {
  const entries = [
    ['INAM', title],
    ['IART', artist],
    ['IPRD', release],
  ] as const
  const text = (value: string) => new TextEncoder().encode(`${value}\0`)
  return joined([
    bytesOf('INFO'),
    ...entries.filter(([, value]) => value !== '').map(([id, value]) => chunk(id, text(value))),
  ])
}

/** ID3v2.3 with UTF-16 texts, which every reader of that version takes. */
function id3({ title, artist, release, label, isrc, ordinal }: WavTexts): Uint8Array {
  const frames = (
    [
      ['TIT2', title],
      ['TPE1', artist],
      ['TALB', release],
      ['TPUB', label],
      ['TSRC', isrc],
      ['TRCK', ordinal === null ? '' : String(ordinal)],
    ] as const
  )
    .filter(([, value]) => value !== '')
    .map(([id, value]) => {
      const text = new Uint8Array(3 + value.length * 2)
      const view = new DataView(text.buffer)
      view.setUint8(0, 1)
      view.setUint16(1, 0xfeff, true)
      for (let i = 0; i < value.length; i++) view.setUint16(3 + i * 2, value.charCodeAt(i), true)
      const head = new Uint8Array(10)
      head.set(bytesOf(id))
      new DataView(head.buffer).setUint32(4, text.length)
      return joined([head, text])
    })
  const body = joined(frames)
  const head = Uint8Array.of(...bytesOf('ID3'), 3, 0, 0, 0, 0, 0, 0)
  // Seven bits in each byte of the size (ID3v2.3.0, 3.1).
  for (let i = 0; i < 4; i++) head[6 + i] = (body.length >>> (7 * (3 - i))) & 0x7f
  return joined([head, body])
}

function chunk(id: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + content.length + (content.length % 2))
  bytes.set(bytesOf(id))
  new DataView(bytes.buffer).setUint32(4, content.length, true)
  bytes.set(content, 8)
  return bytes
}

/** ASCII, as both standards want it: accents are dropped, anything else becomes a question mark. */
function plain(text: string, length: number): Uint8Array {
  const simple = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(/[^\x20-\x7e]/gu, '?')
  return bytesOf(simple.slice(0, length))
}

const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const ascii = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 4))
