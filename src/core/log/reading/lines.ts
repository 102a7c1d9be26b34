/**
 * Bytes of a log as they come, cut into lines; and, where its reader allows that, into whole segments, which are handed
 * over as the bytes they are.
 */
import { strFromU8 } from 'fflate'

/** Who is handed what was found. */
export interface Taker {
  /** Whether a segment that begins here may be taken at one go. */
  mayBeWhole(): boolean
  /**
   * @param lines bytes of the segment's lines, without the line feed behind the last; they, and the byte on either side,
   * are the taker's for good when it takes them
   * @param ends where each of them ends in these bytes
   * @param checkpoint the line behind them
   * @returns false when it has to be looked at line by line; nothing is taken then
   */
  takeWhole(lines: Uint8Array, ends: readonly number[], checkpoint: string): boolean
  takeLine(line: string): void
  /** A line does not end. */
  endless(): void
  /** True when nothing more is to be taken. */
  isCut(): boolean
}

/** A line of this length is none of ours, in bytes. */
const MAX_LINE = 64 * 1024 * 1024
/** So much waits for the checkpoint of its segment before it is read line by line, in bytes. */
const MAX_WAITING = 4 * 1024 * 1024
const ROOM = 1 << 18
/** Of a log of which whole segments are taken: each keeps its room as a whole. */
const NEXT_ROOM = 1 << 20
/** Before what was not taken a byte is left, for whoever takes it. */
const FRONT = 1
const LINE_FEED = 0x0a
/** What a checkpoint begins with, and no event of a segment that can be taken whole. */
const BRACE = 0x7b

export class Lines {
  readonly #taker: Taker
  #room = new Uint8Array(FRONT + ROOM)
  /** Where in it stands what was not taken yet, and how much that is. */
  #begin = FRONT
  #length = 0
  /** Something in it is somebody else's. */
  #isGiven = false
  /** How much of it was looked through for line feeds: a line without end is looked through once. */
  #looked = 0
  /** Where the lines that wait for their checkpoint end. */
  #ends: number[] = []
  #isFirst = true

  constructor(taker: Taker) {
    this.#taker = taker
  }

  push(bytes: Uint8Array): void {
    this.#hold(bytes)
    const all = this.#all
    // The line that is looked at, and what was not taken before it, begin here.
    let begin = (this.#ends.at(-1) ?? -1) + 1
    let untaken = 0
    for (let end = all.indexOf(LINE_FEED, this.#looked); end >= 0; end = all.indexOf(LINE_FEED, begin)) {
      if (this.#taker.isCut()) break
      if (!this.#taker.mayBeWhole()) {
        this.#takeLine(all, begin, end)
        untaken = end + 1
      } else if (all[begin] === BRACE) {
        this.#takeSegment(all, untaken, begin, end)
        untaken = end + 1
      } else this.#ends.push(end)
      begin = end + 1
    }
    if (begin - untaken > MAX_WAITING) untaken = this.#takeWaiting(all, untaken)
    this.#letGo(untaken)
    if (this.#length - (this.#ends.at(-1) ?? 0) <= MAX_LINE || this.#taker.isCut()) return
    this.#takeWaiting(this.#all, 0)
    this.#taker.endless()
  }

  /** What was taken whole is left to whoever has it, and its memory with it. */
  part(): void {
    if (this.#isGiven) this.#move(this.#length)
  }

  /** What waited for more. @param isWhole the file ends with it; a torn one may end within a line, which says nothing */
  end(isWhole: boolean): void {
    const all = this.#all
    const begin = this.#takeWaiting(all, 0)
    if (isWhole && begin < all.length && !this.#taker.isCut()) this.#takeLine(all, begin, all.length)
    this.#room = new Uint8Array(0)
    this.#begin = 0
    this.#length = 0
  }

  get #all(): Uint8Array<ArrayBuffer> {
    return this.#room.subarray(this.#begin, this.#begin + this.#length)
  }

  /** @param from where the segment begins. @param begin its last line, from the first character to the line feed */
  #takeSegment(all: Uint8Array, from: number, begin: number, end: number): void {
    if (this.#ends.length > 0) {
      const ends = from === 0 ? this.#ends : this.#ends.map((one) => one - from)
      const lines = all.subarray(from, begin - 1)
      if (this.#taker.takeWhole(lines, ends, textOf(all.subarray(begin, end)))) {
        this.#ends = []
        this.#isGiven = true
        return
      }
    }
    this.#ends.push(end)
    this.#takeWaiting(all, from)
  }

  /** Takes what waited for a checkpoint line by line. @returns where it ends */
  #takeWaiting(all: Uint8Array, from: number): number {
    const ends = this.#ends
    this.#ends = []
    let begin = from
    for (const end of ends) {
      if (this.#taker.isCut()) return begin
      this.#takeLine(all, begin, end)
      begin = end + 1
    }
    return begin
  }

  #takeLine(all: Uint8Array, begin: number, end: number): void {
    const line = all.subarray(begin, end)
    // The file may begin with a byte order mark.
    this.#taker.takeLine(this.#isFirst ? strFromU8(line) : textOf(line))
    this.#isFirst = false
  }

  #hold(bytes: Uint8Array): void {
    const length = this.#length + bytes.length
    if (this.#begin + length > this.#room.length) this.#move(length)
    this.#room.set(bytes, this.#begin + this.#length)
    this.#length = length
  }

  /** Into another room. @param least bytes that find room there */
  #move(least: number): void {
    const room = new Uint8Array(FRONT + Math.max(least, this.#isGiven ? NEXT_ROOM : this.#room.length * 2))
    room.set(this.#all, FRONT)
    this.#room = room
    this.#begin = FRONT
    this.#isGiven = false
  }

  /** What stands before it was taken. */
  #letGo(taken: number): void {
    if (taken > 0) {
      if (this.#isGiven) this.#begin += taken
      else this.#room.copyWithin(FRONT, FRONT + taken, FRONT + this.#length)
      this.#length -= taken
      this.#ends = this.#ends.map((end) => end - taken)
    }
    this.#looked = this.#length
  }
}

/** UTF-8 as text; what is none becomes replacement characters. A byte order mark is one only where a file begins. */
export function textOf(bytes: Uint8Array): string {
  if (bytes[0] !== 0xef) return strFromU8(bytes)
  const behind = new Uint8Array(bytes.length + 1)
  behind.set(bytes, 1)
  behind[0] = LINE_FEED
  return strFromU8(behind).slice(1)
}
