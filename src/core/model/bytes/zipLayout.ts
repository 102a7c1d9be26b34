/**
 * Where every byte of a store-only zip lies, computed from names, lengths and checksums alone
 * (PKWARE APPNOTE 6.3.10). Nothing is ever held or written: the length, any range and the digest of
 * an archive of any size follow from this plan. Lengths and checksums stand before each entry, so every reader
 * takes it, those that read a stream too. Zip64 records (4.3.14, 4.3.15, 4.5.3) stand where a length, an offset or
 * the count does not fit, and only there.
 */
import { joined } from './bytes.ts'

export interface ZipEntry {
  /** File name inside the archive; forward slashes only, already safe. */
  name: string
  bytes: number
  crc32: number
}

/** A run of the archive: bytes of its own, or all bytes of entry number `entry`. */
export type ZipPart =
  | { kind: 'bytes'; start: number; length: number; data: Uint8Array<ArrayBuffer> }
  | { kind: 'entry'; start: number; length: number; entry: number }

export interface ZipLayout {
  /** In order, without gaps. */
  parts: ZipPart[]
  /** Length of the archive. */
  bytes: number
}

type Bytes = Uint8Array<ArrayBuffer>

const MAX_32 = 0xffff_ffff
const MAX_16 = 0xffff
/** Bit 11: names are UTF-8. */
const FLAG_UTF8 = 0x0800
const STORED = 0
const VERSION_PLAIN = 20
const VERSION_ZIP64 = 45
const ZIP64_EXTRA = 0x0001
/** A plain file that its owner writes and everybody reads, as Unix has it. */
const UNIX_FILE = 0o100644
/** 1980-01-01, the format's zero; the same archive every day. */
const DOS_DATE = (1 << 5) | 1

/**
 * Whose archive it says it is (4.4.2). As a `unix` one its names arrive as they are: Info-ZIP's `unzip` reads those of
 * a `dos` one in a code page of before Unicode, whatever their flag says, and every other script was spoilt by it.
 */
export type ZipOrigin = 'unix' | 'dos'
const MADE_BY: Record<ZipOrigin, number> = { dos: 0, unix: 3 }

/**
 * @param entries at least none; names must differ
 * @param origin `dos` only for archives that were begun as one
 * @throws RangeError for a name over 65,535 bytes or a length that is no whole number
 */
export function zipLayout(entries: readonly ZipEntry[], origin: ZipOrigin = 'unix'): ZipLayout {
  const parts: ZipPart[] = []
  const central: Bytes[] = []
  let at = 0
  const push = (data: Bytes) => {
    parts.push({ kind: 'bytes', start: at, length: data.length, data })
    at += data.length
  }
  entries.forEach((entry, index) => {
    const name = utf8(entry.name)
    if (name.length > MAX_16) throw new RangeError(`the name of entry ${index} is too long`)
    if (!Number.isSafeInteger(entry.bytes) || entry.bytes < 0) throw new RangeError(`entry ${index} has no length`)
    central.push(centralHeader(entry, name, at, origin))
    push(localHeader(entry, name))
    if (entry.bytes > 0) {
      parts.push({ kind: 'entry', start: at, length: entry.bytes, entry: index })
      at += entry.bytes
    }
  })
  const directory = joined(central)
  const directoryAt = at
  push(joined([directory, ending(entries.length, directory.length, directoryAt)]))
  return { parts, bytes: at }
}

function localHeader(entry: ZipEntry, name: Bytes): Bytes {
  const big = entry.bytes >= MAX_32
  const extra = big ? zip64Extra([entry.bytes, entry.bytes]) : new Uint8Array()
  const head = new DataView(new ArrayBuffer(30))
  head.setUint32(0, 0x0403_4b50, true)
  head.setUint16(4, big ? VERSION_ZIP64 : VERSION_PLAIN, true)
  writeCommon(head, 6, entry, big)
  head.setUint16(26, name.length, true)
  head.setUint16(28, extra.length, true)
  return joined([bytesOf(head), name, extra])
}

function centralHeader(entry: ZipEntry, name: Bytes, offset: number, origin: ZipOrigin): Bytes {
  const big = entry.bytes >= MAX_32
  const far = offset >= MAX_32
  const extra =
    big || far ? zip64Extra([...(big ? [entry.bytes, entry.bytes] : []), ...(far ? [offset] : [])]) : new Uint8Array()
  const version = big || far ? VERSION_ZIP64 : VERSION_PLAIN
  const head = new DataView(new ArrayBuffer(46))
  head.setUint32(0, 0x0201_4b50, true)
  head.setUint16(4, (MADE_BY[origin] << 8) | version, true)
  head.setUint16(6, version, true)
  writeCommon(head, 8, entry, big)
  head.setUint16(28, name.length, true)
  head.setUint16(30, extra.length, true)
  if (origin === 'unix') head.setUint32(38, UNIX_FILE * 0x1_0000, true)
  head.setUint32(42, far ? MAX_32 : offset, true)
  return joined([bytesOf(head), name, extra])
}

/** The run of fields both headers share: flags, method, time (midnight, which is 0), date, checksum, both lengths. */
function writeCommon(head: DataView, at: number, entry: ZipEntry, big: boolean): void {
  head.setUint16(at, FLAG_UTF8, true)
  head.setUint16(at + 2, STORED, true)
  head.setUint16(at + 6, DOS_DATE, true)
  head.setUint32(at + 8, entry.crc32, true)
  head.setUint32(at + 12, big ? MAX_32 : entry.bytes, true)
  head.setUint32(at + 16, big ? MAX_32 : entry.bytes, true)
}

function zip64Extra(values: readonly number[]): Bytes {
  const extra = new DataView(new ArrayBuffer(4 + values.length * 8))
  extra.setUint16(0, ZIP64_EXTRA, true)
  extra.setUint16(2, values.length * 8, true)
  for (const [index, value] of values.entries()) extra.setBigUint64(4 + index * 8, BigInt(value), true)
  return bytesOf(extra)
}

function ending(count: number, directoryBytes: number, directoryAt: number): Bytes {
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x0605_4b50, true)
  end.setUint16(8, Math.min(count, MAX_16), true)
  end.setUint16(10, Math.min(count, MAX_16), true)
  end.setUint32(12, Math.min(directoryBytes, MAX_32), true)
  end.setUint32(16, Math.min(directoryAt, MAX_32), true)
  if (count < MAX_16 && directoryBytes < MAX_32 && directoryAt < MAX_32) return bytesOf(end)
  const record = new DataView(new ArrayBuffer(56))
  record.setUint32(0, 0x0606_4b50, true)
  record.setBigUint64(4, 44n, true)
  record.setUint16(12, VERSION_ZIP64, true)
  record.setUint16(14, VERSION_ZIP64, true)
  record.setBigUint64(24, BigInt(count), true)
  record.setBigUint64(32, BigInt(count), true)
  record.setBigUint64(40, BigInt(directoryBytes), true)
  record.setBigUint64(48, BigInt(directoryAt), true)
  const locator = new DataView(new ArrayBuffer(20))
  locator.setUint32(0, 0x0706_4b50, true)
  locator.setBigUint64(8, BigInt(directoryAt + directoryBytes), true)
  locator.setUint32(16, 1, true)
  return joined([bytesOf(record), bytesOf(locator), bytesOf(end)])
}

const bytesOf = (view: DataView<ArrayBuffer>): Bytes => new Uint8Array(view.buffer)

/** UTF-8; half of a surrogate pair becomes U+FFFD. Core has no TextEncoder. */
function utf8(text: string): Bytes {
  const out: number[] = []
  for (const char of text) {
    const read = char.codePointAt(0) as number
    const point = read >= 0xd800 && read <= 0xdfff ? 0xfffd : read
    if (point < 0x80) out.push(point)
    else if (point < 0x800) out.push(0xc0 | (point >> 6), tail(point))
    else if (point < 0x1_0000) out.push(0xe0 | (point >> 12), tail(point >> 6), tail(point))
    else out.push(0xf0 | (point >> 18), tail(point >> 12), tail(point >> 6), tail(point))
  }
  return Uint8Array.from(out)
}

const tail = (bits: number) => 0x80 | (bits & 0x3f)
