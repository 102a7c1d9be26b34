/**
 * CRC-32 as zip has it (PKWARE APPNOTE 4.4.7: polynomial 0xEDB88320), eight bytes a step with eight tables: more
 * than a gigabyte a second without WebAssembly, which a browser may refuse.
 */
const TABLES = makeTables()

/** The checksum of what `crc` was of followed by `bytes`. Unsigned. @param crc of what came before; 0: nothing did */
export function crc32(bytes: Uint8Array, crc = 0): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = TABLES
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let sum = ~crc
  let at = 0
  for (const end = bytes.length - 7; at < end; at += 8) {
    const low = view.getUint32(at, true) ^ sum
    const high = view.getUint32(at + 4, true)
    sum =
      (t7[low & 0xff] as number) ^
      (t6[(low >>> 8) & 0xff] as number) ^
      (t5[(low >>> 16) & 0xff] as number) ^
      (t4[low >>> 24] as number) ^
      (t3[high & 0xff] as number) ^
      (t2[(high >>> 8) & 0xff] as number) ^
      (t1[(high >>> 16) & 0xff] as number) ^
      (t0[high >>> 24] as number)
  }
  for (; at < bytes.length; at++) sum = (t0[(sum ^ (bytes[at] as number)) & 0xff] as number) ^ (sum >>> 8)
  return ~sum >>> 0
}

type Table = Int32Array
type Tables = readonly [Table, Table, Table, Table, Table, Table, Table, Table]

function makeTables(): Tables {
  const first = new Int32Array(256)
  for (let n = 0; n < 256; n++) {
    let value = n
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb8_8320 ^ (value >>> 1) : value >>> 1
    first[n] = value
  }
  const tables = [first]
  for (let k = 1; k < 8; k++)
    tables.push(Int32Array.from(tables[k - 1] as Table, (value) => (first[value & 0xff] as number) ^ (value >>> 8)))
  return tables as unknown as Tables
}
