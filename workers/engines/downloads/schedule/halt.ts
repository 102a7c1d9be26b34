/**
 * What every download would meet, and what no other try helps against: a session the server ended (H-620), and a server
 * that asks to be left alone for long (H-622). Nothing more begins, and what met it waits where it stands, so that it is
 * found as after a reload (H-137) and not as a list of failures.
 */
import type { TokenBroker } from '#core/contracts/session.ts'
import { REQUEST_TIMEOUT_MS } from '#core/model/constants.ts'
import type { FailureReason } from '#core/model/downloads/download.ts'
import type { Clock } from '../../../api/transport/clock.ts'
import { OnlineLatch } from '../../onlineLatch.ts'
import { after } from '../../waiting.ts'
import { PATIENCE_MS } from '../trouble/retry.ts'
import { type Trouble, troubleOfCall } from '../trouble/trouble.ts'
import { within } from '../trouble/waiting.ts'

/** A session that came back is mostly heard of; so often it is looked for besides, ms. */
const LOOK_MS = 60_000
/** No server is left alone for longer, whatever it asks for, ms. */
const BUSY_MAX_MS = 24 * 3_600_000

export interface HaltParts {
  readonly clock: Clock
  readonly session: Pick<TokenBroker, 'renew'>
  /** It was over by itself: what waits in line may begin. */
  over(): void
}

export class Halt {
  readonly #parts: HaltParts
  readonly #latch = new OnlineLatch()
  #stop = () => {}
  /** Until when the server asked to be left alone, ms since 1970. */
  #busyUntil = 0
  /** How many files began to come, and how often each. */
  #begun = 0
  readonly #begunBy = new Map<string, number>()

  constructor(parts: HaltParts) {
    this.#parts = parts
  }

  /** Nothing more is to begin. */
  get isOn(): boolean {
    return !this.#latch.isOpen
  }

  /** The file of a job began to come: the server serves somebody. */
  begun(id: string): void {
    this.#begun += 1
    this.#begunBy.set(id, this.#ownOf(id) + 1)
  }

  #ownOf(id: string): number {
    return this.#begunBy.get(id) ?? 0
  }

  /**
   * For one job: waits, if that is why it came to nothing, until it may be over.
   * @param delayed hears why and in how many ms it is tried again, where that is known
   * @returns answers whether it was: the same is tried once more. It throws the signal's reason when it aborts
   */
  ofJob(
    id: string,
    signal: AbortSignal,
    delayed: (reason: FailureReason, ms: number) => void,
  ): (error: unknown) => Promise<boolean> {
    /** How often it had begun, and all others, when it was refused first. */
    let since: { readonly own: number; readonly others: number } | null = null
    /** It was refused although there is a good session, and how often it had begun by then. */
    let refusedAt: number | null = null
    return async (error) => {
      const trouble = troubleOfCall(error)
      const isBusy = trouble.again && !trouble.isInLine && (trouble.retryAfterMs ?? 0) > PATIENCE_MS
      const own = this.#ownOf(id)
      const others = this.#begun - own
      // It was served itself meanwhile: that is over.
      if (since && since.own !== own) since = null
      // Others were served meanwhile: it is this file that is not to be had, and not the server.
      if (isBusy && since && others > since.others && !this.isOn) return false
      if (isBusy) since ??= { own, others }
      if (await this.#passed(trouble, isBusy, signal, delayed)) {
        refusedAt = null
        return true
      }
      // The session may have come back between the refusal and the question.
      if (trouble.fault !== 'tokenRefused' || refusedAt === own) return false
      refusedAt = own
      return true
    }
  }

  async #passed(
    { fault, reason, retryAfterMs = 0 }: Trouble,
    isBusy: boolean,
    signal: AbortSignal,
    delayed: (reason: FailureReason, ms: number) => void,
  ): Promise<boolean> {
    if (isBusy) {
      const ms = Math.min(BUSY_MAX_MS, retryAfterMs)
      delayed(reason, ms)
      this.#busyUntil = Math.max(this.#busyUntil, this.#parts.clock.now() + ms)
      this.#close(0)
    } else if (fault === 'tokenRefused' && (await this.#isSessionOver(signal))) this.#close(LOOK_MS)
    else return false
    await this.#latch.passed(signal)
    signal.throwIfAborted()
    return true
  }

  /** It may be over: whoever tries next finds out. */
  goOn(): void {
    this.#busyUntil = 0
    this.#stop()
    this.#latch.open()
  }

  /** There is a session that is good, which is nothing to a server that asked to be left alone. */
  renewed(): void {
    if (this.#parts.clock.now() >= this.#busyUntil) this.goOn()
  }

  #close(ms: number): void {
    const { clock } = this.#parts
    this.#latch.close()
    this.#stop()
    this.#stop = after(clock, Math.max(ms, this.#busyUntil - clock.now()), () => void this.#look())
  }

  async #look(): Promise<void> {
    const mine = this.#stop
    const isStill = await this.#isSessionOver(new AbortController().signal)
    // Somebody had it go on meanwhile, or it has another reason to stand still.
    if (!this.isOn || this.#stop !== mine) return
    if (isStill) return this.#close(LOOK_MS)
    this.goOn()
    this.#parts.over()
  }

  /** Asked of the session worker, which knows it without the server. Whoever cannot say it says no. */
  async #isSessionOver(signal: AbortSignal): Promise<boolean> {
    const { clock, session } = this.#parts
    const token = await within(clock, REQUEST_TIMEOUT_MS, session.renew(''), signal).catch(() => '')
    return token === null
  }
}
