/** The engine of the replay page: holds the log that is open and answers what the page asks of it. */
import type {
  EventFilter,
  LeftOut,
  Moment,
  OpenedLog,
  PathQuestion,
  ReplayProgress,
  ReplayStage,
  Shown,
  ToReplayed,
  Tree,
  TreeAsked,
} from '#core/contracts/replay.ts'
import { upTo } from '#core/log/ascending.ts'
import { type Change, changesOf } from '#core/log/changes.ts'
import { FirstPass } from '#core/log/firstPass.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { Timeline } from '#core/log/timeline.ts'
import { treeRows } from '#core/log/tree/tree.ts'
import { isEqual } from '#core/reducers/equal.ts'
import type { ReadonlyStore, Touched } from '#core/reducers/store.ts'
import { chainOf } from './chain.ts'
import { addressAt, type Columns, ColumnsReader, lanesOf } from './columns.ts'
import { maskedFile } from './exporting.ts'
import { firstWhere } from './finding.ts'
import type { Front } from './front.ts'
import { withoutEvents } from './leavingOut.ts'
import { Listing, listed, rowOf, type Said } from './listing.ts'
import { opened } from './opened.ts'
import { readFile } from './reading.ts'
import { Showing } from './showing.ts'
import { inTurns, Stopped, type Turns } from './turns.ts'

/** What is open. */
interface Open {
  readonly log: ReadLog
  readonly columns: Columns
  readonly recorded: Timeline
  /** The same as `recorded` while nothing is left out. */
  timeline: Timeline
  leftOut: ReadonlySet<number>
  /** The timeline is another one since the last seek: what it touched says nothing of what is shown. */
  isOther: boolean
  listing: Listing
  /** The event sought last, the state before it, and what it touched. */
  at: { readonly seq: number; readonly before: ReadonlyStore; readonly touched: readonly Touched[] }
}

/** A state that was compared with the one at an event. */
interface Compared {
  readonly timeline: Timeline
  readonly from: number
  readonly withRecorded: boolean
  readonly to: number
  readonly before: ReadonlyStore
  readonly changes: readonly Change[]
}

export class ReplayEngine {
  readonly #turns: Turns
  readonly #front: () => Front | null
  #open: Open | null = null
  #showing: Showing | null = null
  /** Grows with each piece of long work that is begun or stopped: what was under way is over. */
  readonly #rounds = new Map<string, number>()
  #compared: Compared | null = null

  /** @param front the thread that reads logs for it, once there is one */
  constructor(turns: Turns, front: () => Front | null = () => null) {
    this.#turns = turns
    this.#front = front
  }

  async open(file: Blob, name: string, told: ReplayProgress): Promise<OpenedLog> {
    const isOver = this.#begin('open')
    // Replayed as it is read: a million events are made of their text once.
    const passed = new FirstPass()
    const seen = new ColumnsReader()
    const reading = { turns: this.#turns, isOver, followers: [seen, passed] }
    const log = await readFile(file, { ...reading, told: (...far) => told('reading', ...far) }, this.#front())
    const columns = seen.columns()
    const timeline = new Timeline(log, { passed })
    const verdict = await this.#run(timeline.prepare(), isOver, 'replaying', log.events.length, told, log.start)
    const before = timeline.frozen(timeline.first)
    // It may have been stopped in its last turn, by another file that was picked.
    if (isOver()) throw new Stopped()
    // What is still asked of the log before would be answered as if it were of this one.
    for (const what of this.#rounds.keys()) if (what !== 'open') this.#begin(what)
    this.#open = {
      log,
      columns,
      recorded: timeline,
      timeline,
      leftOut: new Set(),
      isOther: true,
      listing: new Listing(log, null),
      at: { seq: timeline.first, before, touched: [] },
    }
    this.#compared = null
    return opened(name, log, columns, timeline, verdict)
  }

  stop(): void {
    for (const what of this.#rounds.keys()) this.#begin(what)
  }

  seek(seq: number): Moment {
    const open = this.#held()
    const { log, timeline } = open
    const before = timeline.frozen(Math.max(timeline.first, seq - 1))
    const until = timeline.takeTouched()
    const state = timeline.seek(seq)
    const touched = timeline.takeTouched() ?? []
    open.at = { seq, before, touched }
    this.#showing?.changed(open.isOther || until === null ? null : [...until, ...touched])
    const event = seq > log.start ? log.events.at(seq - log.start - 1) : undefined
    open.isOther = false
    return {
      seq,
      t: event?.t ?? log.startT,
      event: event
        ? {
            ...rowOf(log, event, saidOf(open)),
            v: event.v,
            line: log.lineOf(seq),
            payload: JSON.stringify(event.payload, null, 2) ?? '',
            date: dateOf(log, state, event.t),
          }
        : null,
      place: open.listing.placeOf(seq),
    }
  }

  lanes(bins: number) {
    const { log, columns } = this.#held()
    return lanesOf(log, columns, Math.max(1, Math.min(bins, 4000)))
  }

  async filter(filter: EventFilter, told: ReplayProgress): Promise<number> {
    const open = this.#held()
    const { log, columns } = open
    const work = listed(log, columns, filter)
    const seqs = await this.#run(work, this.#begin('filter'), 'filtering', log.events.length, told)
    open.listing = new Listing(log, seqs)
    return open.listing.count
  }

  rows(first: number, count: number) {
    const open = this.#held()
    return open.listing.rows(first, Math.min(count, 1000), saidOf(open))
  }

  placeOf(seq: number): number {
    return this.#held().listing.placeOf(seq)
  }

  tree(asked: TreeAsked): Tree {
    const { at, timeline, log } = this.#held()
    const from = asked.withRecorded ? at.seq : (asked.from ?? Math.max(log.start, at.seq - 1))
    const { before, changes } = this.#compare(from, asked.withRecorded)
    const { rows, changed, isCapped } = treeRows(before, timeline.seek(at.seq), changes, asked)
    const first = Math.max(0, Math.min(asked.first, rows.length))
    return {
      from,
      to: at.seq,
      changed,
      isCapped,
      total: rows.length,
      firstChange: rows.findIndex(({ mark }) => mark === 'added' || mark === 'removed'),
      first,
      rows: rows.slice(first, first + asked.count),
    }
  }

  chain(seq: number) {
    const open = this.#held()
    const { failures } = open.columns
    return chainOf(open.log, seq, saidOf(open), (one) => failures[upTo(failures, one) - 1] === one)
  }

  async leaveOut(seqs: readonly number[], told: ReplayProgress): Promise<LeftOut> {
    const open = this.#held()
    const isOver = this.#begin('leaveOut')
    const known = new Set(seqs.filter((seq) => seq > open.recorded.first && seq <= open.recorded.last))
    if (known.size === 0) {
      open.timeline = open.recorded
      open.leftOut = known
      open.isOther = true
      return { seqs: [], differing: 0, from: null, sameFrom: null, threw: null }
    }
    const work = withoutEvents(open.log, known)
    const { timeline, outcome } = await this.#run(work, isOver, 'comparing', open.log.events.length, told)
    open.timeline = timeline
    open.leftOut = known
    open.isOther = true
    return outcome
  }

  async find(question: PathQuestion, told: ReplayProgress): Promise<number | null> {
    const { timeline } = this.#held()
    const work = firstWhere(timeline, question)
    return this.#run(work, this.#begin('find'), 'searching', timeline.last - question.after, told)
  }

  async exportMasked(told: ReplayProgress): Promise<Uint8Array<ArrayBuffer>> {
    const { log } = this.#held()
    return this.#run(maskedFile(log), this.#begin('export'), 'exporting', log.events.length, told)
  }

  /** From now on it is told to this player what to show. @param post sends it */
  show(post: (message: ToReplayed) => void): (shown: Shown) => void {
    const showing = new Showing(post, () => {
      const { at, columns, timeline } = this.#held()
      return { state: timeline.seek(at.seq), seq: at.seq, address: addressAt(timeline, columns, at.seq) }
    })
    this.#showing = showing
    if (this.#open) showing.changed(null)
    return () => showing.drawn()
  }

  /** What differs from the state after another event, or after the same as it was recorded. */
  #compare(from: number, withRecorded: boolean): Compared {
    const { at, timeline, recorded } = this.#held()
    const known = this.#compared
    const isSame = known?.timeline === timeline && known.from === from && known.withRecorded === withRecorded
    if (isSame && known.to === at.seq) return known
    const compared = (before: ReadonlyStore, changes: (after: ReadonlyStore) => readonly Change[]): Compared => {
      const after = timeline.seek(at.seq)
      return { timeline, from, withRecorded, to: at.seq, before, changes: changes(after) }
    }
    if (!withRecorded && from === at.seq - 1)
      this.#compared = compared(at.before, (after) => touchedChanges(at.before, after, at.touched))
    else {
      // A pinned state stays while the other one moves.
      const held = isSame && !withRecorded ? known.before : (withRecorded ? recorded : timeline).frozen(from)
      this.#compared = compared(held, (after) => changesOf(held, after))
    }
    return this.#compared
  }

  #held(): Open {
    if (!this.#open) throw new Error('no log is open')
    return this.#open
  }

  /** Ends what of the same kind is under way. @returns whether this is over */
  #begin(what: string): () => boolean {
    const round = (this.#rounds.get(what) ?? 0) + 1
    this.#rounds.set(what, round)
    return () => this.#rounds.get(what) !== round
  }

  #run<T>(
    work: Generator<number, T>,
    isOver: () => boolean,
    stage: ReplayStage,
    all: number,
    told: ReplayProgress,
    start = 0,
  ): Promise<T> {
    return inTurns(work, this.#turns, isOver, (done) =>
      told(stage, all > 0 ? Math.min(1, (done - start) / all) : null, done - start),
    )
  }
}

const saidOf = ({ leftOut, timeline: { threw } }: Open): Said => ({ leftOut, threw })

/** The last ms a Date can tell. */
const MAX_DATE = 8.64e15

/** When something was by the device's clock, which may have been put back since the log began. A log may say anything. */
function dateOf({ header }: ReadLog, state: ReadonlyStore, t: number): number | null {
  const date: unknown = (state.single('app').startedAt || header.startedAt) + t
  return typeof date === 'number' && Math.abs(date) <= MAX_DATE ? date : null
}

/** What one event changed, of what it touched. */
function touchedChanges(before: ReadonlyStore, after: ReadonlyStore, touched: readonly Touched[]): Change[] {
  return touched.flatMap(({ kind, id }) => {
    const [was, is] = [before.get(kind, id), after.get(kind, id)]
    return isEqual(was, is) ? [] : [{ kind, id, before: was, after: is }]
  })
}
