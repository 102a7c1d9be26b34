/**
 * The second half of a file over a connection of its own, while the first half still loads: what an idle slot does
 * for the last long files. It lies in a part of its own, so that a crash finds an unbroken beginning. A connection
 * that breaks off is taken up again; when anything else about it is not right the first half simply goes on alone.
 */
import { REQUEST_TIMEOUT_MS } from '#core/model/constants.ts'
import type { Fetch } from '../../api/client.ts'
import type { Clock } from '../../api/clock.ts'
import { type Announced, judge } from './answer.ts'
import { ReadBuffer, readBody, Watchdog } from './reading.ts'
import { requestFile } from './request.ts'
import { Tries } from './retry.ts'
import type { Part, Sinks } from './sinks/sink.ts'
import { tailOf } from './sinks/tails.ts'
import { Trouble, troubleOfCall } from './trouble.ts'
import type { UseLimit } from './useLimit.ts'
import { type Gate, sleep, untilAborted } from './waiting.ts'

/** No piece is shorter than this, bytes. */
export const PIECE_MIN_BYTES = 8_388_608

export interface TailParts {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly gate: Gate
  readonly sinks: Sinks
  readonly useLimit: UseLimit
  /** 0 to below 1, for the jitter of waits. */
  readonly random: () => number
}

export interface TailWanted {
  readonly id: string
  /** Its first byte. */
  readonly from: number
  readonly known: Announced & { readonly total: number }
  address(signal: AbortSignal): Promise<string>
  moved(): void
  ended(): void
}

export class Tail {
  readonly from: number
  /** The bytes, once all are there; null when it came to nothing. Never rejects. */
  readonly whole: Promise<Part | null>
  #proven = false
  #received = 0
  #part: Part | null = null
  readonly #stop = new AbortController()

  constructor(
    readonly parts: TailParts,
    readonly wanted: TailWanted,
  ) {
    this.from = wanted.from
    this.whole = this.#run().then(
      (part) => part,
      async () => {
        await this.drop()
        return null
      },
    )
    void this.whole.finally(() => wanted.ended())
  }

  /** The server answered with the right bytes of the same file. */
  get isProven(): boolean {
    return this.#proven
  }

  /** Bytes that are there. */
  get received(): number {
    return this.#received
  }

  /** Ends it and removes what it has. */
  async drop(): Promise<void> {
    this.#proven = false
    this.#received = 0
    this.#stop.abort(new Trouble('interrupted', 'the tail is not needed'))
    const part = this.#part
    this.#part = null
    if (!part) return
    part.close()
    await this.parts.sinks.remove(this.#name)
  }

  get #name(): string {
    return tailOf(this.wanted.id)
  }

  async #run(): Promise<Part> {
    const { parts } = this
    const tries = new Tries(parts.random)
    for (;;) {
      const before = this.#received
      try {
        return await parts.gate.through(this.#stop.signal, (signal) => this.#attempt(signal))
      } catch (error) {
        if (this.#stop.signal.aborted) throw error
        const trouble = troubleOfCall(error)
        if (this.#received > before) tries.progressed()
        // The first half hears of whatever else it is, and knows what to do.
        if (!this.#part || trouble.reason !== 'network') throw trouble
        await sleep(parts.clock, tries.after(trouble), this.#stop.signal)
      }
    }
  }

  /** One request for what is not there yet. */
  async #attempt(signal: AbortSignal): Promise<Part> {
    const { parts, wanted } = this
    const from = this.from + this.#received
    const late = new AbortController()
    const both = AbortSignal.any([signal, late.signal])
    const watchdog = new Watchdog(parts.clock, REQUEST_TIMEOUT_MS, () =>
      late.abort(new Trouble('stalled', 'no byte of the tail')),
    )
    const buffer = new ReadBuffer()
    try {
      const address = await untilAborted(wanted.address(both), both)
      const asked = { offset: from, known: wanted.known }
      const response = await requestFile(parts.fetch, address, asked, both)
      const { start, changed } = judge(response, asked, parts.clock.now())
      if (start !== from || changed || !response.body) {
        void response.body?.cancel().catch(() => {})
        throw new Trouble('server', 'no range')
      }
      const part = this.#part ?? (await this.#open(both))
      this.#proven = true
      await readBody(response.body as ReadableStream<Uint8Array<ArrayBuffer>>, buffer, both, async (bytes) => {
        watchdog.touch()
        await part.append(bytes)
        this.#received = part.size
        wanted.moved()
        await parts.useLimit.after(bytes.byteLength, both)
      })
      if (part.size !== wanted.known.total - this.from) throw new Trouble('length', 'the tail came incomplete')
      return part
    } finally {
      watchdog.stop()
      buffer.free()
    }
  }

  async #open(signal: AbortSignal): Promise<Part> {
    const { sinks } = this.parts
    await sinks.remove(this.#name)
    signal.throwIfAborted()
    const part = await sinks.open(this.#name)
    this.#part = part
    if (part.size > 0) part.truncate()
    return part
  }
}

/** What a running transfer lets others know, so that an idle slot can help it. */
export interface Splittable {
  /** Bytes still to come, or null when it cannot be split (any more). */
  rest(): number | null
  /** Lets another connection fetch the second half of the rest. */
  split(): void
}

/** The running transfers that could be helped, and how many connections help now. */
export class Helpers {
  readonly #jobs = new Map<string, Splittable>()
  active = 0

  /** @param pieceMin bytes; no half is shorter */
  constructor(readonly pieceMin = PIECE_MIN_BYTES) {}

  add(id: string, job: Splittable): () => void {
    this.#jobs.set(id, job)
    return () => void this.#jobs.delete(id)
  }

  /** Gives `free` idle slots to the transfers with the most to come. */
  offer(free: number): void {
    for (let left = free; left > 0; left--) {
      const [longest] = [...this.#jobs.values()]
        .map((job) => ({ job, rest: job.rest() ?? 0 }))
        .filter(({ rest }) => rest >= 2 * this.pieceMin)
        .sort((a, b) => b.rest - a.rest)
      if (!longest) return
      longest.job.split()
    }
  }
}
