// A part with something before, behind and between, without copying it: what a tagged file is made of.

import { type ReadInto, readPieces } from '../sinks/pieces.ts'
import type { Part } from '../sinks/sink.ts'
import { type Framed, isRange, pieceLength } from './pieces.ts'

/** Reads as the whole tagged file; nothing can be written to it. */
export function framedPart(part: Part, { pieces, size }: Framed): Part {
  let end = 0
  const ends = pieces.map((piece) => {
    end += pieceLength(piece)
    return end
  })
  const readInto: ReadInto = async (at, into) => {
    const n = ends.findIndex((one) => at < one)
    const piece = pieces[n]
    if (piece === undefined) return 0
    const inside = at - ((ends[n] as number) - pieceLength(piece))
    if (!isRange(piece)) return copy(piece, inside, into)
    const left = piece.to - piece.from - inside
    return part.readInto(piece.from + inside, into.subarray(0, Math.min(into.length, left)))
  }
  return {
    size,
    readInto,
    read: (at, length) => readPieces(readInto, size, at, length),
    append() {
      throw new Error('a tagged file is only read')
    },
    rewrite() {
      throw new Error('a tagged file is only read')
    },
    truncate() {
      throw new Error('a tagged file is only read')
    },
    close() {},
  }
}

/** The same as a file the browser saves: the audio is not copied. */
export function framedFile(file: Blob, { pieces }: Framed): Blob {
  const blobs = pieces.map((piece) => (isRange(piece) ? file.slice(piece.from, piece.to) : piece))
  return new Blob(blobs, { type: 'audio/wav' })
}

function copy(bytes: Uint8Array, at: number, into: Uint8Array): number {
  const piece = bytes.subarray(at, at + into.length)
  into.set(piece)
  return piece.length
}
