/**
 * The pages of an Ogg file (RFC 3533) and the packets in them. Every page carries a checksum over all its bytes, so a
 * file that was damaged or cut is found without decoding it.
 */
import { Refusal } from '../../refusal.ts'

export interface OggPage {
  /** The page as it stands in the file. */
  raw: Uint8Array
  /** What ends on this page, whole. */
  packets: Uint8Array[]
  /** Where the last packet that ends here stands, in samples as the codec counts them; null where none ends. */
  granule: bigint | null
  isLast: boolean
}

const HEAD_BYTES = 27
const LAST = 4
/** No packet of a song is longer: the setup of Vorbis, or a comment with its cover. */
const PACKET_MAX_BYTES = 16_000_000

/**
 * Reads the pages of one stream, from the first of the file to the one that says it is the last.
 * @throws Refusal when a page is damaged or missing, or when there is more than one stream
 */
export async function* oggPages(chunks: AsyncIterable<Uint8Array>): AsyncIterable<OggPage> {
  const packets = packetsOf()
  let rest: Uint8Array = new Uint8Array(0)
  let serial: number | null = null
  let next = 0
  let ended = false
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let bytes = pageBytes(rest, ended); bytes > 0 && bytes <= rest.length; bytes = pageBytes(rest, ended)) {
      const page = Buffer.from(rest.buffer, rest.byteOffset, bytes)
      if (ended || (serial !== null && page.readUInt32LE(14) !== serial))
        throw new Refusal('several recordings in one Ogg file: export each as a file of its own')
      if (page.readUInt32LE(22) !== crcOf(page)) throw new Refusal('damaged: a checksum in it is wrong')
      if (page.readUInt32LE(18) !== next) throw new Refusal('damaged: a part of it is missing')
      serial = page.readUInt32LE(14)
      next += 1
      ended = (page[5]! & LAST) !== 0
      const granule = page.readBigInt64LE(6)
      yield { raw: page, packets: packets(page), granule: granule < 0n ? null : granule, isLast: ended }
      rest = rest.subarray(bytes)
    }
  }
  if (!ended) throw new Refusal('cut short: its end is missing')
}

/**
 * Bytes of the page that `data` begins with; 0 while that does not show yet, or behind the end.
 * @throws Refusal when there is none
 */
function pageBytes(data: Uint8Array, ended: boolean): number {
  if (data.length < HEAD_BYTES) return 0
  const isPage = data[0] === 0x4f && data[1] === 0x67 && data[2] === 0x67 && data[3] === 0x53 && data[4] === 0
  // Taggers of other formats leave their tags behind the end.
  if (!isPage && ended) return 0
  if (!isPage) throw new Refusal('damaged: a part of it is no Ogg')
  const segments = data[26]!
  if (data.length < HEAD_BYTES + segments) return 0
  return data.subarray(HEAD_BYTES, HEAD_BYTES + segments).reduce((sum, bytes) => sum + bytes, HEAD_BYTES + segments)
}

/** Joins what pages hold of packets: a segment of 255 bytes goes on in the next, which may stand on the next page. */
function packetsOf(): (page: Uint8Array) => Uint8Array[] {
  let parts: Uint8Array[] = []
  let length = 0
  return (page) => {
    const whole: Uint8Array[] = []
    const segments = page[26]!
    let at = HEAD_BYTES + segments
    for (let i = 0; i < segments; i++) {
      const bytes = page[HEAD_BYTES + i]!
      parts.push(page.subarray(at, at + bytes))
      length += bytes
      at += bytes
      if (length > PACKET_MAX_BYTES) throw new Refusal('its tags are larger than any tag is')
      if (bytes === 255) continue
      whole.push(Buffer.concat(parts))
      parts = []
      length = 0
    }
    return whole
  }
}

/** CRC-32 as Ogg has it: polynomial 0x04c11db7, highest bit first, nothing turned round, over zeros where it stands itself. */
function crcOf(page: Uint8Array): number {
  let crc = 0
  for (let i = 0; i < page.length; i++) {
    const byte = i >= 22 && i < 26 ? 0 : page[i]!
    crc = (crc << 8) ^ CRC_TABLE[(crc >>> 24) ^ byte]!
  }
  return crc >>> 0
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, n) => {
  let crc = n << 24
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1
  return crc
})
