/** Which events are listed, and their rows. */

import type { EventFilter, EventRow } from '#core/contracts/replay.ts'
import type { AppEvent } from '#core/events/index.ts'
import { upTo } from '#core/log/ascending.ts'
import type { Threw } from '#core/log/firstPass.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { domainOf, isFailure } from '#core/model/eventTypes.ts'
import { lookedFor } from '#core/model/text/inJson.ts'
import type { Columns } from './columns.ts'

/** Events looked at between two words of progress. */
const STEP = 2048

/** Numbers of the events a filter lets through, ascending; null: all. Yields how many were looked at. */
export function* listed(log: ReadLog, columns: Columns, filter: EventFilter): Generator<number, Uint32Array | null> {
  const { domains, types, sources } = filter
  if (domains.length + types.length + sources.length === 0 && filter.text.trim() === '') return null
  const says = lookedFor(filter.text)
  const takesType = columns.types.map(
    ({ name }) =>
      (types.length === 0 || types.includes(name)) && (domains.length === 0 || domains.includes(domainOf(name))),
  )
  const takesSource = columns.sources.map(({ name }) => sources.length === 0 || sources.includes(name))
  const typeSays = columns.types.map(({ name }) => says(name.toLowerCase()))
  const sourceSays = columns.sources.map(({ name }) => says(name.toLowerCase()))
  const found: number[] = []
  for (let at = 0; at < log.events.length; at++) {
    if (at % STEP === STEP - 1) yield at
    const type = columns.typeOf[at] ?? 0
    const source = columns.sourceOf[at] ?? 0
    if (!takesType[type] || !takesSource[source]) continue
    if (typeSays[type] || sourceSays[source] || says(payloadOf(log.events.at(at)))) found.push(log.start + 1 + at)
  }
  return Uint32Array.from(found)
}

const payloadOf = (event: AppEvent | undefined): string => (JSON.stringify(event?.payload) ?? '').toLowerCase()

/** What is said of events beside what was recorded of them. */
export interface Said {
  readonly leftOut: ReadonlySet<number>
  /** Where a reducer throws: from there on no event is applied. */
  readonly threw: Threw | null
}

export class Listing {
  readonly #log: ReadLog
  readonly #seqs: Uint32Array | null

  constructor(log: ReadLog, seqs: Uint32Array | null) {
    this.#log = log
    this.#seqs = seqs
  }

  get count(): number {
    return this.#seqs?.length ?? this.#log.events.length
  }

  /** Place of an event, or of the next one that is listed; -1: none follows. */
  placeOf(seq: number): number {
    const place = this.#seqs === null ? Math.max(0, seq - this.#log.start - 1) : upTo(this.#seqs, seq - 1)
    return place < this.count ? place : -1
  }

  rows(first: number, count: number, said: Said): EventRow[] {
    const rows: EventRow[] = []
    for (let place = Math.max(0, first); place < Math.min(this.count, first + count); place++) {
      const seq = this.#seqs === null ? this.#log.start + 1 + place : (this.#seqs[place] ?? 0)
      const event = this.#log.events.at(seq - this.#log.start - 1)
      if (event) rows.push(rowOf(this.#log, event, said))
    }
    return rows
  }
}

export function rowOf(log: ReadLog, event: AppEvent, { leftOut, threw }: Said): EventRow {
  const { seq, t, source, type, cause } = event
  return {
    seq,
    t,
    source,
    type,
    cause,
    failed: isFailure(type),
    leftOut: leftOut.has(seq),
    skipped: log.skipped.get(seq) ?? (threw && seq >= threw.seq ? whyNot(threw, seq) : null),
  }
}

const whyNot = ({ seq: at, message }: Threw, seq: number): string =>
  seq === at ? `a reducer throws: ${message}` : `a reducer throws at event ${at}`
