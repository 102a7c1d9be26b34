/**
 * Whether the bytes are what their name says. A WAV, an MP4 and a zip also prove that their end is there
 * (RIFF chunk size; boxes of ISO/IEC 14496-12, 4.2; the end-of-central-directory record of APPNOTE 4.3.16).
 */
import { Trouble } from '../trouble/trouble.ts'

export type Container = 'wav' | 'mp3' | 'mp4' | 'zip'

/** Reads `length` bytes at `at`, fewer at the end. */
export type ReadAt = (at: number, length: number) => Promise<Uint8Array>

const EOCD_BYTES = 22
const EOCD_COMMENT_MAX = 0xffff
/** How the first entry of a zip begins (APPNOTE 4.3.7). */
const LOCAL_ENTRY = 'PK\x03\x04'
/** Of these bits is what writers into a pipe put where they do not know a length: 0xFFFFFFFF, or what SoX has. */
const UNKNOWN_LENGTH = 0x7fff_f000

/**
 * What is known of a file: its bytes are the server's by their digest, or are as many as it announced; or nothing. Of
 * bytes that are the server's only the kind is checked, because a file whose own header is sloppy is still the file the
 * person asked for. Where their number is right, a WAV may be sloppy as well, but not say that more belongs to it than
 * came (H-531).
 */
export type Known = 'bytes' | 'length' | 'nothing'

/**
 * Checks a whole file of `size` bytes.
 * @throws Trouble `format` when it is another kind of file, `length` when it is the right kind and its end is
 * missing or beyond what it says of itself, `empty` for a zip without entries
 */
export async function checkContainer(kind: Container, size: number, read: ReadAt, known: Known): Promise<void> {
  if (kind === 'wav') checkWav(await read(0, 28), size, known)
  else if (kind === 'mp3') checkMp3(await read(0, 4))
  else if (kind === 'mp4') await checkMp4(size, read, known)
  else checkZip(await read(0, 4), await read(Math.max(0, size - EOCD_BYTES - EOCD_COMMENT_MAX), size))
}

function checkWav(head: Uint8Array, size: number, known: Known): void {
  const form = ascii(head, 0)
  if (!['RIFF', 'RF64', 'BW64'].includes(form) || ascii(head, 8) !== 'WAVE') throw wrong('not a WAV file')
  if (known === 'bytes') return
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  // RF64 and BW64 keep their size in the ds64 chunk (EBU Tech 3306, ITU-R BS.2088).
  const riff = form === 'RIFF' ? view.getUint32(4, true) : size >= 28 ? Number(view.getBigUint64(20, true)) : 0
  const isUnknown = form === 'RIFF' && (riff & UNKNOWN_LENGTH) === UNKNOWN_LENGTH
  // One byte more is the pad byte that many leave out.
  if (known === 'length' && (isUnknown || riff <= size - 7)) return
  if (riff !== size - 8) throw cut(`the RIFF size is ${riff}, the file has ${size} bytes`)
}

function checkMp3(head: Uint8Array): void {
  if (ascii(head, 0).startsWith('ID3')) return
  const [sync = 0, second = 0, third = 0] = head
  const frame = sync === 0xff && (second & 0xe0) === 0xe0 && (second & 0x18) !== 0x08 && (second & 0x06) !== 0
  if (!frame || (third & 0xf0) === 0xf0) throw wrong('not an MP3 file')
}

/** Walks over the boxes of the file: the first says what it is, the last ends where the file does. */
async function checkMp4(size: number, read: ReadAt, known: Known): Promise<void> {
  for (let at = 0; at < size; ) {
    const head = await read(at, 16)
    if (head.length < 8) throw cut('the last box is cut')
    if (at === 0 && ascii(head, 4) !== 'ftyp') throw wrong('not an MP4 file')
    if (known === 'bytes') return
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
    const short = view.getUint32(0)
    // 0: up to the end of the file; 1: the length follows in eight bytes.
    const long = short === 1 && head.length === 16 ? Number(view.getBigUint64(8)) : short
    const length = short === 0 ? size - at : long
    if (length < 8 || at + length > size) throw cut(`a box of ${length} bytes at ${at} of ${size}`)
    at += length
  }
}

function checkZip(head: Uint8Array, tail: Uint8Array): void {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength)
  for (let at = tail.length - EOCD_BYTES; at >= 0; at--) {
    if (view.getUint32(at, true) !== 0x06054b50) continue
    if (at + EOCD_BYTES + view.getUint16(at + 20, true) !== tail.length) continue
    if (view.getUint16(at + 10, true) === 0) throw new Trouble('nothingToGet', 'a zip without entries')
    if (ascii(head, 0) !== LOCAL_ENTRY) break
    return
  }
  if (ascii(head, 0) === LOCAL_ENTRY) throw cut('a zip without its end')
  throw wrong('not a zip')
}

function ascii(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

/** The right kind of file, but not all of it. */
function cut(message: string): Trouble {
  return new Trouble('endMissing', message)
}

function wrong(message: string): Trouble {
  return new Trouble('notMusic', message)
}
