/**
 * As few events of a log as still lead to the same damage: whole domains are left out first, then whole trees of cause
 * and effect, then single events, in ever smaller runs (delta debugging; Zeller and Hildebrandt, 2002). An event that is
 * left out is not applied. What is tried shares its beginning with what is known to do damage, and is replayed from there.
 */
import type { AppEvent } from '../../events/index.ts'
import '../../reducers/late.ts'
import { domainOf } from '../../model/eventTypes.ts'
import { reduce } from '../../reducers/root.ts'
import type { Store } from '../../reducers/store.ts'
import type { ReadLog } from '../reading/log.ts'
import { hashText } from '../textHash.ts'
import type { Timeline } from '../timeline.ts'
import type { IsBad } from './bisect.ts'

export interface Minimised {
  /** The events that are left, as they stand in the log; the damage shows after the last. */
  readonly events: readonly AppEvent[]
  /** How many lists were tried. */
  readonly tries: number
}

export interface Shrinking extends Minimised {
  /** What is being left out. */
  readonly by: 'domain' | 'tree' | 'event'
}

/** What stands behind this many events is kept as a state, so that trying begins there. */
const KEPT_STATES = 8
/** Of a list that is tried so many events are applied at one go. */
const PAUSE = 5000
/** A list shorter than this is replayed from its beginning. */
const SHORT = 200

/**
 * Yields what is left so far, so that whoever stops has that.
 * @param target the event after which it is bad: as `bisect` finds it
 * @param reducer what follows from an event. Default: the reducers of this build
 * @returns null when it is not bad after that event
 */
export function* minimise(
  timeline: Timeline,
  target: number,
  isBad: IsBad,
  reducer: (state: Store, event: AppEvent) => void = reduce,
): Generator<Shrinking, Minimised | null> {
  const { log } = timeline
  const applied = log.events.slice(0, target - log.start).filter(({ seq }) => timeline.applies(seq))
  const trial = new Trial(timeline.frozen(timeline.first) as Store, isBad, reducer)
  if (!(yield* trial.isBad(applied, 'domain'))) return null
  for (const [by, unitsOf] of WAYS) {
    const last = trial.held.at(-1)
    yield* shrink(trial, unitsOf(trial.held), last, by)
  }
  // Fewer events may show it earlier than all of them did.
  for (let end = yield* trial.firstBad(); end < trial.held.length; end = yield* trial.firstBad()) {
    yield* trial.isBad(trial.held.slice(0, end), 'event')
    const last = trial.held.at(-1)
    yield* shrink(trial, unitsOfEvents(trial.held), last, 'event')
  }
  return { events: trial.held, tries: trial.tries }
}

type Unit = readonly AppEvent[]

const unitsOfEvents = (events: readonly AppEvent[]): Unit[] => events.map((event) => [event])

const WAYS: readonly (readonly [Shrinking['by'], (events: readonly AppEvent[]) => Unit[]])[] = [
  // The largest first: what is tried afterwards is shorter.
  ['domain', (events) => grouped(events, ({ type }) => domainOf(type)).sort((a, b) => b.length - a.length)],
  ['tree', trees],
  ['event', unitsOfEvents],
]

/** Leaves out ever fewer units at once, as long as it stays bad. The last event stays. */
function* shrink(trial: Trial, all: Unit[], last: AppEvent | undefined, by: Shrinking['by']): Generator<Shrinking> {
  let units = all
  for (let size = by === 'domain' ? 1 : Math.ceil(units.length / 2); ; size = Math.ceil(size / 2)) {
    let shrank = false
    for (let at = 0; at < units.length; ) {
      const out = new Set(units.slice(at, at + size).flat())
      if (last) out.delete(last)
      const less = trial.held.filter((event) => !out.has(event))
      if (out.size > 0 && (yield* trial.isBad(less, by))) {
        units = units.toSpliced(at, size)
        shrank = true
      } else at += size
      yield { events: trial.held, tries: trial.tries, by }
    }
    if (size === 1 && !shrank) return
  }
}

/** Events of one root together, in the order of the roots. */
function trees(events: readonly AppEvent[]): Unit[] {
  const roots = new Map<number, number>()
  for (const { seq, cause } of events) roots.set(seq, cause === null ? seq : (roots.get(cause) ?? seq))
  return grouped(events, ({ seq }) => roots.get(seq) ?? seq)
}

function grouped<K>(events: readonly AppEvent[], keyOf: (event: AppEvent) => K): Unit[] {
  const groups = new Map<K, AppEvent[]>()
  for (const event of events) {
    const group = groups.get(keyOf(event))
    if (group) group.push(event)
    else groups.set(keyOf(event), [event])
  }
  return [...groups.values()]
}

interface KeptState {
  /** How many events of the list lie before it. */
  readonly after: number
  readonly store: Store
}

/** Tries lists of events, each against the last that was bad. */
class Trial {
  /** The last list that was bad. */
  held: readonly AppEvent[] = []
  tries = 0
  #states: readonly KeptState[]
  readonly #isBad: IsBad
  readonly #reduce: (state: Store, event: AppEvent) => void

  constructor(start: Store, isBad: IsBad, reducer: (state: Store, event: AppEvent) => void) {
    this.#states = [{ after: 0, store: start }]
    this.#isBad = isBad
    this.#reduce = reducer
  }

  /** Whether it is bad after the last of these; when it is they are held from now on. Yields within a long list. */
  *isBad(events: readonly AppEvent[], by: Shrinking['by']): Generator<Shrinking, boolean> {
    this.tries++
    // Before the first of them was tried, that is all.
    const left = this.tries === 1 ? events : this.held
    const shared = this.#sharedWith(events)
    const known = this.#states.filter(({ after }) => after <= shared)
    const { after = 0, store } = known.at(-1) ?? {}
    const state = store?.copy() as Store
    const states = [...known]
    const apart = events.length < SHORT ? Number.POSITIVE_INFINITY : Math.ceil(events.length / KEPT_STATES)
    for (let at = after; at < events.length; at++) {
      if (at - (states.at(-1)?.after ?? 0) >= apart) states.push({ after: at, store: state.copy() })
      try {
        this.#reduce(state, events[at] as AppEvent)
      } catch {
        // Without what led to it an event may ask too much of a reducer: such a list shows another damage, or none.
        return false
      }
      if ((at - after) % PAUSE === PAUSE - 1) yield { events: left, tries: this.tries, by }
    }
    if (!this.#isBad(state, events.at(-1))) return false
    this.held = events
    this.#states = states
    return true
  }

  /** After how many of the events held it is bad for the first time; all of them at the latest. */
  *firstBad(): Generator<Shrinking, number> {
    const state = this.#states[0]?.store.copy() as Store
    for (const [at, event] of this.held.entries()) {
      this.#reduce(state, event)
      if (this.#isBad(state, event)) return at + 1
      if (at % PAUSE === PAUSE - 1) yield { events: this.held, tries: this.tries, by: 'event' }
    }
    return this.held.length
  }

  #sharedWith(events: readonly AppEvent[]): number {
    const most = Math.min(events.length, this.held.length)
    let shared = 0
    while (shared < most && events[shared] === this.held[shared]) shared++
    return shared
  }
}

/**
 * Events that were left over, as a log of their own: numbered anew, a cause that is gone is none, nothing vouched for. Its
 * id is another one, for what somebody wrote on events of the log stands at numbers that mean others here (H-432).
 */
export function logOf(log: ReadLog, events: readonly AppEvent[]): ReadLog {
  const places = new Map(events.map(({ seq }, at) => [seq, log.start + 1 + at]))
  const own = events.map((event) => ({
    ...event,
    seq: places.get(event.seq) ?? 0,
    cause: event.cause === null ? null : (places.get(event.cause) ?? null),
  }))
  const skipped = new Map(
    [...log.skipped].flatMap(([seq, why]) => {
      const place = places.get(seq)
      return place === undefined ? [] : [[place, why] as const]
    }),
  )
  const logId = `${log.header.logId}-${hashText([...places.keys()].join(' '))}`
  return {
    ...log,
    header: { ...log.header, logId },
    events: own,
    checkpoints: [],
    skipped,
    cut: null,
    lineOf: (seq) => seq - log.start + 1,
  }
}
