/**
 * Everything that can be held against a log at once: each event is reduced on two equal states, by two equal copies of
 * it of which one is frozen; what it touched must be equal afterwards and break no rule; checkpoints are compared.
 */
import type { AppEvent } from '../events/index.ts'
import { messageOf } from '../model/text/messageOf.ts'
import '../reducers/late.ts'
import type { Kind } from '../model/entities.ts'
import { isEqual } from '../reducers/equal.ts'
import { reduce } from '../reducers/root.ts'
import { Store, type Touched } from '../reducers/store.ts'
import { Touches } from '../reducers/touches.ts'
import type { Threw, Verdict } from './firstPass.ts'
import { hashState, hashVersionOf, StateHash } from './hash.ts'
import { type Broken, brokenInvariants } from './invariants/index.ts'
import type { ReadLog } from './reading/log.ts'

/** Nothing behind an event at which a reducer threw was looked at. */
export interface Checked extends Verdict {
  /** State hash of the last state, taken over all of it at once. */
  readonly wholeHash: string
  /** Rules that were broken, each where it began to be. */
  readonly broken: readonly (Broken & { readonly seq: number })[]
  /** Events whose cause does not stand before them. */
  readonly causes: readonly { readonly seq: number; readonly cause: number }[]
  /** Entities that came out differently. */
  readonly unequal: readonly { readonly seq: number; readonly kind: Kind; readonly id: string }[]
}

type Reducer = (state: Store, event: AppEvent) => void

const PAUSE = 64

/** Yields the sequence number it has come to. */
export function* checkLog(log: ReadLog, reducer: Reducer = reduce): Generator<number, Checked> {
  const run = new Run(log, reducer, log.base ?? new Store())
  run.compare(log.start)
  for (const event of log.events) {
    if (!log.skipped.has(event.seq) && !run.apply(event)) break
    run.compare(event.seq)
    if (event.seq % PAUSE === 0) yield event.seq
  }
  return run.end()
}

class Run {
  readonly #log: ReadLog
  readonly #reduce: Reducer
  readonly #store: Store
  readonly #twin: Store
  readonly #hash: StateHash
  /** Touched since the hash was read last. */
  readonly #unhashed = new Touches()
  readonly #broken: (Broken & { seq: number })[] = []
  readonly #causes: { seq: number; cause: number }[] = []
  readonly #unequal: { seq: number; kind: Kind; id: string }[] = []
  /** Names of the rules that are broken now. */
  #isBroken = new Set<string>()
  #threw: Threw | null = null
  #difference: Verdict['difference'] = null
  #compared = 0
  #after: number

  constructor(log: ReadLog, reducer: Reducer, start: Store) {
    this.#log = log
    this.#reduce = reducer
    this.#store = start.copy()
    this.#twin = start.copy()
    this.#hash = new StateHash(this.#store, hashVersionOf(log.header))
    this.#after = log.start
  }

  /** @returns false when a reducer threw */
  apply(event: AppEvent): boolean {
    const { seq, cause } = event
    if (cause !== null && (cause < 1 || cause >= seq)) this.#causes.push({ seq, cause })
    try {
      this.#reduce(this.#store, deepFrozen(event))
      this.#reduce(this.#twin, JSON.parse(JSON.stringify(event)) as AppEvent)
    } catch (error) {
      const { type } = event
      const message = messageOf(error)
      this.#threw = { seq, type, line: this.#log.lineOf(seq), message }
      // What it did of its work by then stands in the state: in neither hash of it more than in the other.
      this.#unhashed.addAll(this.#store.takeTouched())
      return false
    }
    const touched = this.#store.takeTouched()
    this.#unhashed.addAll(touched)
    for (const { kind, id } of [...touched, ...this.#twin.takeTouched()])
      if (!isEqual(this.#store.get(kind, id), this.#twin.get(kind, id))) this.#part(event.seq, kind, id)
    this.#look(event.seq, touched)
    return true
  }

  /** Holds the checkpoints that stand after an event against what is. */
  compare(seq: number): void {
    for (let next = this.#next(); next?.seq === seq; next = this.#next()) {
      const replayed = this.#state()
      if (replayed !== next.state) this.#difference ??= { seq, recorded: next.state, replayed, after: this.#after }
      else if (!this.#difference) this.#after = seq
      this.#compared++
    }
  }

  end(): Checked {
    return {
      state: this.#state(),
      wholeHash: hashState(this.#store, hashVersionOf(this.#log.header)),
      checkpoints: this.#compared,
      difference: this.#difference,
      broken: this.#broken,
      causes: this.#causes,
      unequal: this.#unequal,
      threw: this.#threw,
    }
  }

  /** State hash as it is kept on the way. */
  #state(): string {
    this.#hash.update(this.#store, this.#unhashed.take())
    return this.#hash.toString()
  }

  #next() {
    return this.#log.checkpoints[this.#compared]
  }

  /** They go on from the same state, so that one cause is told once. */
  #part(seq: number, kind: Kind, id: string): void {
    this.#unequal.push({ seq, kind, id })
    const entity = this.#store.get(kind, id)
    if (entity === undefined) this.#twin.drop(kind, id)
    else this.#twin.set(kind, id, entity)
    this.#twin.takeTouched()
  }

  /** A rule that is broken stays so until what it looks at is touched; it is told once. */
  #look(seq: number, touched: readonly Touched[]): void {
    const broken = brokenInvariants(this.#store, this.#isBroken.size > 0 ? null : touched)
    for (const one of broken) if (!this.#isBroken.has(one.name)) this.#broken.push({ seq, ...one })
    this.#isBroken = new Set(broken.map(({ name }) => name))
  }
}

function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const held of Object.values(value)) deepFrozen(held)
  return value
}
