/** What of each event lists, lanes and filters look at, as columns: a million events are gone through in no time. */

import type { Counted, Lanes } from '#core/contracts/replay.ts'
import { type AppEvent, catalogue } from '#core/events/index.ts'
import { upTo } from '#core/log/ascending.ts'
import type { Follower, ReadLog } from '#core/log/reading/log.ts'
import type { Timeline } from '#core/log/timeline.ts'
import { isFailure } from '#core/model/eventTypes.ts'

/** Facts that came over the line. */
const ANSWER =
  /(received|answered|ready|progressed|refreshed|listed|sent|reached|found|kept|created|updated|deleted|accepted|stored|noticed|failed|refused|lost)$/i
/** Reporters that ask no server. */
const LOCAL = new Set(['person', 'platform', 'tab', 'settings', 'selection', 'decisions'])

export interface Columns {
  readonly types: readonly Counted[]
  readonly sources: readonly Counted[]
  /** Places in `types` and `sources`, by event. */
  readonly typeOf: Uint16Array
  readonly sourceOf: Uint8Array
  /** ms since the log began: more than 32 bits hold, where a clock was wrong by years and was put right. */
  readonly times: Float64Array
  readonly failures: Uint32Array
  /** Sequence numbers of the events that say where the person stood, ascending. */
  readonly routes: Uint32Array
  /** Place of the first event that says how large the window is; -1: none does. */
  readonly opened: number
}

const ROOM = 1 << 16

/** Makes them while a log is read. */
export class ColumnsReader implements Follower {
  readonly #types = new Names(MOST_TYPES, 'other types')
  readonly #sources = new Names(MOST_SOURCES, 'other sources')
  #typeOf = new Uint16Array(ROOM)
  #sourceOf = new Uint8Array(ROOM)
  #times = new Float64Array(ROOM)
  readonly #failures: number[] = []
  readonly #routes: number[] = []
  #opened = -1
  #length = 0

  events(events: readonly AppEvent[], skipped: ReadonlyMap<number, string>): void {
    if (this.#length + events.length > this.#times.length) this.#grow(this.#length + events.length)
    for (const event of events) {
      const at = this.#length++
      this.#typeOf[at] = this.#types.place(event.type)
      this.#sourceOf[at] = this.#sources.place(event.source)
      this.#times[at] = event.t
      if (isFailure(event.type)) this.#failures.push(event.seq)
      // One of a shape this build does not know says nothing to it.
      if (skipped.has(event.seq)) continue
      if (event.type === 'app.navigated') this.#routes.push(event.seq)
      else if (event.type === 'app.opened' && this.#opened < 0) this.#opened = at
    }
  }

  /** Of all that was read. */
  columns(): Columns {
    return {
      types: this.#types.counted,
      sources: this.#sources.counted,
      typeOf: this.#typeOf.subarray(0, this.#length),
      sourceOf: this.#sourceOf.subarray(0, this.#length),
      times: this.#times.subarray(0, this.#length),
      failures: Uint32Array.from(this.#failures),
      routes: Uint32Array.from(this.#routes),
      opened: this.#opened,
    }
  }

  #grow(least: number): void {
    const room = Math.max(least, this.#times.length * 2)
    const grown = <T extends { set(from: T): void }>(made: T, from: T): T => {
      made.set(from)
      return made
    }
    this.#typeOf = grown(new Uint16Array(room), this.#typeOf)
    this.#sourceOf = grown(new Uint8Array(room), this.#sourceOf)
    this.#times = grown(new Float64Array(room), this.#times)
  }
}

/** So many names are told apart, far more than a log of ours has; the others are counted as one. */
const MOST_TYPES = 10_000
/** With the others, as many as a byte tells apart. */
const MOST_SOURCES = 255

class Names {
  readonly #places = new Map<string, number>()
  readonly counted: { name: string; count: number }[] = []

  constructor(
    readonly most: number,
    readonly others: string,
  ) {}

  place(given: string): number {
    const name = this.counted.length < this.most || this.#places.has(given) ? given : this.others
    let place = this.#places.get(name)
    if (place === undefined) {
      place = this.counted.length
      this.#places.set(name, place)
      this.counted.push({ name, count: 0 })
    }
    const counted = this.counted[place]
    if (counted) counted.count++
    return place
  }
}

/** Cuts the time of a log, from where it begins, into stretches of equal length and counts what is in each. */
export function lanesOf(log: ReadLog, { types, sources, typeOf, sourceOf, times }: Columns, bins: number): Lanes {
  const lanes: Lanes = {
    failures: new Uint32Array(bins),
    person: new Uint32Array(bins),
    engines: new Uint32Array(bins),
    network: new Uint32Array(bins),
    checkpoints: new Uint32Array(bins),
  }
  const span = Math.max(1, (times.at(-1) ?? 0) - log.startT)
  const bin = (t: number) => Math.max(0, Math.min(bins - 1, Math.floor(((t - log.startT) / span) * bins)))
  const kinds = types.map(({ name }) => ({
    fails: isFailure(name),
    isWish: catalogue.get(name)?.kind === 'wish',
    answers: ANSWER.test(name),
  }))
  const local = sources.map(({ name }) => LOCAL.has(name))
  for (let at = 0; at < times.length; at++) {
    const kind = kinds[typeOf[at] ?? 0]
    const place = bin(times[at] ?? 0)
    if (kind?.fails) lanes.failures[place]!++
    if (kind?.isWish) lanes.person[place]!++
    else if (kind?.answers && !local[sourceOf[at] ?? 0]) lanes.network[place]!++
    else lanes.engines[place]!++
  }
  for (const { seq } of log.checkpoints) lanes.checkpoints[bin(times[seq - log.start - 1] ?? log.startT)]!++
  return lanes
}

/**
 * Where the person stood after an event, by what makes part of the state: path and query; of where a snapshot begins the
 * path alone is known.
 */
export function addressAt(timeline: Timeline, { routes }: Columns, seq: number): string {
  const { log, threw } = timeline
  for (let place = upTo(routes, threw ? Math.min(seq, threw.seq - 1) : seq) - 1; place >= 0; place--) {
    const route = routes[place] ?? 0
    if (!timeline.applies(route)) continue
    const event = log.events.at(route - log.start - 1)
    if (event?.type === 'app.navigated') return `${event.payload.path}${event.payload.search}`
  }
  return log.base?.single('app').path || '/'
}
