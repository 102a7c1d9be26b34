/** What of each event lists, lanes and filters look at, as columns: a million events are gone through in no time. */

import type { Counted, Lanes } from '#core/contracts/replay.ts'
import { type AppEvent, catalogue } from '#core/events/index.ts'
import { upTo } from '#core/log/ascending.ts'
import type { ReadLog } from '#core/log/read.ts'

/** Types that tell of something that went wrong. */
const FAILURE = /(failed|refused|lost|expired|unreachable)$/i
/** Facts that came over the line. */
const ANSWER =
  /(received|answered|ready|progressed|refreshed|listed|sent|reached|found|kept|created|updated|deleted|accepted|stored|noticed|failed|refused|lost)$/i
/** Reporters that ask no server. */
const LOCAL = new Set(['person', 'platform', 'tab', 'settings', 'selection', 'decisions'])

/** Whether an event of this type tells of a failure. */
export const isFailure = (type: string): boolean => FAILURE.test(type)

/** `player` of `player.toggled`. */
export const domainOf = (type: string): string => type.slice(0, type.indexOf('.'))

export interface Columns {
  readonly types: readonly Counted[]
  readonly sources: readonly Counted[]
  /** Places in `types` and `sources`, by event. */
  readonly typeOf: Uint16Array
  readonly sourceOf: Uint8Array
  readonly times: Uint32Array
  readonly failures: Uint32Array
  /** Sequence numbers of the events that say where the person stood, ascending. */
  readonly routes: Uint32Array
  /** Place of the first event that says how large the window is; -1: none does. */
  readonly opened: number
}

export function columnsOf({ events }: ReadLog): Columns {
  const types = new Names()
  const sources = new Names()
  const typeOf = new Uint16Array(events.length)
  const sourceOf = new Uint8Array(events.length)
  const times = new Uint32Array(events.length)
  const failures: number[] = []
  const routes: number[] = []
  let opened = -1
  let at = 0
  for (const event of events) {
    typeOf[at] = types.place(event.type)
    sourceOf[at] = sources.place(event.source)
    times[at] = event.t
    if (isFailure(event.type)) failures.push(event.seq)
    if (event.type === 'app.navigated') routes.push(event.seq)
    else if (event.type === 'app.opened' && opened < 0) opened = at
    at++
  }
  return {
    types: types.counted,
    sources: sources.counted,
    typeOf,
    sourceOf,
    times,
    failures: Uint32Array.from(failures),
    routes: Uint32Array.from(routes),
    opened,
  }
}

class Names {
  readonly #places = new Map<string, number>()
  readonly counted: { name: string; count: number }[] = []

  place(name: string): number {
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

/** Cuts the time of a log into stretches of equal length and counts what is in each. */
export function lanesOf(log: ReadLog, { types, sources, typeOf, sourceOf, times }: Columns, bins: number): Lanes {
  const lanes: Lanes = {
    failures: new Uint32Array(bins),
    person: new Uint32Array(bins),
    engines: new Uint32Array(bins),
    network: new Uint32Array(bins),
    checkpoints: new Uint32Array(bins),
  }
  const end = Math.max(1, times.at(-1) ?? 1)
  const bin = (t: number) => Math.min(bins - 1, Math.floor((t / end) * bins))
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
  for (const { seq } of log.checkpoints) lanes.checkpoints[bin(times[seq - log.start - 1] ?? 0)]!++
  return lanes
}

/** Where the person stood after an event: path and query. */
export function addressAt({ events, start }: ReadLog, { routes }: Columns, seq: number): string {
  const place = upTo(routes, seq) - 1
  const route = routes[place]
  const event: AppEvent | undefined = route === undefined ? undefined : events.at(route - start - 1)
  return event?.type === 'app.navigated' ? event.payload.path + event.payload.search : '/'
}
