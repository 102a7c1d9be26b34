/**
 * The second half of a file over a connection of its own, while the first half still loads: what an idle slot does
 * for the last long files. Where it lies is its place's business. A connection that breaks off is taken up again; when
 * anything else about it is not right it rests, and whoever brought the first half goes on behind what is there.
 */
import { REQUEST_TIMEOUT_MS } from '#core/model/constants.ts'
import type { Fetch } from '../../../api/transport/client.ts'
import type { Clock } from '../../../api/transport/clock.ts'
import type { OnlineLatch } from '../../onlineLatch.ts'
import { untilAborted } from '../../waiting.ts'
import type { Part } from '../sinks/sink.ts'
import { Tries } from '../trouble/retry.ts'
import { Trouble, troubleOfCall } from '../trouble/trouble.ts'
import { type Announced, judge } from './answer.ts'
import type { Helpers } from './helpers.ts'
import { ReadBuffer, readBody, Watchdog } from './reading.ts'
import { requestFile } from './request.ts'
import type { Resting } from './serverWatch.ts'
import type { TailPlace } from './tailPlace.ts'
import type { UseLimit } from './useLimit.ts'

export interface TailParts {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly latch: OnlineLatch
  readonly watch: Resting
  readonly useLimit: UseLimit
  readonly helpers: Pick<Helpers, 'leaveAlone'>
  /** 0 to below 1, for the jitter of waits. */
  readonly random: () => number
}

export interface TailWanted {
  readonly place: TailPlace
  /** Its first byte. */
  readonly from: number
  readonly known: Announced & { readonly total: number }
  address(signal: AbortSignal): Promise<string>
  /** Bytes that are there now, which belong at `at`. The memory is the caller's again once this settled. */
  seen(at: number, bytes: Uint8Array): Promise<void> | undefined
  moved(): void
  ended(): void
}

export class Tail {
  readonly from: number
  #part: Part | null
  /** Settles when the connection that brings it has ended. Never rejects. */
  #bringing: Promise<void> | null = null
  #stop = new AbortController()

  /** @param part the open part of an earlier visit or try */
  constructor(
    readonly parts: TailParts,
    readonly wanted: TailWanted,
    part: Part | null = null,
  ) {
    this.from = wanted.from
    this.#part = part
  }

  /** The server answered with the right bytes of the same file, now or earlier. */
  get isProven(): boolean {
    return this.#part !== null
  }

  /** Bytes that are there. */
  get received(): number {
    return this.#part?.size ?? 0
  }

  get isWhole(): boolean {
    return this.received === this.#length
  }

  /** A connection brings it now, or has not let go yet. */
  get isComing(): boolean {
    return this.#bringing !== null
  }

  /** Begins to fetch what is not there yet. */
  bring(): void {
    if (this.#bringing) return
    this.#stop = new AbortController()
    this.#bringing = this.#run(this.#stop.signal)
      .catch(() => {
        // More than there is of it is not its bytes.
        if (this.received > this.#length) this.#part?.truncate()
      })
      .finally(() => {
        this.#bringing = null
        this.wanted.ended()
      })
  }

  /** Ends the connection. What it brought stays, and `bring` goes on behind it. @returns whether there was one */
  rest(): boolean {
    if (!this.#bringing || this.#stop.signal.aborted) return false
    this.#stop.abort(new Trouble('pageLeft', 'the connection is needed elsewhere'))
    return true
  }

  /** Settles when nothing of it comes any more. */
  async settled(): Promise<void> {
    await this.#bringing
  }

  /** What is there, which is the caller's from now on; null: nothing. */
  handOver(): Part | null {
    const part = this.#part
    this.#part = null
    return part
  }

  /** Ends it, and keeps its bytes on the disk. */
  async leave(): Promise<void> {
    const part = this.handOver()
    this.#stop.abort(new Trouble('pageLeft', 'the tail is not needed now'))
    await this.#bringing
    part?.close()
  }

  /** Ends it and removes what it has. */
  async drop(): Promise<void> {
    await this.leave()
    await this.wanted.place.remove()
  }

  get #length(): number {
    return this.wanted.known.total - this.from
  }

  async #run(stop: AbortSignal): Promise<void> {
    const { parts } = this
    const tries = new Tries(parts.random)
    for (;;) {
      const before = this.received
      try {
        return await parts.latch.through(stop, (signal) => this.#attempt(signal))
      } catch (error) {
        if (stop.aborted) throw error
        const trouble = troubleOfCall(error)
        if (this.received > before) tries.progressed()
        if (trouble.reason === 'busy') parts.helpers.leaveAlone(trouble.retryAfterMs)
        // The first half hears of whatever else it is, and knows what to do.
        if (!this.#part || trouble.reason !== 'network') throw trouble
        await parts.watch.rest(tries, trouble, stop)
      }
    }
  }

  /** One request for what is not there yet. */
  async #attempt(signal: AbortSignal): Promise<void> {
    const { parts, wanted } = this
    const from = this.from + this.received
    const late = new AbortController()
    const both = AbortSignal.any([signal, late.signal])
    const watchdog = new Watchdog(parts.clock, REQUEST_TIMEOUT_MS, () =>
      late.abort(new Trouble('lineSilent', 'no byte of the tail')),
    )
    const buffer = new ReadBuffer()
    try {
      const address = await untilAborted(wanted.address(both), both)
      const asked = { offset: from, known: wanted.known }
      const response = await requestFile(parts.fetch, address, asked, both)
      const { start, changed } = judge(response, asked, parts.clock.now())
      if (start !== from || changed || !response.body) throw new Trouble('senselessAnswer', 'no range')
      this.#part ??= await wanted.place.open(this.from, both)
      const part = this.#part
      const body = response.body as ReadableStream<Uint8Array<ArrayBuffer>>
      await readBody(body, buffer, watchdog, both, async (bytes) => {
        const at = this.from + part.size
        await part.append(bytes)
        await wanted.seen(at, bytes)
        wanted.moved()
        await parts.useLimit.after(bytes.byteLength, both)
      })
      if (part.size !== this.#length) throw new Trouble('wrongLength', 'the tail came incomplete')
    } finally {
      watchdog.stop()
      // Whatever comes now is nobody's any more, and a connection is not to wait for a reader.
      late.abort()
      buffer.free()
    }
  }
}
