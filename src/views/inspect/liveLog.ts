/** The running log as an inspector lists it: the last events there were, those of them that are wanted, and a pause. */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { TreeAsked, TreeRow } from '#core/contracts/replay.ts'
import { domainOf, isFailure } from '#core/model/eventTypes.ts'
import { lookedFor } from '#core/model/text/inJson.ts'

/** An event as it is told; one that is not kept has sequence number 0. */
export interface LiveEvent {
  readonly seq: number
  /** ms since the log began. */
  readonly t: number
  readonly source: string
  readonly cause: number | null
  readonly type: string
  readonly v: number
  readonly payload: unknown
}

/** An event among those listed. */
export interface LiveRow extends LiveEvent {
  /** Grows with each event, kept or not. */
  readonly n: number
  /** Grows with each log: its events are numbered from 1, and name their causes by number. */
  readonly log: number
}

/** What is listed; empty: all. */
export interface LiveFilter {
  readonly domain: string
  readonly type: string
  readonly source: string
  /** Looked for in type, source and payload, whatever the case. */
  readonly text: string
}

/** What one source told. */
export interface Told {
  readonly source: string
  readonly events: number
  /** Time of the last one, ms since the log began. */
  readonly last: number
  /** Its last failure, as the event says it; null: none. */
  readonly failure: string | null
}

const NO_FILTER: LiveFilter = { domain: '', type: '', source: '', text: '' }
/** So many are remembered: older ones are in the log itself. */
export const REMEMBERED = 10_000

export class LiveLog {
  /** Those that are wanted, oldest first. */
  readonly rows = signal<readonly LiveRow[]>([])
  readonly filter = signal<LiveFilter>(NO_FILTER)
  readonly isPaused = signal(false)
  /** How many happened, forgotten ones too. */
  readonly total = signal(0)
  readonly types = signal<readonly string[]>([])
  readonly sources = signal<readonly Told[]>([])
  #all: LiveRow[] = []
  #n = 0
  #log = 0
  readonly #types = new Set<string>()
  readonly #told = new Map<string, Told>()
  readonly #texts = new WeakMap<LiveRow, string>()
  #says = lookedFor('')

  /**
   * The first event of a log begins a new list: what is listed was of one that ended with its session.
   * @param passed so many happened that are not among them
   */
  add(events: readonly LiveEvent[], passed = 0): void {
    if (events.length === 0 && passed === 0) return
    const rows = events.map((event) => ({ ...event, n: ++this.#n, log: event.seq === 1 ? ++this.#log : this.#log }))
    this.#all.push(...rows)
    this.#forget()
    for (const row of rows) this.#note(row)
    if (this.#types.size !== this.types.value.length) this.types.value = [...this.#types].sort(byName)
    this.sources.value = [...this.#told.values()]
    this.total.value += events.length + passed
    if (this.isPaused.value) return
    const oldest = this.#all[0]?.n ?? 0
    const kept = this.rows.value.filter(({ n }) => n >= oldest)
    const wanted = rows.filter((row) => row.n >= oldest && this.#isWanted(row))
    if (wanted.length > 0 || kept.length < this.rows.value.length) this.rows.value = [...kept, ...wanted]
  }

  choose(change: Partial<LiveFilter>): void {
    this.filter.value = { ...this.filter.value, ...change }
    this.#says = lookedFor(this.filter.value.text)
    this.#list()
  }

  /** While it is paused what happens is remembered and not listed. */
  pause(isPaused: boolean): void {
    this.isPaused.value = isPaused
    if (isPaused) return
    this.#forget()
    this.#list()
  }

  /** The event that led to this one, in its own log, if it is still remembered. */
  causeOf({ cause, log }: LiveRow): LiveRow | undefined {
    return cause === null ? undefined : this.#all.findLast((row) => row.seq === cause && row.log === log)
  }

  /** A log that ended goes with the list of it; who paused that still looks at it. */
  #forget(): void {
    if (!this.isPaused.value && this.#all[0]?.log !== this.#log)
      this.#all = this.#all.filter(({ log }) => log === this.#log)
    if (this.#all.length > REMEMBERED) this.#all = this.#all.slice(-REMEMBERED)
  }

  #list(): void {
    this.rows.value = this.#all.filter((row) => this.#isWanted(row))
  }

  #note({ type, source, t, payload }: LiveRow): void {
    this.#types.add(type)
    const before = this.#told.get(source)
    const failure = isFailure(type) ? `${type} ${shortened(JSON.stringify(payload))}` : (before?.failure ?? null)
    this.#told.set(source, { source, events: (before?.events ?? 0) + 1, last: t, failure })
  }

  #isWanted(row: LiveRow): boolean {
    const { domain, type, source, text } = this.filter.value
    if (domain !== '' && domainOf(row.type) !== domain) return false
    if (type !== '' && row.type !== type) return false
    if (source !== '' && row.source !== source) return false
    return text === '' || this.#says(this.#textOf(row))
  }

  #textOf(row: LiveRow): string {
    const known = this.#texts.get(row)
    if (known !== undefined) return known
    const text = `${row.type} ${row.source} ${JSON.stringify(row.payload)}`.toLowerCase()
    this.#texts.set(row, text)
    return text
  }
}

const byName = (a: string, b: string): number => (a < b ? -1 : 1)

const shortened = (text: string): string => (text.length > 160 ? `${text.slice(0, 160)}…` : text)

/** The state of the page, and the one that was pinned. */
export interface LiveState {
  /** Number of the event after which the state was pinned; null: none is. */
  readonly pinned: ReadonlySignal<number | null>
  /** From now on what is shown is what changed since. */
  pin(): void
  unpin(): void
  /** As it is now. */
  tree(asked: Pick<TreeAsked, 'onlyChanges' | 'opened' | 'closed'>): {
    readonly rows: readonly TreeRow[]
    /** Fields that differ. */
    readonly changed: number
    /** More are not counted or listed. */
    readonly isCapped: boolean
  }
}

/** What the inspector shows beside the log. */
export interface Inspected {
  readonly log: LiveLog
  readonly state: LiveState
  readonly health: ReadonlySignal<Health>
  /** Grows whenever the state changed, a few times a second at most. */
  readonly edition: ReadonlySignal<number>
  close(): void
}

export interface Health {
  readonly workers: readonly WorkerHealth[]
  /** Entities whose signals fired most in the last minute, by table and id. */
  readonly fired: readonly { readonly name: string; readonly times: number }[]
  /** Longest task of the page in the last minute, ms; null: the browser does not say. */
  readonly longestTaskMs: number | null
}

export interface WorkerHealth {
  readonly name: string
  /** How long it took to answer last, ms; null: it did not yet. */
  readonly answerMs: number | null
  /** The longest it took in the last minute, ms. */
  readonly longestMs: number
  /** Messages it sent the page, of the last ten seconds. */
  readonly perSecond: number
  /** What waits in it; null: it does not say. */
  readonly waiting: number | null
  readonly lastError: string | null
}
