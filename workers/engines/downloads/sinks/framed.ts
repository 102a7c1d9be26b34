// A part with something before and behind it, without copying it: what a tagged file is made of.
import type { Wrapped } from '../wavTags.ts'
import type { Part } from './sink.ts'

/** Reads as the whole tagged file; nothing can be written to it. */
export function framedPart(part: Part, { head, from, to, tail, size }: Wrapped): Part {
  const readInto = async (at: number, into: Uint8Array): Promise<number> => {
    const inside = at - head.length
    const behind = inside - (to - from)
    if (inside < 0) return copy(head, at, into)
    if (behind >= 0) return copy(tail, behind, into)
    return part.readInto(from + inside, into.subarray(0, Math.min(into.length, -behind)))
  }
  return {
    size,
    readInto,
    async read(at, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - at)))
      for (let done = 0; done < bytes.length; ) {
        const read = await readInto(at + done, bytes.subarray(done))
        if (read === 0) return bytes.subarray(0, done)
        done += read
      }
      return bytes
    },
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
