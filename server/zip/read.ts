// Reading any stretch of a planned archive.
import type { Readable } from 'node:stream'
import type { ZipLayout } from '#core/model/bytes/zipLayout.ts'

/** Bytes `start` to `end`, inclusive, of entry number `entry`. */
export type OpenEntry = (entry: number, start: number, end: number) => Promise<Readable>

/**
 * Bytes `start` to `end` (inclusive) of the archive, opening one entry at a time.
 * @throws Error when an entry gives fewer or more bytes than the plan says
 */
export async function* readZip(layout: ZipLayout, start: number, end: number, open: OpenEntry): AsyncGenerator<Buffer> {
  for (const part of layout.parts) {
    const from = Math.max(start, part.start) - part.start
    const to = Math.min(end, part.start + part.length - 1) - part.start
    if (from > to) continue
    if (part.kind === 'bytes') {
      yield Buffer.from(part.data.buffer, part.data.byteOffset + from, to - from + 1)
      continue
    }
    const source = await open(part.entry, from, to)
    let left = to - from + 1
    try {
      for await (const chunk of source) {
        const bytes = chunk as Buffer
        left -= bytes.length
        if (left < 0) break
        yield bytes
      }
    } finally {
      source.destroy()
    }
    if (left !== 0) throw new Error(`entry ${part.entry} of the archive has another length than planned`)
  }
}
