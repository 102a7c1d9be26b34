/**
 * The events of a log. Those that were read are kept as the text they are and made again when somebody looks at them: a
 * million of them as objects take a gigabyte, and all that goes on beside them is slow.
 */
import { strFromU8, strToU8 } from 'fflate'
import type { AppEvent } from '../../events/index.ts'
import { encodeEvents } from '../codec.ts'
import { eventsOfArrays } from '../readEvent.ts'

/** Events in their order. What is asked for may be another object each time; a list of them is one as well. */
export interface EventList extends Iterable<AppEvent> {
  readonly length: number
  /** @param place from 0; from the end when it is negative */
  at(place: number): AppEvent | undefined
  /** Made for the caller to hold: of a long log, ask for little. */
  slice(from?: number, to?: number): readonly AppEvent[]
}

/** Segments that are held as events besides, those looked at last: few, for what lives on is costly to let go. */
const HELD = 8
/** Events of a segment that is made here. */
const MADE = 256

/** What stands behind the first bracket of events that are written whole; a line is an array itself. */
const BRACE = 0x7b

export class KeptEvents implements EventList {
  /** Number of the event before the first. */
  readonly #start: number
  /** A JSON array of the lines, or of the events where they would not come back from their lines. */
  readonly #segments: Uint8Array[] = []
  /** Place of the first event of each. */
  readonly #firsts: number[] = []
  readonly #held = new Map<number, readonly AppEvent[]>()
  /** The segment that was looked at last, and where its first event stands. */
  #near: readonly AppEvent[] = []
  #nearFirst = 0
  #causes = new Int32Array(1024)
  #length = 0

  constructor(start: number) {
    this.#start = start
  }

  get length(): number {
    return this.#length
  }

  /** @param lines JSON array of the lines that `events` are; kept as it is */
  addLines(lines: Uint8Array, events: readonly AppEvent[]): void {
    this.#add(lines, events)
  }

  /**
   * Those that would not come back from their lines are written whole: as objects they would take many times the room.
   * @param areOurs they are of types and versions this build knows
   */
  add(events: readonly AppEvent[], areOurs: boolean): void {
    for (let at = 0; at < events.length; at += MADE) {
      const part = events.slice(at, at + MADE)
      const comeBack = areOurs && part.every(({ seq, cause }) => cause === null || (cause > 0 && cause < seq))
      this.#add(strToU8(comeBack ? `[${encodeEvents(part).join(',')}]` : JSON.stringify(part)), part)
    }
  }

  at(place: number): AppEvent | undefined {
    const from = place < 0 ? place + this.#length : place
    const within = from - this.#nearFirst
    if (within >= 0 && within < this.#near.length) return this.#near[within]
    if (!(from >= 0 && from < this.#length)) return undefined
    const segment = this.#segmentOf(from)
    this.#near = this.#eventsOf(segment)
    this.#nearFirst = this.#firsts[segment] ?? 0
    return this.#near[from - this.#nearFirst]
  }

  slice(from = 0, to = this.#length): readonly AppEvent[] {
    const [begin, end] = [from, to].map((one) =>
      Math.max(0, Math.min(this.#length, one < 0 ? one + this.#length : one)),
    )
    const all: AppEvent[] = []
    for (let place = begin ?? 0; place < (end ?? 0); place++) all.push(this.at(place) as AppEvent)
    return all
  }

  *[Symbol.iterator](): Generator<AppEvent, void> {
    for (let segment = 0; segment < this.#segments.length; segment++) yield* this.#made(segment)
  }

  /** Number of the event that led to one; null: none did. Known without making the event. */
  causeAt(place: number): number | null {
    return this.#causes[place] || null
  }

  #add(segment: Uint8Array, events: readonly AppEvent[]): void {
    this.#segments.push(segment)
    this.#firsts.push(this.#length)
    this.#near = events
    this.#nearFirst = this.#length
    if (this.#length + events.length > this.#causes.length) {
      const causes = new Int32Array(Math.max(this.#length + events.length, this.#causes.length * 2))
      causes.set(this.#causes)
      this.#causes = causes
    }
    // A log of version 1 may name any number: what is none before it leads nowhere, and might not fit.
    for (const { seq, cause } of events)
      this.#causes[this.#length++] = cause !== null && cause > 0 && cause < seq ? cause : 0
  }

  #segmentOf(place: number): number {
    let low = 0
    let high = this.#firsts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#firsts[middle] ?? 0) <= place) low = middle
      else high = middle
    }
    return low
  }

  #eventsOf(segment: number): readonly AppEvent[] {
    const events = this.#held.get(segment) ?? this.#made(segment)
    this.#held.delete(segment)
    this.#held.set(segment, events)
    const [oldest] = this.#held.size > HELD ? this.#held.keys() : []
    if (oldest !== undefined) this.#held.delete(oldest)
    return events
  }

  #made(segment: number): readonly AppEvent[] {
    const kept = this.#segments[segment]
    if (!kept) return []
    const values: unknown = JSON.parse(strFromU8(kept))
    if (kept[1] === BRACE) return values as AppEvent[]
    const first = this.#start + 1 + (this.#firsts[segment] ?? 0)
    const events = eventsOfArrays(values, first)
    if (!events) throw new Error(`the events from ${first} on do not come back from their lines`)
    return events
  }
}

/** Number of the event that led to one; null: none did. @param place from 0 */
export function causeAt(events: EventList, place: number): number | null {
  return events instanceof KeptEvents ? events.causeAt(place) : (events.at(place)?.cause ?? null)
}
