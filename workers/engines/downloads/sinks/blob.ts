/**
 * Parts as blobs, for browsers and windows without a private file system: so much at once and no more, because nobody
 * says where a browser keeps them. What was handed to the browser is its own download and not counted any more. They
 * do not outlive the worker.
 */
import { BYTES_PER_MB } from '#core/model/constants.ts'
import { holding } from '../../held.ts'
import { Trouble } from '../trouble/trouble.ts'
import type { Sinks } from './sink.ts'

/** Bytes held at once, however many jobs they are of: less than what browsers give a page, on a phone too. */
export const BLOB_LIMIT_BYTES = 512 * BYTES_PER_MB
/** What does not fit beside others is tried again after so long: they go as they are saved, ms. */
const AGAIN_MS = 30_000
/** The saved blob's address lives for a minute. */
const KEEP_MS = 60_000

interface Held {
  size: number
  pieces: Blob[]
  reserved: number
  /** The browser has the file. */
  isSaved: boolean
}

export function blobSinks(): Sinks {
  const parts = new Map<string, Held>()
  const held = (id: string) => {
    const part = parts.get(id) ?? { size: 0, pieces: [], reserved: 0, isSaved: false }
    parts.set(id, part)
    return part
  }
  const room = (but: string | null) => {
    let room = BLOB_LIMIT_BYTES
    for (const [id, part] of parts) if (id !== but && !part.isSaved) room -= Math.max(part.size, part.reserved)
    return room
  }
  /** @param bytes of the one file that does not fit */
  const tooMuch = (bytes: number) =>
    new Trouble('memoryFull', `more than ${BLOB_LIMIT_BYTES} bytes without a private file system`, {
      again: bytes <= BLOB_LIMIT_BYTES,
      retryAfterMs: AGAIN_MS,
    })
  return {
    kind: 'blob',
    keepMs: KEEP_MS,
    async open(id) {
      const part = held(id)
      // Written again: it is held for us once more.
      part.isSaved = false
      const read = async (at: number, length: number) => {
        const piece = new Blob(part.pieces).slice(at, at + length)
        return new Uint8Array(await holding(piece, piece.arrayBuffer()))
      }
      return {
        get size() {
          return part.size
        },
        append(bytes) {
          if (part.size + bytes.byteLength > room(id)) throw tooMuch(part.size + bytes.byteLength)
          part.pieces.push(new Blob([bytes.slice()]))
          part.size += bytes.byteLength
        },
        rewrite(at, bytes) {
          const before = new Blob(part.pieces)
          part.pieces = [new Blob([before.slice(0, at), bytes.slice(), before.slice(at + bytes.byteLength)])]
        },
        truncate() {
          part.pieces = []
          part.size = 0
          part.reserved = 0
        },
        read,
        async readInto(at, into) {
          const bytes = await read(at, into.length)
          into.set(bytes)
          return bytes.length
        },
        close() {
          // What was meant to come and did not is room for others; who goes on reserves it again.
          part.reserved = part.size
        },
      }
    },
    async fits(bytes) {
      if (bytes > room(null)) throw tooMuch(bytes)
    },
    async reserve(id, bytes) {
      const part = held(id)
      if (part.size + bytes > room(id)) throw tooMuch(part.size + bytes)
      part.reserved = part.size + bytes
    },
    async file(id) {
      const part = parts.get(id)
      return part ? new Blob(part.pieces, { type: 'application/octet-stream' }) : null
    },
    saved(id) {
      const part = parts.get(id)
      if (part) part.isSaved = true
    },
    async remove(id) {
      parts.delete(id)
    },
    async list() {
      return []
    },
  }
}
