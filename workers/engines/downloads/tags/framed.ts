// A part with something before and behind it, without copying it: what a tagged file is made of.

import { type ReadInto, readPieces } from '../sinks/pieces.ts'
import type { Part } from '../sinks/sink.ts'
import type { Wrapped } from './wavTags.ts'

/** Reads as the whole tagged file; nothing can be written to it. */
export function framedPart(part: Part, { head, from, to, tail, size }: Wrapped): Part {
  const readInto: ReadInto = async (at, into) => {
    const inside = at - head.length
    const behind = inside - (to - from)
    if (inside < 0) return copy(head, at, into)
    if (behind >= 0) return copy(tail, behind, into)
    return part.readInto(from + inside, into.subarray(0, Math.min(into.length, -behind)))
  }
  return {
    size,
    readInto,
    read: (at, length) => readPieces(readInto, size, at, length),
    append() {
      throw new Error('a tagged file is only read')
    },
    truncate() {
      throw new Error('a tagged file is only read')
    },
    close() {},
  }
}

/** The same as a file the browser saves: the audio is not copied. */
export function framedFile(file: Blob, { head, from, to, tail }: Wrapped): Blob {
  return new Blob([head, file.slice(from, to), tail], { type: 'audio/wav' })
}

function copy(bytes: Uint8Array, at: number, into: Uint8Array): number {
  const piece = bytes.subarray(at, at + into.length)
  into.set(piece)
  return piece.length
}
