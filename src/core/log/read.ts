/**
 * Reads an exported log, version 1 or 2, as its bytes come. What is no log at all is refused; a log that stops being one
 * is cut there, the line is named, and everything before it is kept. Events of a type or version this build does not
 * know are kept and not applied.
 *
 * Every line is parsed by the schema of its event, but for segments of the very vocabulary of this build whose link in
 * the chain is right: what this build wrote was parsed when it was written. A snapshot's entities are parsed always.
 */
import { strToU8 } from 'fflate'
import * as z from 'zod/mini'
import type { LogHeader } from '../contracts/log.ts'
import { type AppEvent, EventError } from '../events/index.ts'
import { messageOf } from '../model/text/messageOf.ts'
import type { Store } from '../reducers/store.ts'
import { FORMAT, LaterHeader, LogHeaderShape } from './codec.ts'
import { linkOf } from './export.ts'
import { eventOfArray, eventOfObject, eventsOfArrays, type ReadEvent } from './readEvent.ts'
import { DEPTH_MAX, isTooDeep } from './reading/depth.ts'
import { KeptEvents } from './reading/events.ts'
import {
  type Behind,
  type CheckpointLine,
  checkpointOf,
  eachLine,
  jsonOf,
  LogFront,
  mayNamePrototype,
  type SnapshotLine,
  snapshotOf,
  type WholeSegment,
  wholeText,
} from './reading/front.ts'
import type { Checkpoint, Cut, Follower, ReadLimits, ReadLog } from './reading/log.ts'
import { Places } from './reading/places.ts'
import { isOurs } from './reading/vocabulary.ts'
import { MAX_BYTES, MAX_CHECKPOINTS, SEQ_MAX, WaitingLines } from './reading/waiting.ts'
import { parseEntity } from './snapshots/shapes/index.ts'
import { storeOf } from './snapshots/snapshot.ts'
import { hashText } from './textHash.ts'
import { schemasDigest } from './upcast.ts'

export class LogReader implements Behind {
  readonly #followers: readonly Follower[]
  readonly #maxEvents: number
  readonly #maxCheckpoints: number
  readonly #front: LogFront
  #line = 0
  #header: LogHeader | null = null
  #known = false
  #chain = ''
  /** Of the segment that is being read. */
  readonly #segment: WaitingLines
  /** The head of the snapshot whose lines are being read. */
  #snapshot: SnapshotLine | null = null
  #start = 0
  #startT = 0
  #base: Store | null = null
  #events = new KeptEvents(0)
  /** When the last of them came, ms. */
  #t = 0
  readonly #places = new Places()
  readonly #checkpoints: Checkpoint[] = []
  readonly #skipped = new Map<number, string>()
  #cut: Cut | null = null

  constructor(limits: ReadLimits = {}, ...followers: Follower[]) {
    const { maxBytes = MAX_BYTES, maxEvents = 5_000_000, maxCheckpoints = MAX_CHECKPOINTS } = limits
    this.#followers = followers
    this.#maxEvents = maxEvents
    this.#maxCheckpoints = maxCheckpoints
    this.#segment = new WaitingLines(limits.maxSegment)
    this.#front = new LogFront(this, schemasDigest(), maxBytes)
  }

  /** How many events were read. */
  get events(): number {
    return this.#events.length + this.#segment.length
  }

  /** How many bytes of text were read. */
  get bytes(): number {
    return this.#front.bytes
  }

  /** True when nothing more will be taken: what follows is behind a cut. */
  get isCut(): boolean {
    return this.#cut !== null
  }

  /** Reads on. @throws EventError when this is no log at all: `line 1: …` */
  push(bytes: Uint8Array): void {
    this.#front.push(bytes)
  }

  /**
   * The file is over.
   * @param torn why nothing more comes, when that is not its end
   * @throws EventError when this is no log at all: `line 1: …`
   */
  end(torn?: string): ReadLog {
    this.#front.end(torn)
    return this.log()
  }

  /** What was read, when a front of its own was at work and everything it found is here. @throws as `end` */
  log(): ReadLog {
    if (!this.#cut) this.#readSegment(null)
    const header = this.#header
    if (!header) throw new EventError('line 1: not the header of an event log')
    return {
      header,
      start: this.#start,
      startT: this.#startT,
      base: this.#base,
      events: this.#events,
      checkpoints: this.#checkpoints,
      skipped: this.#skipped,
      cut: this.#cut,
      lineOf: (seq) => this.#places.lineOf(seq),
    }
  }

  /** The log ends before its next line. */
  cut(reason: string): void {
    if (!this.#cut) this.#cutAt(this.#line + 1, reason)
  }

  segment(segment: WholeSegment): void {
    if (this.#cut || this.#takeWhole(segment)) return
    for (const line of eachLine(segment)) this.line(line)
    this.line(segment.line)
  }

  /** @returns false when it has to be looked at line by line; nothing is taken then */
  #takeWhole({ array, text, ends, checkpoint, before, chain }: WholeSegment): boolean {
    // Only between two segments: what stands before was verified.
    if (!this.#known || this.#segment.length > 0 || this.#snapshot !== null || before !== this.#chain) return false
    const first = this.#start + this.#events.length + 1
    const last = checkpoint.checkpoint
    if (last !== first + ends.length - 1 || last - this.#start > this.#maxEvents) return false
    if (this.#checkpoints.length >= this.#maxCheckpoints) return false
    const events = eventsOfArrays(jsonOf(text ?? wholeText(array) ?? ''), first)
    if (events?.length !== ends.length || (events[0]?.t ?? 0) < this.#t) return false
    this.#events.addLines(array, events)
    this.#t = events.at(-1)?.t ?? this.#t
    this.#places.add(first, this.#line + 1)
    this.#line += ends.length + 1
    this.#chain = chain
    this.#follow(events)
    this.#compare({ seq: last, state: checkpoint.state })
    return true
  }

  line(line: string): void {
    if (this.#cut) return
    this.#line++
    if (!this.#header) return this.#takeHeader(line)
    if (line === '') return
    if (isTooDeep(line)) return this.#readSegment(null, `nested deeper than ${DEPTH_MAX} levels`)
    if (line.startsWith('{"snapshot"')) return this.#takeSnapshot(line)
    if (!line.startsWith('{"checkpoint"')) {
      if (!this.#segment.add(line, this.#line)) return this.#readSegment(null, 'a segment that does not end')
      if (this.events > this.#maxEvents) this.#readSegment(null, `more than ${this.#maxEvents} events`)
      return
    }
    const checkpoint = checkpointOf(line)
    const isOver = this.#checkpoints.length >= this.#maxCheckpoints
    if (isOver) this.#readSegment(null, `more than ${this.#maxCheckpoints} checkpoints`)
    else this.#readSegment(checkpoint, checkpoint ? undefined : 'not a checkpoint')
  }

  #takeHeader(line: string): void {
    const said = isTooDeep(line) ? null : jsonOf(line)
    const header = z.safeParse(LogHeaderShape, said)
    if (!header.success) {
      const later = z.safeParse(LaterHeader, said)
      if (!later.success) throw new EventError('line 1: not the header of an event log')
      throw new EventError(`line 1: format ${later.data.version} of a newer build, this one reads up to ${FORMAT}`)
    }
    this.#header = header.data
    this.#known = isOurs(header.data)
    this.#chain = hashText(line)
    for (const follower of this.#followers) follower.opens?.(header.data)
  }

  /** A snapshot stands at the beginning or nowhere. */
  #takeSnapshot(line: string): void {
    const head = snapshotOf(line)
    if (!head || this.#checkpoints.length > 0 || this.events > 0 || this.#snapshot)
      return this.#readSegment(null, 'not a snapshot, or not at the beginning')
    if (head.snapshot > SEQ_MAX - this.#maxEvents)
      return this.#readSegment(null, `a snapshot of event ${head.snapshot}: no log is so long`)
    this.#snapshot = head
  }

  #readBase(snapshot: SnapshotLine, lines: readonly string[], numbers: readonly number[]): void {
    let at = 0
    try {
      const took = (line: number) => {
        at = line
      }
      const base = storeOf(lines, took, parseEntity)
      this.#base = base
      this.#start = snapshot.snapshot
      this.#startT = snapshot.t
      this.#events = new KeptEvents(snapshot.snapshot)
      this.#t = snapshot.t
      for (const follower of this.#followers) follower.begins?.(snapshot.snapshot, base)
    } catch (error) {
      this.#cutAt(numbers[at] ?? 0, messageOf(error))
    }
  }

  /**
   * Turns the lines since the checkpoint before into events.
   * @param checkpoint the one that ends the segment; null when it has none
   * @param wrong why the line read last is not one
   */
  #readSegment(checkpoint: CheckpointLine | null, wrong?: string): void {
    const { lines, numbers } = this.#segment.take()
    let trusted = false
    if (checkpoint && this.#header?.version === 2) {
      const text = lines.join('\n')
      const link = linkOf(this.#chain, text, checkpoint.state)
      this.#chain = link
      if (link !== checkpoint.chain) return this.#cutSegment(lines, numbers)
      trusted = this.#known && !mayNamePrototype(text)
    }
    const snapshot = this.#snapshot
    this.#snapshot = null
    // One that nobody vouches for is no state to begin with.
    if (snapshot && !checkpoint) return this.#cutAt(numbers[0] ?? this.#line, wrong ?? 'a snapshot that is not whole')
    if (snapshot) this.#readBase(snapshot, lines, numbers)
    else if (!this.#readEvents(lines, numbers, trusted)) return
    if (wrong !== undefined) return this.#cutAt(this.#line, wrong)
    if (!checkpoint || this.#cut) return
    const seq = this.#start + this.#events.length
    if (checkpoint.checkpoint !== seq)
      return this.#cutAt(this.#line, `a checkpoint of event ${checkpoint.checkpoint} stands after event ${seq}`)
    this.#compare({ seq, state: checkpoint.state })
  }

  #follow(events: readonly AppEvent[]): void {
    for (const follower of this.#followers) follower.events(events, this.#skipped)
  }

  #compare(checkpoint: Checkpoint): void {
    this.#checkpoints.push(checkpoint)
    for (const follower of this.#followers) follower.checkpoint?.(checkpoint)
  }

  /** @returns false when one of them is none */
  #readEvents(lines: readonly string[], numbers: readonly number[], trusted: boolean): boolean {
    const events: AppEvent[] = []
    const skipped = this.#skipped.size
    let before = 0
    try {
      for (const line of lines) {
        const { event, skipped: why } = this.#readEvent(line, events.length, before, trusted)
        // The first of a segment counts from the beginning of the log, whatever stands before.
        if (event.t < this.#t) throw new EventError(`time ${event.t} ms stands after ${this.#t} ms`)
        before = event.t
        this.#t = event.t
        if (why !== null) this.#skipped.set(event.seq, why)
        events.push(event)
      }
    } catch (error) {
      this.#cutAt(numbers[events.length] ?? 0, messageOf(error))
    }
    for (const [at, { seq }] of events.entries()) this.#places.add(seq, numbers[at] ?? 0)
    this.#events.add(events, this.#skipped.size === skipped)
    this.#follow(events)
    return events.length === lines.length
  }

  /** @param at how many of the segment stand before it. @param before time of the one before in the segment, ms */
  #readEvent(line: string, at: number, before: number, trusted: boolean): ReadEvent {
    const seq = this.#start + this.#events.length + at + 1
    const value = jsonOf(line)
    if (value === undefined) throw new EventError('not JSON')
    return Array.isArray(value)
      ? eventOfArray(value, seq, before, this.#header?.versions, trusted, !this.#known)
      : eventOfObject(value, seq)
  }

  /** What the chain does not vouch for is left out whole; a line that is none says more than where they begin. */
  #cutSegment(lines: readonly string[], numbers: readonly number[]): void {
    const first = numbers[0] ?? this.#line
    const torn = lines.findIndex((line) => jsonOf(line) === undefined)
    if (torn >= 0) return this.#cutAt(numbers[torn] ?? first, 'not JSON')
    this.#cutAt(first, `lines ${first} to ${this.#line} are not what the chain says was written`)
  }

  #cutAt(line: number, reason: string): void {
    if (this.#segment.length > 0) this.#readSegment(null)
    this.#cut ??= { line, reason }
  }
}

/** A whole text at once. @throws EventError when it is no log at all */
export function readLog(text: string): ReadLog {
  const reader = new LogReader()
  reader.push(strToU8(text))
  return reader.end()
}
