/**
 * Where every byte of a store-only zip lies, computed from names, lengths and checksums alone
 * (PKWARE APPNOTE 6.3.10). Nothing is ever held or written: the length, any range and the digest of
 * an archive of any size follow from this plan. Zip64 records (4.3.14, 4.3.15, 4.5.3) stand where a
 * length, an offset or the count does not fit, and only there.
 */

export interface ZipEntry {
  /** File name inside the archive; forward slashes only, already safe. */
  name: string
  bytes: number
  crc32: number
}

/** A run of the archive: bytes of its own, or all bytes of entry number `entry`. */
export type ZipPart =
  | { kind: 'bytes'; start: number; length: number; data: Buffer }
  | { kind: 'entry'; start: number; length: number; entry: number }

export interface ZipLayout {
  /** In order, without gaps. */
  parts: ZipPart[]
  /** Length of the archive. */
  bytes: number
}

const MAX_32 = 0xffff_ffff
const MAX_16 = 0xffff
/** Bit 11: names are UTF-8. */
const FLAG_UTF8 = 0x0800
const STORED = 0
const VERSION_PLAIN = 20
const VERSION_ZIP64 = 45
const ZIP64_EXTRA = 0x0001
/** 1980-01-01, the format's zero; the same archive every day. */
const DOS_DATE = (0 << 9) | (1 << 5) | 1

/**
 * @param entries at least none; names must differ
 * @throws RangeError for a name over 65,535 bytes or a length that is no whole number
 */
export function zipLayout(entries: readonly ZipEntry[]): ZipLayout {
  const parts: ZipPart[] = []
  const central: Buffer[] = []
  let at = 0
  const push = (data: Buffer) => {
    parts.push({ kind: 'bytes', start: at, length: data.length, data })
    at += data.length
  }
  entries.forEach((entry, index) => {
    const name = Buffer.from(entry.name, 'utf8')
    if (name.length > MAX_16) throw new RangeError(`the name of entry ${index} is too long`)
    if (!Number.isSafeInteger(entry.bytes) || entry.bytes < 0) throw new RangeError(`entry ${index} has no length`)
    central.push(centralHeader(entry, name, at))
    push(localHeader(entry, name))
    if (entry.bytes > 0) {
      parts.push({ kind: 'entry', start: at, length: entry.bytes, entry: index })
      at += entry.bytes
    }
  })
  const directory = Buffer.concat(central)
  const directoryAt = at
  push(Buffer.concat([directory, ending(entries.length, directory.length, directoryAt)]))
  return { parts, bytes: at }
}

function localHeader(entry: ZipEntry, name: Buffer): Buffer {
  const big = entry.bytes >= MAX_32
  const extra = big ? zip64Extra([entry.bytes, entry.bytes]) : Buffer.alloc(0)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x0403_4b50, 0)
  head.writeUInt16LE(big ? VERSION_ZIP64 : VERSION_PLAIN, 4)
  writeCommon(head, 6, entry, big)
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(extra.length, 28)
  return Buffer.concat([head, name, extra])
}

function centralHeader(entry: ZipEntry, name: Buffer, offset: number): Buffer {
  const big = entry.bytes >= MAX_32
  const far = offset >= MAX_32
  const extra =
    big || far ? zip64Extra([...(big ? [entry.bytes, entry.bytes] : []), ...(far ? [offset] : [])]) : Buffer.alloc(0)
  const version = big || far ? VERSION_ZIP64 : VERSION_PLAIN
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x0201_4b50, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(version, 6)
  writeCommon(head, 8, entry, big)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(extra.length, 30)
  head.writeUInt32LE(far ? MAX_32 : offset, 42)
  return Buffer.concat([head, name, extra])
}

/** The run of fields both headers share: flags, method, time, date, checksum, both lengths. */
function writeCommon(head: Buffer, at: number, entry: ZipEntry, big: boolean): void {
  head.writeUInt16LE(FLAG_UTF8, at)
  head.writeUInt16LE(STORED, at + 2)
  head.writeUInt16LE(0, at + 4)
  head.writeUInt16LE(DOS_DATE, at + 6)
  head.writeUInt32LE(entry.crc32 >>> 0, at + 8)
  head.writeUInt32LE(big ? MAX_32 : entry.bytes, at + 12)
  head.writeUInt32LE(big ? MAX_32 : entry.bytes, at + 16)
}

function zip64Extra(values: number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8)
  extra.writeUInt16LE(ZIP64_EXTRA, 0)
  extra.writeUInt16LE(values.length * 8, 2)
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + index * 8)
  return extra
}

function ending(count: number, directoryBytes: number, directoryAt: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(Math.min(count, MAX_16), 8)
  end.writeUInt16LE(Math.min(count, MAX_16), 10)
  end.writeUInt32LE(Math.min(directoryBytes, MAX_32), 12)
  end.writeUInt32LE(Math.min(directoryAt, MAX_32), 16)
  if (count < MAX_16 && directoryBytes < MAX_32 && directoryAt < MAX_32) return end
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x0606_4b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(VERSION_ZIP64, 12)
  record.writeUInt16LE(VERSION_ZIP64, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(directoryBytes), 40)
  record.writeBigUInt64LE(BigInt(directoryAt), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x0706_4b50, 0)
  locator.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator, end])
}
