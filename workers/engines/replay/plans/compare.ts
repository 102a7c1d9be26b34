/**
 * Plans in a replay: after each event every plan runs on the state that was, and nobody carries it out. What it would
 * have asked is held against what was recorded.
 *
 * A difference is a fact that no plan of this build asked for after the event it names as its cause, and, of an engine
 * that reports at once, a report that was not recorded. A request without an answer is none: it may have been
 * overtaken, cancelled or cut off with the log; how many there were is counted.
 */
import type { AppDraft, AppEvent, Source } from '#core/events/index.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { messageOf } from '#core/model/text/messageOf.ts'
import { isEqual } from '#core/reducers/equal.ts'
import { reduce } from '#core/reducers/root.ts'
import { type ReadonlyStore, Store } from '#core/reducers/store.ts'
import '#core/reducers/late.ts'
import type { Asked, HeldEngine } from './engine.ts'
import { HELD } from './held.ts'

export interface PlanDifference {
  readonly engine: Source
  /** The recorded fact; the event after which one is missing. */
  readonly seq: number
  readonly kind: 'notAsked' | 'missing'
  /** In words: what it is, and what the plan says. */
  readonly what: string
}

export interface Compared {
  readonly engine: Source
  /** Requests by the plan, each counted once until it is answered. */
  readonly asked: number
  /** Facts that answer one. */
  readonly answered: number
}

export interface PlansCompared {
  readonly engines: readonly Compared[]
  /** Where a reducer or a plan threw; nothing behind it was compared. */
  readonly threw: { readonly seq: number; readonly message: string } | null
  readonly differences: readonly PlanDifference[]
}

const PAUSE = 64
/** A report stands behind what waited already when it was made; so many events at most. */
const MAY_BE_CUT = 16
/** So many requests are named in a difference. */
const NAMED = 3

/** Yields the sequence number it has come to. @param engines those that are held. Default: all that can be */
export function* comparePlans(log: ReadLog, engines: readonly HeldEngine[] = HELD): Generator<number, PlansCompared> {
  const store = log.base?.copy() ?? new Store()
  const held = engines.map((engine) => new Held(engine, log))
  let last = log.start
  let threw: PlansCompared['threw'] = null
  for (const event of log.events) {
    try {
      if (!log.skipped.has(event.seq)) {
        // What led to a fact is judged by what was asked before it was applied.
        for (const one of held) one.judge(event)
        reduce(store, event)
        store.takeTouched()
        for (const one of held) one.plan(store, event)
      } else for (const one of held) one.skip(event)
    } catch (error) {
      threw = { seq: event.seq, message: messageOf(error) }
      break
    }
    last = event.seq
    if (event.seq % PAUSE === 0) yield event.seq
  }
  return {
    engines: held.map((one) => one.counted()),
    threw,
    differences: held.flatMap((one) => one.end(last)).sort((a, b) => a.seq - b.seq),
  }
}

class Held {
  readonly #engine: HeldEngine
  readonly #start: number
  readonly #skipped: ReadonlyMap<number, string>
  /** What was asked after an event. */
  readonly #asked = new Map<number, readonly Asked[]>()
  readonly #open = new Set<string>()
  /** Of an engine that does things in their turn: what was asked at any time. */
  readonly #ever = new Set<string>()
  /** What it should have reported after an event, and has not yet. */
  readonly #due = new Map<number, AppDraft[]>()
  /** Causes of what was not applied: some of what is due of them may have been that. */
  readonly #unsure = new Set<number>()
  #hasSkipped = false
  readonly #differences: PlanDifference[] = []
  #requests = 0
  #answers = 0

  constructor(engine: HeldEngine, { start, skipped }: ReadLog) {
    this.#engine = engine
    this.#start = start
    this.#skipped = skipped
  }

  plan(state: ReadonlyStore, event: AppEvent): void {
    const asked = this.#engine.asks(state, event)
    if (asked.length > 0 && !this.#engine.inTurn) this.#asked.set(event.seq, asked)
    for (const [name] of asked) {
      if (this.#engine.inTurn) this.#ever.add(name)
      if (this.#open.has(name)) continue
      this.#open.add(name)
      this.#requests++
    }
    const reports = this.#engine.reports?.(state, event) ?? []
    if (reports.length === 0) return
    this.#requests += reports.length
    this.#due.set(event.seq, [...reports])
  }

  judge(event: AppEvent): void {
    if (event.source !== this.#engine.source) return
    // What was asked after an event that is not applied, no plan of this build can tell.
    if (event.cause !== null && this.#skipped.has(event.cause)) return
    if (this.#engine.inTurn) return this.#judgeInTurn(event)
    // What led to it lies before the log, or was not kept.
    if (event.cause === null || event.cause <= this.#start) return
    if (this.#engine.reports) return this.#judgeReport(event, event.cause)
    const answers = this.#engine.answers(event)
    if (answers === null) return
    const asked = this.#asked.get(event.cause) ?? []
    const found = asked.find((names) => answers.some((one) => names.includes(one)))
    if (found === undefined) {
      const instead = asked.length === 0 ? 'asks for nothing' : `asks for ${named(asked)}`
      return this.#differ(
        event.seq,
        'notAsked',
        `${event.type} answers "${answers[0]}", and after event ${event.cause} the plan ${instead}`,
      )
    }
    this.#answers++
    this.#open.delete(found[0])
  }

  /** An event that is not applied: what it says is not known, so it may be any report its cause led to. */
  skip({ source, cause }: AppEvent): void {
    this.#hasSkipped = true
    if (source === this.#engine.source && cause !== null) this.#unsure.add(cause)
  }

  #judgeInTurn(event: AppEvent): void {
    const [answer] = this.#engine.answers(event) ?? []
    // What began before the log did, or with what was not applied, cannot be known: it may be named by a later cause.
    if (answer === undefined || this.#start > 0 || this.#hasSkipped) return
    if (!this.#ever.has(answer))
      return this.#differ(event.seq, 'notAsked', `${event.type} answers "${answer}", for which no plan asked before`)
    this.#answers++
    this.#open.delete(answer)
  }

  #judgeReport(event: AppEvent, cause: number): void {
    const due = this.#due.get(cause) ?? []
    const at = due.findIndex(({ type, payload }) => type === event.type && isEqual(payload, event.payload))
    if (at < 0)
      return this.#differ(
        event.seq,
        'notAsked',
        `${event.type} was reported, and after event ${cause} the plan reports ${due.length === 0 ? 'nothing' : 'something else'}`,
      )
    this.#answers++
    due.splice(at, 1)
    if (due.length === 0) this.#due.delete(cause)
  }

  #differ(seq: number, kind: PlanDifference['kind'], what: string): void {
    this.#differences.push({ engine: this.#engine.source, seq, kind, what })
  }

  counted(): Compared {
    return { engine: this.#engine.source, asked: this.#requests, answered: this.#answers }
  }

  /** @param last the last event of the log */
  end(last: number): readonly PlanDifference[] {
    for (const [seq, due] of this.#due) {
      // The log may end between the two.
      if (last - seq < MAY_BE_CUT || this.#unsure.has(seq)) continue
      for (const { type } of due) this.#differ(seq, 'missing', `the plan reports ${type}, and it was not recorded`)
    }
    return this.#differences
  }
}

function named(asked: readonly Asked[]): string {
  const more = asked.length > NAMED ? ` and ${asked.length - NAMED} more` : ''
  return `${asked
    .slice(0, NAMED)
    .map(([name]) => name)
    .join('; ')}${more}`
}
