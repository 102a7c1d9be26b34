/**
 * What every download would meet, and what no other try helps against: a session the server ended (H-620). Nothing more
 * begins, and what met it waits where it stands, so that it is found as after a reload (H-137) and not as a list of
 * failures.
 */
import type { TokenBroker } from '#core/contracts/session.ts'
import { REQUEST_TIMEOUT_MS } from '#core/model/constants.ts'
import type { Clock } from '../../../api/transport/clock.ts'
import { OnlineLatch } from '../../onlineLatch.ts'
import { after } from '../../waiting.ts'
import { troubleOfCall } from '../trouble/trouble.ts'
import { within } from '../trouble/waiting.ts'

/** A session that came back is mostly heard of; so often it is looked for besides, ms. */
const LOOK_MS = 60_000

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

  constructor(parts: HaltParts) {
    this.#parts = parts
  }

  /** Nothing more is to begin. */
  get isOn(): boolean {
    return !this.#latch.isOpen
  }

  /**
   * Waits, if that is why a job came to nothing, until it may be over.
   * @returns whether it was: the same is tried once more
   * @throws the signal's reason when it aborts
   */
  async passed(error: unknown, signal: AbortSignal): Promise<boolean> {
    if (troubleOfCall(error).fault !== 'tokenRefused' || !(await this.#isSessionOver(signal))) return false
    this.#close(LOOK_MS)
    await this.#latch.passed(signal)
    signal.throwIfAborted()
    return true
  }

  /** It may be over: whoever tries next finds out. */
  goOn(): void {
    this.#stop()
    this.#latch.open()
  }

  #close(ms: number): void {
    this.#latch.close()
    this.#stop()
    this.#stop = after(this.#parts.clock, ms, () => void this.#look())
  }

  async #look(): Promise<void> {
    const { signal } = new AbortController()
    const isStill = await this.#isSessionOver(signal)
    if (!this.isOn) return
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
