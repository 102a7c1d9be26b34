/**
 * Gathers events into segments and hands them to the log worker: after 256 events or a hundred and fifty thousand
 * characters, after 100 ms, when the page is hidden, and when the log ends. Segments are sent as they are cut: an answer
 * stands behind whatever else this thread was sent, and in a flood the disk would wait for it. All other calls wait for
 * what was asked before, and are waited for.
 */
import type { LogHeader, LogWorker } from '#core/contracts/log.ts'
import type { AppEvent } from '#core/events/index.ts'
import { encodeEvent, SEGMENT_START } from '#core/log/codec.ts'
import type { Clock, Timer } from '#workers/api/transport/clock.ts'
import { beforeDeadline } from '../waiting.ts'

const SEGMENT_EVENTS = 256
/** A message of this length is copied and hashed in a few ms, in UTF-16 units. */
const SEGMENT_UNITS = 150_000
const SEGMENT_MS = 100
/** Nobody waits longer for a log worker; it is asked all the same, or the next one is in its place. */
const ANSWER_MS = 25_000

/** No log worker answers. Whoever watches over the workers starts another one, or says that there will be none. */
export class NoLogWorker extends Error {
  override name = 'NoLogWorker'
}

export type LogPort = Pick<LogWorker, 'open' | 'append' | 'rebase' | 'own' | 'forget' | 'close'>

export interface LogWriterParts {
  readonly log: LogPort
  readonly clock: Clock
  readonly header: LogHeader
  /** State hash after the last event that was added. */
  readonly hash: () => string
  /** The state after it, as lines of a snapshot. */
  readonly snapshot: () => readonly string[]
  /** Called once when the log can no longer be stored; it goes on in memory. */
  readonly lost: (reason: 'quota' | 'refused') => void
  /** The log before has to be closed first. */
  readonly after: Promise<unknown>
}

export class LogWriter {
  readonly #parts: LogWriterParts
  #lines: string[] = []
  #units = 0
  /** The event before it in its segment. */
  #before: { readonly t: number } = SEGMENT_START
  #first = 0
  /** The event that was added last. */
  #last = { seq: 0, t: 0 }
  #isRebasing = false
  #unstored = 0
  #timer: Timer | null = null
  #lost = false
  /** Another log may run: nothing is said of this one, and it goes on from no state. */
  #isClosed = false
  /** Everything that was asked so far. */
  #asked: Promise<unknown>
  /** The last call that is no segment. */
  #ready: Promise<unknown>

  constructor(parts: LogWriterParts) {
    this.#parts = parts
    this.#asked = parts.after
    this.#ready = parts.after
    this.#then(async () => {
      // Memory is what is left when the browser offers no storage at all: it ends with the page.
      if ((await parts.log.open(parts.header)) === 'memory') this.#tellLost('refused')
    })
  }

  /** Adds an event that has a sequence number. */
  add(event: AppEvent): void {
    if (this.#lines.length === 0) this.#first = event.seq
    const line = encodeEvent(event, this.#before)
    this.#before = event
    this.#last = event
    this.#lines.push(line)
    this.#units += line.length
    if (this.#lines.length >= SEGMENT_EVENTS || this.#units >= SEGMENT_UNITS) this.#cut()
    else this.#timer ??= this.#parts.clock.setTimer(() => this.#cut(), SEGMENT_MS)
  }

  /** Segments that were sent and not answered yet. */
  get unstored(): number {
    return this.#unstored
  }

  /** The log belongs to this player from now on. */
  own(playerId: string): void {
    this.#then(() => this.#parts.log.own(playerId))
  }

  /** Nothing of this log may lie on this device: it goes on in memory. To be called before what must not lie there is added. */
  forget(): void {
    this.#then(() => this.#parts.log.forget())
  }

  /** Resolves when everything that was added lies with the log worker. */
  async flush(): Promise<void> {
    this.#cut()
    await this.#asked
  }

  /** Ends the log. */
  async close(): Promise<void> {
    this.#cut()
    this.#then(() => this.#parts.log.close())
    this.#isClosed = true
    await this.#asked
  }

  #cut(): void {
    if (this.#timer !== null) this.#parts.clock.clearTimer(this.#timer)
    this.#timer = null
    if (this.#lines.length === 0) return
    const segment = { first: this.#first, count: this.#lines.length, lines: this.#lines, state: this.#parts.hash() }
    this.#lines = []
    this.#units = 0
    this.#before = SEGMENT_START
    this.#unstored++
    const sent = this.#ask(this.#ready, async () => {
      const how = await this.#parts.log.append(segment)
      if (how === 'gap') this.#rebase()
      else if (how !== 'stored') this.#tellLost(how)
    })
    // Without a value: a chain of results would hold every one of them.
    this.#asked = Promise.all([this.#asked, sent.then(() => this.#unstored--)]).then(() => undefined)
  }

  /** The log worker lost events, which nobody has any more: the log goes on from the state they led to. */
  #rebase(): void {
    if (this.#isRebasing || this.#isClosed) return
    this.#isRebasing = true
    this.#tellLost('refused')
    this.#cut()
    const lines = this.#parts.snapshot()
    const base = { first: this.#last.seq + 1, count: lines.length, lines, state: this.#parts.hash() }
    const { t } = this.#last
    this.#then(() =>
      this.#parts.log.rebase(base, t).finally(() => {
        this.#isRebasing = false
      }),
    )
  }

  #then(run: () => Promise<unknown>): void {
    this.#ready = this.#ask(this.#asked, run)
    this.#asked = this.#ready
  }

  #ask(after: Promise<unknown>, run: () => Promise<unknown>): Promise<unknown> {
    const answered = () =>
      beforeDeadline(this.#parts.clock, ANSWER_MS, run(), () => new NoLogWorker('the log worker does not answer'))
    return after.then(answered).then(
      () => undefined,
      (error: unknown) => error instanceof NoLogWorker || this.#tellLost('refused'),
    )
  }

  #tellLost(reason: 'quota' | 'refused'): void {
    if (this.#lost || this.#isClosed) return
    this.#lost = true
    this.#parts.lost(reason)
  }
}
