/**
 * Repeatable chance: the same seed gives the same numbers on every machine and engine, because
 * only 32-bit integer arithmetic takes part. Not for secrets.
 */

/** FNV-1a over UTF-16 units with a final avalanche (the finaliser of MurmurHash3): a text to 32 well mixed bits. */
function hash32(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** A stream of chance from a seed; the generator is mulberry32, whose period of 2^32 is ample for one release. */
export class Random {
  private state: number

  constructor(seed: string) {
    this.state = hash32(seed)
  }

  /** 0 inclusive to 1 exclusive. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  /** `from` inclusive to `to` exclusive. */
  range(from: number, to: number): number {
    return from + this.next() * (to - from)
  }

  /** A whole number, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** One of a non-empty list. @throws RangeError when the list is empty */
  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)]
    if (found === undefined) throw new RangeError('nothing to pick from')
    return found
  }

  /** A new list in another order (Fisher-Yates). */
  shuffle<T>(list: readonly T[]): T[] {
    const out = [...list]
    for (let i = out.length - 1; i > 0; i--) {
      const j = Math.floor(this.next() * (i + 1))
      const a = out[i] as T
      out[i] = out[j] as T
      out[j] = a
    }
    return out
  }
}
