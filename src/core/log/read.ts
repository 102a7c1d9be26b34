/**
 * Reads an exported log, version 1 or 2, as its bytes come. What is no log at all is refused; a log that stops being one
 * is cut there, the line is named, and everything before it is kept. Events of a type or version this build does not
 * know are kept and not applied.
 *
 * Every line is parsed by the schema of its event, but for segments of the very vocabulary of this build whose link in
 * the chain is right: what this build wrote was parsed when it was written.
 */
import { DecodeUTF8, strToU8 } from 'fflate'
import * as z from 'zod/mini'
import type { LogHeader } from '../contracts/log.ts'
import { type AppEvent, EventError } from '../events/index.ts'
import type { Store } from '../reducers/store.ts'
import { LogHeaderShape } from './codec.ts'
import { linkOf } from './export.ts'
import { hashText } from './hash.ts'
import { eventOfArray, eventOfObject, type ReadEvent } from './readEvent.ts'
import { storeOf } from './snapshots/snapshot.ts'
import { schemasDigest } from './upcast.ts'

export interface Checkpoint {
  /** The event after which the state was hashed. */
  readonly seq: number
  /** State hash, 16 hex digits. */
  readonly state: string
}

/** Where a file stops being a log. */
export interface Cut {
  /** From 1. */
  readonly line: number
  readonly reason: string
}

export interface ReadLog {
  readonly header: LogHeader
  /** Sequence number before the first event; 0 for a log that is whole from its beginning. */
  readonly start: number
  /** The state before the first event, of a log whose oldest events made room; null: it begins with nothing. */
  readonly base: Store | null
  /** `events[i].seq === start + 1 + i` */
  readonly events: readonly AppEvent[]
  readonly checkpoints: readonly Checkpoint[]
  /** Events that are kept and not applied, with the reason: a type or a version this build does not know. */
  readonly skipped: ReadonlyMap<number, string>
  /** Null when the log is whole. Everything before the line is kept. */
  readonly cut: Cut | null
  /** Line of the file an event stands on, from 1. */
  lineOf(seq: number): number
}

export interface ReadLimits {
  /** Bytes of text. Default: 2 GiB */
  readonly maxBytes?: number
  /** Default: 5,000,000 */
  readonly maxEvents?: number
}

/** A line of this length is none of ours, in UTF-16 units. */
const MAX_LINE = 64 * 1024 * 1024
/** So much text waits for the checkpoint of its segment before it is read line by line, in UTF-16 units. */
const MAX_WAITING = 4 * 1024 * 1024
const SnapshotLine = z.strictObject({ snapshot: z.int().check(z.nonnegative()), t: z.int().check(z.nonnegative()) })
const CheckpointLine = z.strictObject({
  checkpoint: z.int(),
  state: z.string(),
  chain: z.optional(z.string()),
})

export class LogReader {
  readonly #maxBytes: number
  readonly #maxEvents: number
  readonly #utf8 = new DecodeUTF8((text) => this.#take(text))
  /** What was read of a line that has not ended, and its length. */
  #pieces: string[] = []
  #length = 0
  #bytes = 0
  #line = 0
  #header: LogHeader | null = null
  #known = false
  #chain = ''
  /** Lines of the segment that is being read, and the line of the file the first of them is. */
  #segment: string[] = []
  #segmentLines: number[] = []
  /** The head of the snapshot whose lines are being read. */
  #snapshot: z.infer<typeof SnapshotLine> | null = null
  #start = 0
  #startedAt = 0
  #base: Store | null = null
  readonly #events: AppEvent[] = []
  /** From this event on lines follow each other: where the first of them stands. */
  readonly #runs: { readonly seq: number; readonly line: number }[] = []
  readonly #checkpoints: Checkpoint[] = []
  readonly #skipped = new Map<number, string>()
  #cut: Cut | null = null

  constructor({ maxBytes = 2 ** 31, maxEvents = 5_000_000 }: ReadLimits = {}) {
    this.#maxBytes = maxBytes
    this.#maxEvents = maxEvents
  }

  /** How many events were read. */
  get events(): number {
    return this.#events.length + this.#segment.length
  }

  /** How many bytes of text were read. */
  get bytes(): number {
    return this.#bytes
  }

  /** True when nothing more will be taken: what follows is behind a cut. */
  get isCut(): boolean {
    return this.#cut !== null
  }

  /** Reads on. @throws EventError when this is no log at all: `line 1: …` */
  push(bytes: Uint8Array): void {
    if (this.#cut) return
    this.#bytes += bytes.length
    if (this.#bytes > this.#maxBytes) {
      this.#takeRest(false)
      return this.#cutAt(this.#line + 1, `more than ${this.#maxBytes} bytes of text`)
    }
    this.#utf8.push(bytes)
  }

  /**
   * The file is over.
   * @param torn why nothing more comes, when that is not its end
   * @throws EventError when this is no log at all: `line 1: …`
   */
  end(torn?: string): ReadLog {
    if (!this.#cut) {
      this.#utf8.push(new Uint8Array(0), true)
      this.#takeRest(torn === undefined)
      this.#readSegment(null)
      if (torn !== undefined) this.#cutAt(this.#line + 1, torn)
    }
    const header = this.#header
    if (!header) throw new EventError('line 1: not the header of an event log')
    const runs = this.#runs
    return {
      header,
      start: this.#start,
      base: this.#base,
      events: this.#events,
      checkpoints: this.#checkpoints,
      skipped: this.#skipped,
      cut: this.#cut,
      lineOf(seq) {
        const run = runs.findLast((one) => one.seq <= seq)
        return run ? run.line + seq - run.seq : 0
      },
    }
  }

  /** What waited for more. @param isWhole the file ends with it; a torn one may end within a line, which says nothing */
  #takeRest(isWhole: boolean): void {
    const lines = this.#rest().split('\n')
    const last = lines.pop() ?? ''
    for (const line of lines) this.#takeLine(line)
    if (last !== '' && isWhole) this.#takeLine(last)
  }

  #take(text: string): void {
    // Joined when it ends, not piece by piece: a line without end is looked through once.
    if (!text.includes('\n')) {
      this.#pieces.push(text)
      this.#length += text.length
      if (this.#length > MAX_LINE) this.#cutAt(this.#line + 1, 'a line that does not end')
      return
    }
    const all = this.#rest() + text
    let from = this.#takeSegments(all)
    // What is whole is taken as it comes; a segment whose checkpoint is not here yet waits for it.
    if (this.#mayBeWhole() && all.length - from < MAX_WAITING) {
      return this.#keep(all.slice(from))
    }
    for (let end = all.indexOf('\n', from); end >= 0; end = all.indexOf('\n', from)) {
      this.#takeLine(all.slice(from, end))
      from = end + 1
      if (this.#cut) return
    }
    this.#keep(all.slice(from))
  }

  /** What was read of a line that has not ended; none from now on. */
  #keep(rest: string): void {
    this.#pieces = [rest]
    this.#length = rest.length
  }

  #rest(): string {
    const rest = this.#pieces.join('')
    this.#pieces = []
    this.#length = 0
    return rest
  }

  /** Only between two segments, of a log whose checkpoints are links of a chain and whose words are ours. */
  #mayBeWhole(): boolean {
    return this.#cut === null && this.#known && this.#segment.length === 0 && this.#snapshot === null
  }

  /** Takes segments that are whole and vouched for, each at one go. @returns where the first begins that is neither */
  #takeSegments(all: string): number {
    let from = 0
    if (!this.#header) {
      const end = all.indexOf('\n')
      if (end < 0) return 0
      this.#takeLine(all.slice(0, end))
      from = end + 1
    }
    while (this.#mayBeWhole()) {
      const end = all.indexOf('\n{"checkpoint"', from)
      const behind = end < 0 ? -1 : all.indexOf('\n', end + 1)
      if (behind < 0) return from
      const checkpoint = z.safeParse(CheckpointLine, jsonOf(all.slice(end + 1, behind)))
      const text = all.slice(from, end)
      if (!checkpoint.success || !this.#takeWhole(text, checkpoint.data)) {
        for (const line of all.slice(from, behind).split('\n')) this.#takeLine(line)
      }
      from = behind + 1
    }
    return from
  }

  /** @returns false when it has to be looked at line by line; nothing is taken then */
  #takeWhole(text: string, checkpoint: z.infer<typeof CheckpointLine>): boolean {
    if (text.startsWith('{') || text.includes('\n\n') || text.includes('"__proto__"')) return false
    const link = linkOf(this.#chain, text, checkpoint.state)
    const values = link === checkpoint.chain ? jsonOf(`[${text.replaceAll('\n', ',')}]`) : undefined
    if (!Array.isArray(values)) return false
    const first = this.#start + this.#events.length + 1
    const last = first + values.length - 1
    if (checkpoint.checkpoint !== last || last - this.#start > this.#maxEvents) return false
    const events: AppEvent[] = []
    let before = 0
    try {
      for (let at = 0; at < values.length; at++) {
        const { event, skipped } = eventOfArray(values[at], first + at, before, this.#header?.versions, true)
        if (skipped !== null) return false
        before = event.t
        events.push(event)
      }
    } catch {
      return false
    }
    for (const event of events) this.#events.push(event)
    this.#runs.push({ seq: first, line: this.#line + 1 })
    this.#line += values.length + 1
    this.#chain = link
    this.#checkpoints.push({ seq: last, state: checkpoint.state })
    return true
  }

  #takeLine(line: string): void {
    if (this.#cut) return
    this.#line++
    if (!this.#header) return this.#takeHeader(line)
    if (line === '') return
    if (line.startsWith('{"snapshot"')) return this.#takeSnapshot(line)
    if (!line.startsWith('{"checkpoint"')) {
      this.#segment.push(line)
      this.#segmentLines.push(this.#line)
      if (this.events > this.#maxEvents) this.#readSegment(null, `more than ${this.#maxEvents} events`)
      return
    }
    const checkpoint = z.safeParse(CheckpointLine, jsonOf(line))
    if (!checkpoint.success) return this.#readSegment(null, 'not a checkpoint')
    this.#readSegment(checkpoint.data)
  }

  #takeHeader(line: string): void {
    const header = z.safeParse(LogHeaderShape, jsonOf(line))
    if (!header.success) throw new EventError('line 1: not the header of an event log')
    this.#header = header.data
    this.#known = header.data.schemas === schemasDigest()
    this.#chain = hashText(line)
  }

  /** A snapshot stands at the beginning or nowhere. */
  #takeSnapshot(line: string): void {
    const head = z.safeParse(SnapshotLine, jsonOf(line))
    if (!head.success || this.#checkpoints.length > 0 || this.events > 0 || this.#snapshot)
      return this.#readSegment(null, 'not a snapshot, or not at the beginning')
    this.#snapshot = head.data
  }

  #readBase(snapshot: z.infer<typeof SnapshotLine>, lines: readonly string[], numbers: readonly number[]): void {
    let at = 0
    try {
      this.#base = storeOf(lines, (line) => {
        at = line
      })
      this.#start = snapshot.snapshot
      this.#startedAt = snapshot.t
    } catch (error) {
      this.#cutAt(numbers[at] ?? 0, error instanceof Error ? error.message : String(error))
    }
  }

  /**
   * Turns the lines since the checkpoint before into events.
   * @param checkpoint the one that ends the segment; null when it has none
   * @param wrong why the line read last is not one
   */
  #readSegment(checkpoint: z.infer<typeof CheckpointLine> | null, wrong?: string): void {
    const lines = this.#segment
    const numbers = this.#segmentLines
    this.#segment = []
    this.#segmentLines = []
    let trusted = false
    if (checkpoint && this.#header?.version === 2) {
      const text = lines.join('\n')
      const link = linkOf(this.#chain, text, checkpoint.state)
      this.#chain = link
      if (link !== checkpoint.chain) return this.#cutSegment(lines, numbers)
      trusted = this.#known && !text.includes('"__proto__"')
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
    this.#checkpoints.push({ seq, state: checkpoint.state })
  }

  /** @returns false when one of them is none */
  #readEvents(lines: readonly string[], numbers: readonly number[], trusted: boolean): boolean {
    let before = 0
    for (let at = 0; at < lines.length; at++) {
      const seq = this.#start + this.#events.length + 1
      let read: ReadEvent
      try {
        const value = jsonOf(lines[at] ?? '')
        if (value === undefined) throw new EventError('not JSON')
        read = Array.isArray(value)
          ? eventOfArray(value, seq, before, this.#header?.versions, trusted)
          : eventOfObject(value, seq, this.#events.at(-1)?.t ?? this.#startedAt)
      } catch (error) {
        this.#cutAt(numbers[at] ?? 0, error instanceof Error ? error.message : String(error))
        return false
      }
      before = read.event.t
      if (read.skipped !== null) this.#skipped.set(seq, read.skipped)
      this.#events.push(read.event)
      const line = numbers[at] ?? 0
      const run = this.#runs.at(-1)
      if (!run || run.line - run.seq !== line - seq) this.#runs.push({ seq, line })
    }
    return true
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
    this.#rest()
  }
}

/** A whole text at once. @throws EventError naming the line that is wrong, also where a reader would only cut */
export function parseLog(text: string): ReadLog {
  const log = readLog(text)
  if (log.cut) throw new EventError(`line ${log.cut.line}: ${log.cut.reason}`)
  return log
}

/** A whole text at once. @throws EventError when it is no log at all */
export function readLog(text: string): ReadLog {
  const reader = new LogReader()
  reader.push(strToU8(text))
  return reader.end()
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
