/**
 * Web fonts (WOFF, and WOFF 2 whose tables stand as they were) as the plain fonts that are in them. fontkit reads both,
 * but undoes their compression in JavaScript, while nobody else is answered, and the one of WOFF again for each letter.
 */
import { promisify } from 'node:util'
import { brotliDecompress, inflate } from 'node:zlib'

const brotli = promisify(brotliDecompress)
const deflated = promisify(inflate)

interface Table {
  tag: string
  data: Buffer
}

/** Tags that WOFF 2 has as a number each, in its order, as far as the fonts here go; others stand as four letters. */
const KNOWN_TAGS =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB'
const OWN_TAG = 63

/**
 * @param file a font as WOFF or WOFF 2
 * @returns the font as TrueType or OpenType
 * @throws Error for another format, and for WOFF 2 with tables that were rewritten (TrueType outlines)
 */
export async function unpacked(file: Buffer): Promise<Buffer> {
  const signature = file.toString('latin1', 0, 4)
  if (signature === 'wOFF') return joined(file.readUInt32BE(4), await tablesOfWoff(file))
  if (signature === 'wOF2') return joined(file.readUInt32BE(4), await tablesOfWoff2(file))
  throw new Error(`not a web font: ${signature}`)
}

function tablesOfWoff(file: Buffer): Promise<Table[]> {
  const entries = Array.from({ length: file.readUInt16BE(12) }, (_, index) => 44 + index * 20)
  return Promise.all(
    entries.map(async (at) => {
      const [start, packed, plain] = [4, 8, 12].map((field) => file.readUInt32BE(at + field)) as [number, number, number] // biome-ignore format: one entry
      const data = file.subarray(start, start + packed)
      return { tag: file.toString('latin1', at, at + 4), data: packed < plain ? await deflated(data) : data }
    }),
  )
}

async function tablesOfWoff2(file: Buffer): Promise<Table[]> {
  let at = 48
  const byte = () => file.readUInt8(at++)
  const number = () => {
    let value = 0
    for (;;) {
      const next = byte()
      value = value * 128 + (next & 127)
      if (next < 128) return value
    }
  }
  const letters = () => {
    at += 4
    return file.toString('latin1', at - 4, at)
  }
  const heads = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = byte()
    const known = flags & 63
    const tag = known === OWN_TAG ? letters() : KNOWN_TAGS.slice(known * 5, known * 5 + 4)
    // Outlines are as they were under the number 3, everything else under 0.
    if (flags >> 6 !== (tag === 'glyf' || tag === 'loca' ? 3 : 0)) throw new Error(`WOFF 2 has ${tag} rewritten`)
    return { tag, length: number() }
  })
  const all = await brotli(file.subarray(at, at + file.readUInt32BE(20)))
  let from = 0
  return heads.map(({ tag, length }) => {
    from += length
    return { tag, data: all.subarray(from - length, from) }
  })
}

/** The sums of the tables stay 0: nothing here reads them, and none of them goes into a document. */
function joined(flavor: number, tables: readonly Table[]): Buffer {
  const padded = (length: number) => Math.ceil(length / 4) * 4
  const start = 12 + tables.length * 16
  const out = Buffer.alloc(tables.reduce((sum, { data }) => sum + padded(data.length), start))
  out.writeUInt32BE(flavor, 0)
  out.writeUInt16BE(tables.length, 4)
  let from = start
  for (const [index, { tag, data }] of tables.entries()) {
    const at = 12 + index * 16
    out.write(tag, at, 'latin1')
    out.writeUInt32BE(from, at + 8)
    out.writeUInt32BE(data.length, at + 12)
    data.copy(out, from)
    from += padded(data.length)
  }
  return out
}
