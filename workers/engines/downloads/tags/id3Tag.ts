/**
 * The ID3v2 tag of a WAV (`id3 `), completed in the version it has: 2.2, 2.3 or 2.4. Its frames stay where they lie
 * in the file, cover and lyrics and whatever else a studio wrote; ours are added behind them where they are missing.
 */
import { joined } from '#core/model/bytes/bytes.ts'
import { fourcc, type ReadBytes } from '#core/model/bytes/riff.ts'
import { lengthOf, type Piece } from './pieces.ts'
import type { WavTexts } from './wavTexts.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Version = 2 | 3 | 4
/** Where something lies in the file, bytes. */
interface Place {
  readonly at: number
  readonly length: number
}

const HEAD_BYTES = 10
const FRAMES_MAX = 10_000
/** Seven bits in each of four bytes (ID3v2.3.0, 3.1). */
const SIZE_MAX = 0x0fff_ffff
/** A tag in which bytes were put in against readers of old is taken into memory up to here, bytes. */
const UNDONE_MAX = 16_777_216
/** As much of a text is looked at to know whether it says something, bytes. */
const LOOKED_AT = 128
const UNSYNCHRONISED = 0x80
/** In 2.2 this bit says that all is compressed, in a way that was never settled. */
const EXTENDED = 0x40
const FOOTER = 0x10

const wanted = (
  { title, artist, release, label, isrc, ordinal, disc, genre, composer, year }: WavTexts,
  version: Version,
) =>
  (
    [
      ['TIT2', 'TT2', title],
      ['TPE1', 'TP1', artist],
      ['TALB', 'TAL', release],
      ['TPUB', 'TPB', label],
      ['TSRC', 'TRC', isrc],
      ['TCON', 'TCO', genre],
      ['TCOM', 'TCM', composer],
      [version === 4 ? 'TDRC' : 'TYER', 'TYE', year],
      ['TRCK', 'TRK', ordinal === null ? '' : String(ordinal)],
      ['TPOS', 'TPA', disc],
    ] as const
  )
    .map(([id, short, text]) => ({ id: version === 2 ? short : id, text }))
    .filter(({ text }) => text !== '')

/** A tag of version 2.3 with what we know. */
export function id3Content(texts: WavTexts): Bytes {
  const frames = joined(wanted(texts, 3).map(({ id, text }) => textFrame(id, text, 3)))
  return joined([tagHead(3, 0, frames.length), frames])
}

/**
 * The tag at a place with what we know where nothing stands; null when it is none, or none that can be added to: then
 * it stays as it is.
 */
export async function completedId3(place: Place, read: ReadBytes, texts: WavTexts): Promise<Piece[] | null> {
  const head = await read(place.at, Math.min(HEAD_BYTES, place.length))
  const version = head[3]
  if (head.length < HEAD_BYTES || fourcc(head, 0).slice(0, 3) !== 'ID3') return null
  if (version !== 2 && version !== 3 && version !== 4) return null
  const flags = head[5] as number
  if (version === 2 && (flags & EXTENDED) !== 0) return null
  const end = place.at + place.length
  const inside = { at: place.at + HEAD_BYTES, length: end - place.at - HEAD_BYTES }
  if (version < 4 && (flags & UNSYNCHRONISED) !== 0) {
    if (inside.length > UNDONE_MAX) return null
    const bytes = undone(await read(inside.at, inside.length))
    const reread: ReadBytes = async (at, length) => bytes.slice(at, at + length)
    const pieces = await completed({ at: 0, length: bytes.length }, reread, version, flags & ~UNSYNCHRONISED, texts)
    return pieces?.map((piece) => (piece instanceof Uint8Array ? piece : bytes.slice(piece.from, piece.to))) ?? null
  }
  // A size that is too small leaves frames behind it, one that is too large is cut: what is there counts, but a footer.
  const footer = version === 4 && (flags & FOOTER) !== 0 ? synchsafe(head, 6) : inside.length
  return completed({ ...inside, length: Math.min(inside.length, footer) }, read, version, flags, texts)
}

async function completed(
  { at: start, length }: Place,
  read: ReadBytes,
  version: Version,
  flags: number,
  texts: WavTexts,
): Promise<Piece[] | null> {
  const end = start + length
  const pieces: Piece[] = []
  const known = new Set<string>()
  const ours = wanted(texts, version)
  let at = version === 2 ? start : await afterExtension(start, read, version, flags)
  for (let n = 0; n < FRAMES_MAX; n++) {
    const frame = await frameAt(at, end, read, version)
    if (frame === null) break
    const to = at + frame.length
    if (frame.isEmpty && ours.some(({ id }) => id === frame.id)) {
      at = to
      continue
    }
    known.add(frame.id)
    const last = pieces.at(-1)
    if (last && !(last instanceof Uint8Array) && last.to === at) pieces.splice(-1, 1, { from: last.from, to })
    else pieces.push({ from: at, to })
    at = to
  }
  if (version === 4 && known.has('TYER')) known.add('TDRC')
  if (version !== 4 && known.has('TDRC')) known.add('TYER')
  for (const { id, text } of ours) if (!known.has(id)) pieces.push(textFrame(id, text, version))
  // Zeros are padding. Anything else is kept where readers come to it last.
  if (at < end && (await holdsMore(at, end, read))) pieces.push({ from: at, to: end })
  const size = lengthOf(pieces)
  if (size > SIZE_MAX) return null
  const left = version === 4 ? flags & ~(EXTENDED | FOOTER) : flags & ~EXTENDED
  return [tagHead(version, left, size), ...pieces]
}

/** An extended header holds a checksum and restrictions of the tag as it was, and no content. */
async function afterExtension(at: number, read: ReadBytes, version: Version, flags: number): Promise<number> {
  if ((flags & EXTENDED) === 0) return at
  const bytes = await read(at, 4)
  if (bytes.length < 4) return at
  return version === 4 ? at + synchsafe(bytes, 0) : at + 4 + u32(bytes, 0)
}

async function frameAt(at: number, end: number, read: ReadBytes, version: Version) {
  const header = version === 2 ? 6 : 10
  const bytes = await read(at, Math.min(header + LOOKED_AT, end - at))
  const id = fourcc(bytes, 0).slice(0, version === 2 ? 3 : 4)
  if (bytes.length <= header || !/^[A-Z][A-Z0-9]{2,3}$/.test(id)) return null
  const said = version === 2 ? u32(bytes, 2) & 0xff_ffff : version === 3 ? u32(bytes, 4) : synchsafe(bytes, 4)
  const fits = async (content: number) => {
    const next = at + header + content
    if (next >= end) return next === end
    const [first = 0, second = 0] = await read(next, 2)
    return first === 0 || (isCapital(first) && isCapital(second))
  }
  let content = said
  // iTunes once wrote the sizes of 2.4 as those of 2.3.
  if (version === 4 && !(await fits(said)) && (await fits(u32(bytes, 4)))) content = u32(bytes, 4)
  if (at + header + content > end) return null
  const text = bytes.subarray(header + 1, header + content)
  const isText = id.startsWith('T') && header + content <= bytes.length
  return { id, length: header + content, isEmpty: isText && text.every((byte) => byte === 0 || byte >= 0xfe) }
}

async function holdsMore(at: number, end: number, read: ReadBytes): Promise<boolean> {
  const some = await read(at, Math.min(65_536, end - at))
  return end - at > some.length || some.some((byte) => byte !== 0)
}

/** A text as every reader of the version takes it: UTF-16 with its mark, in 2.4 UTF-8. */
function textFrame(id: string, text: string, version: Version): Bytes {
  const content = version === 4 ? joined([Uint8Array.of(3), new TextEncoder().encode(text)]) : utf16(text)
  if (version === 2) {
    const { length } = content
    return joined([ascii(id), Uint8Array.of(length >>> 16, length >>> 8, length), content])
  }
  const head = new Uint8Array(HEAD_BYTES)
  head.set(ascii(id))
  if (version === 4) head.set(sevenBits(content.length), 4)
  else new DataView(head.buffer).setUint32(4, content.length)
  return joined([head, content])
}

function utf16(text: string): Bytes {
  const view = new DataView(new ArrayBuffer(3 + text.length * 2))
  view.setUint8(0, 1)
  view.setUint16(1, 0xfeff, true)
  for (let n = 0; n < text.length; n++) view.setUint16(3 + n * 2, text.charCodeAt(n), true)
  return new Uint8Array(view.buffer)
}

const tagHead = (version: Version, flags: number, size: number): Bytes =>
  joined([ascii('ID3'), Uint8Array.of(version, 0, flags), sevenBits(size)])

/** Without the zero that stands behind every 0xFF (ID3v2.3.0, 5). */
function undone(bytes: Uint8Array): Bytes {
  const out = new Uint8Array(bytes.length)
  let length = 0
  for (let n = 0; n < bytes.length; n++) {
    out[length++] = bytes[n] as number
    if (bytes[n] === 0xff && bytes[n + 1] === 0) n++
  }
  return out.slice(0, length)
}

const sevenBits = (size: number): Bytes => Uint8Array.from({ length: 4 }, (_, n) => (size >>> (7 * (3 - n))) & 0x7f)
const synchsafe = (bytes: Uint8Array, at: number) =>
  [0, 1, 2, 3].reduce((sum, n) => sum * 128 + ((bytes[at + n] ?? 0) & 0x7f), 0)
const u32 = (bytes: Uint8Array, at: number) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(at)
const ascii = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
const isCapital = (byte: number) => byte >= 0x41 && byte <= 0x5a
