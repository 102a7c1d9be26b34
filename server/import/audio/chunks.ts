// The chunk walk that RIFF (little-endian) and IFF (big-endian) files share (EA IFF 85, Microsoft RIFF).
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'

export interface Chunk {
  id: string
  /** Byte offset of the chunk's body in the file. */
  offset: number
  /** Bytes the header announces; may reach beyond the end of a file that was cut. */
  size: number
}

/** Up to `length` bytes at `offset`; shorter at the end of the file. */
export async function readAt(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await handle.read(buffer, 0, length, offset)
  return buffer.subarray(0, bytesRead)
}

/** No file has more; a gigabyte of empty ones would be walked for an hour. */
const CHUNKS_MAX = 4096

/** The chunks that follow the 12-byte form header, until the end of the file, or until they are too many. */
export async function* chunksOf(handle: FileHandle, fileBytes: number, order: 'le' | 'be'): AsyncIterable<Chunk> {
  let at = 12
  for (let count = 0; at + 8 <= fileBytes && count < CHUNKS_MAX; count++) {
    const head = await readAt(handle, at, 8)
    if (head.length < 8) return
    const size = order === 'le' ? head.readUInt32LE(4) : head.readUInt32BE(4)
    yield { id: head.toString('latin1', 0, 4), offset: at + 8, size }
    at += 8 + size + (size % 2)
  }
}

/** Bytes `offset` to `offset + length` of a file as a stream. */
export function readRange(path: string, offset: number, length: number): AsyncIterable<Uint8Array> {
  if (length <= 0) return (async function* () {})()
  return createReadStream(path, { start: offset, end: offset + length - 1, highWaterMark: 256 * 1024 })
}
