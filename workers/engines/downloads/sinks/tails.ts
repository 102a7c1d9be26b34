/**
 * Sinks whose parts may have a tail: a second part whose bytes follow those of the first. The two are read and
 * saved as one, so nothing is copied together; who opens the first anew joins the second to it again.
 */
import { type ReadInto, readPieces } from './pieces.ts'
import type { Part, Sinks } from './sink.ts'

const SUFFIX = '.tail'

/** The part that may follow the one of a job. */
export const tailOf = (id: string) => id + SUFFIX

export interface TailedSinks extends Sinks {
  /**
   * Both parts of a job as one, which is let go, truncated and removed as one.
   * @param tail the open part `tailOf(id)`; its bytes follow those of `head`
   */
  join(id: string, head: Part, tail: Part): Part
}

export function withTails(sinks: Sinks): TailedSinks {
  const joined = new Set<string>()

  async function dropTail(id: string): Promise<void> {
    joined.delete(id)
    if (!id.endsWith(SUFFIX)) await sinks.remove(tailOf(id))
  }

  return {
    get kind() {
      return sinks.kind
    },
    get keepMs() {
      return sinks.keepMs
    },
    fits: (bytes) => sinks.fits(bytes),
    reserve: (id, bytes) => sinks.reserve(id, bytes),
    async open(id) {
      // Who opens a part anew goes on behind its own bytes; the tail stays for who knows where it begins.
      joined.delete(id)
      return sinks.open(id)
    },
    join(id, head, tail) {
      joined.add(id)
      return joinedPart(head, tail, () => joined.delete(id))
    },
    async file(id) {
      const head = await sinks.file(id)
      if (!joined.has(id)) return head
      const tail = await sinks.file(tailOf(id))
      return head && tail ? new Blob([head, tail], { type: 'application/octet-stream' }) : null
    },
    saved: (id) => sinks.saved(id),
    async remove(id) {
      await dropTail(id)
      await sinks.remove(id)
    },
    async list() {
      const all = await sinks.list()
      const ids = new Set(all.map(({ id }) => id))
      // A tail goes with the part it belongs to.
      return all.filter(({ id }) => !(id.endsWith(SUFFIX) && ids.has(id.slice(0, -SUFFIX.length))))
    },
  }
}

function joinedPart(head: Part, tail: Part, undone: () => void): Part {
  const readInto: ReadInto = (at, into) => {
    const left = head.size - at
    return left > 0 ? head.readInto(at, into.subarray(0, Math.min(into.length, left))) : tail.readInto(-left, into)
  }
  return {
    get size() {
      return head.size + tail.size
    },
    append: (bytes) => tail.append(bytes),
    async rewrite(at, bytes) {
      const inHead = bytes.subarray(0, Math.max(0, head.size - at))
      if (inHead.length > 0) await head.rewrite(at, inHead)
      if (inHead.length < bytes.length)
        await tail.rewrite(at + inHead.length - head.size, bytes.subarray(inHead.length))
    },
    truncate() {
      undone()
      head.truncate()
      tail.truncate()
    },
    readInto,
    read: (at, length) => readPieces(readInto, head.size + tail.size, at, length),
    close() {
      head.close()
      tail.close()
    },
  }
}
