/** What the replay page knows and can do: signals, and verbs that ask the worker. */

import { computed, signal } from '@preact/signals-react'
import type { AskReplay } from '#bridge/replay.ts'
import type {
  Chain,
  EventFilter,
  LeftOut,
  Moment,
  OpenedLog,
  PathQuestion,
  ReplayProgress,
} from '#core/contracts/replay.ts'
import { upTo } from '#core/log/ascending.ts'
import { messageOf } from '#core/model/text/messageOf.ts'
import { Kept } from './kept.ts'
import { newest } from './newest.ts'
import { play, type Speed } from './playing.ts'
import type { Refusal, UnderWay } from './words.ts'

export interface ReplayPorts {
  readonly worker: AskReplay
  /** What this tab keeps of a person's notes. */
  readKept(): string | null
  writeKept(text: string): void
  save(bytes: Uint8Array<ArrayBuffer>, fileName: string): void
}

/** How far something is, until it ends. */
interface Telling {
  readonly told: ReplayProgress
  end(): void
}

const NO_FILTER: EventFilter = { domains: [], types: [], sources: [], text: '' }

export class Replay {
  readonly #ports: ReplayPorts
  readonly log = signal<OpenedLog | null>(null)
  /** Why the file picked last was not opened, in the words of whoever read it; null: it was. */
  readonly refused = signal<Refusal | null>(null)
  /** Why the worker is gone; null: it lives. */
  readonly broken = signal<string | null>(null)
  readonly underWay = signal<UnderWay | null>(null)
  /** Name of the file that is being opened. */
  readonly opening = signal<string | null>(null)

  /** Where the playhead stands; what is shown of it follows as `moment`. */
  readonly seq = signal(0)
  readonly moment = signal<Moment | null>(null)
  readonly chain = signal<Chain | null>(null)
  readonly speed = signal<Speed>(1)
  readonly isPlaying = signal(false)

  readonly filter = signal<EventFilter>(NO_FILTER)
  /** How many events are listed. */
  readonly listed = signal(0)
  /** Grows when rows that were shown may say something else. */
  readonly edition = signal(0)

  /** The event whose state the current one is compared with; null: the one before. */
  readonly pinned = signal<number | null>(null)
  /** The tree shows what differs alone. */
  readonly onlyChanges = signal(false)
  readonly leftOut = signal<LeftOut | null>(null)
  /** The state is compared with the recorded one while events are left out. */
  readonly withRecorded = signal(false)
  readonly kept: Kept
  /** When the log that is open begins, and its last event came; ms since its session's log began. */
  readonly begins = computed(() => this.log.value?.startT ?? 0)
  readonly ends = computed(() => this.log.value?.times.at(-1) ?? this.begins.value)

  /** Grows with each file that is opened: what the one before still says is not heard. */
  #opens = 0
  #stopPlaying = () => {}
  /** Of which the list is. */
  #applied: EventFilter = NO_FILTER
  /** Events that are left out, or will be once what is under way is done. */
  #out: readonly number[] = []
  readonly #seek: (seq: number) => void
  readonly #askChain: (seq: number) => void
  readonly #askFilter: (filter: EventFilter) => void

  constructor(ports: ReplayPorts) {
    this.#ports = ports
    this.kept = new Kept(ports)
    const { worker } = ports
    this.#askChain = newest(
      (seq) => worker.chain(seq),
      (chain) => {
        this.chain.value = chain
      },
    )
    this.#seek = newest(
      (seq) => worker.seek(seq),
      (moment) => {
        this.moment.value = moment
        this.#askChain(moment.seq)
        if (this.refused.value?.seq !== undefined) this.refused.value = null
      },
      (error, seq) => {
        // What is shown stays that of before: who looks at it is told that it is not this event's.
        const reason = messageOf(error)
        if (reason !== 'stopped') this.refused.value = { name: this.log.value?.name ?? '', reason, seq }
      },
    )
    let filtering: Telling | null = null
    this.#askFilter = newest(
      (filter) => {
        filtering = this.#begin()
        return worker.filter(filter, filtering.told)
      },
      (count, filter) => {
        filtering?.end()
        this.#applied = filter
        this.listed.value = count
        this.edition.value++
      },
      (_, filter) => {
        filtering?.end()
        // It was stopped: the list is still that of before, and so is what is said of it.
        if (this.filter.value === filter) this.filter.value = this.#applied
      },
    )
  }

  get worker(): AskReplay {
    return this.#ports.worker
  }

  /** Opens a log in place of this one, which stays when it is none. */
  async open(file: Blob, name: string): Promise<void> {
    this.pause()
    const turn = ++this.#opens
    this.opening.value = name
    this.refused.value = null
    try {
      const log = await this.#long((told) => {
        told('reading', 0, 0)
        return this.worker.open(file, name, (...far) => {
          if (turn === this.#opens) told(...far)
        })
      })
      if (turn !== this.#opens) return
      // Whoever played on in the log before, while this one was read.
      this.pause()
      this.log.value = log
      this.listed.value = log.last - log.first
      // Asked, too: a filter that waited behind another one would be applied to this log.
      this.choose(NO_FILTER)
      this.#applied = NO_FILTER
      this.pinned.value = null
      this.leftOut.value = null
      this.#out = []
      this.withRecorded.value = false
      this.kept.open(log.logId)
      this.edition.value++
      this.go(log.first + Math.min(1, log.last - log.first))
    } catch (error) {
      // A second file that was picked meanwhile, perhaps this one again, ends the first.
      if (turn !== this.#opens) return
      const reason = messageOf(error)
      if (reason !== 'stopped') this.refused.value = { name, reason }
    }
    this.opening.value = null
  }

  /** Ends what takes long. A worker that does not even hear that is replaced, and with it goes the log it held. */
  stop(): void {
    const name = this.opening.value ?? this.log.value?.name ?? ''
    this.underWay.value = null
    void this.worker.stop().then((isStopped) => {
      if (isStopped) return
      this.pause()
      this.log.value = null
      this.refused.value = { name, reason: 'its worker did not answer and was ended' }
    })
  }

  /** Puts the playhead onto an event, or as near as there is one. */
  go(seq: number): void {
    const log = this.log.value
    if (!log) return
    this.seq.value = Math.max(log.first, Math.min(log.last, Math.round(seq)))
    this.#seek(this.seq.value)
  }

  step(by: number): void {
    this.pause()
    this.go(this.seq.value + by)
  }

  timeOf(seq: number): number {
    const log = this.log.value
    return log?.times[seq - log.first - 1] ?? this.begins.value
  }

  /** The last event at or before a time in ms. */
  seqAt(t: number): number {
    const log = this.log.value
    return log ? log.first + upTo(log.times, t) : 0
  }

  /** Goes to the next event that tells of a failure, after the last to the first. */
  nextFailure(): void {
    const failures = this.log.value?.failures
    if (!failures || failures.length === 0) return
    this.pause()
    this.go(failures[upTo(failures, this.seq.value)] ?? failures[0] ?? 0)
  }

  togglePlay(): void {
    if (this.isPlaying.value) return this.pause()
    const log = this.log.value
    if (!log) return
    if (this.seq.value >= log.last) this.go(log.first)
    this.isPlaying.value = true
    this.#stopPlaying = play({
      frame: (call) => {
        const id = requestAnimationFrame(call)
        return () => cancelAnimationFrame(id)
      },
      speed: () => this.speed.value,
      seq: () => this.seq.value,
      isThere: () => this.moment.value?.seq === this.seq.value,
      timeOf: (seq) => this.timeOf(seq),
      seqAt: (t) => this.seqAt(t),
      last: () => log.last,
      go: (seq) => this.go(seq),
      ended: () => this.pause(),
    })
  }

  pause(): void {
    this.#stopPlaying()
    this.isPlaying.value = false
  }

  choose(filter: Partial<EventFilter>): void {
    this.filter.value = { ...this.filter.value, ...filter }
    this.#askFilter(this.filter.value)
  }

  /** Leaves an event out, or takes it in again. */
  async toggleLeftOut(seq: number): Promise<void> {
    const out = new Set(this.#out)
    if (!out.delete(seq)) out.add(seq)
    await this.#leaveOut([...out])
  }

  async takeAllIn(): Promise<void> {
    await this.#leaveOut([])
  }

  async #leaveOut(seqs: readonly number[]): Promise<void> {
    this.#out = seqs
    const outcome = await this.#long((told) => this.worker.leaveOut(seqs, told)).catch(() => null)
    // Another one was left out meanwhile, which ended this and goes with it.
    if (this.#out !== seqs) return
    if (!outcome) {
      this.#out = this.leftOut.value?.seqs ?? []
      return
    }
    this.leftOut.value = seqs.length === 0 ? null : outcome
    // Where nothing differs there is nothing to compare with, and no button that would end it.
    if (outcome.from === null) this.withRecorded.value = false
    this.edition.value++
    this.go(this.seq.value)
  }

  /** First event behind the playhead after which a place in the state is so. @throws Error when the path is none */
  async find(question: Omit<PathQuestion, 'after'>): Promise<number | null> {
    const after = this.seq.value
    const log = this.log.value
    this.pause()
    const found = await this.#long((told) => this.worker.find({ ...question, after }, told))
    // Found in a log that is not open any more.
    if (this.log.value !== log) return null
    if (found !== null) this.go(found)
    return found
  }

  async exportMasked(): Promise<void> {
    // Of the log that is open now: another one may be opened meanwhile.
    const name = `${this.log.value?.name.replace(/(\.(evlog|jsonl))?(\.gz)?$/, '') ?? 'log'}-masked.jsonl.gz`
    try {
      this.#ports.save(await this.#long((told) => this.worker.exportMasked(told)), name)
    } catch (error) {
      const reason = messageOf(error)
      if (reason !== 'stopped') this.refused.value = { name, reason, isExport: true }
    }
  }

  async #long<T>(work: (told: ReplayProgress) => Promise<T>): Promise<T> {
    const { told, end } = this.#begin()
    try {
      return await work(told)
    } finally {
      end()
    }
  }

  /** Shows how far something is. What is told of it comes over another port than its answer, and is not heard behind that. */
  #begin(): Telling {
    let isOver = false
    let shown: UnderWay | null = null
    return {
      told: (stage, done, events) => {
        if (isOver) return
        shown = { stage, done, events }
        this.underWay.value = shown
      },
      end: () => {
        isOver = true
        // Something else may be under way by now.
        if (this.underWay.value === shown) this.underWay.value = null
      },
    }
  }
}
