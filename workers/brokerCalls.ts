/** What a worker asks of the session worker's broker, for as long as there is a session worker. */
import type { TokenBroker } from '#core/contracts/session.ts'
import type { AppEvent } from '#core/events/index.ts'
import { ApiError } from './api/transport/apiError.ts'
import { Replaceable } from './replaceable.ts'

export class BrokerCalls extends Replaceable<TokenBroker> {
  #visit = new AbortController()

  /** Ends with the session there is, or the time until there is one that ends. */
  get visit(): AbortSignal {
    return this.#visit.signal
  }

  /**
   * A session worker that failed for good answers nobody any more: who waits for it is refused, and so is whoever asks
   * later. As when no server answers, but that trying again helps no more (H-270).
   */
  hear(event: AppEvent): void {
    if (event.type === 'session.ended') {
      this.#visit.abort()
      this.#visit = new AbortController()
    }
    if (event.type !== 'app.workerFailed' || event.payload.worker !== 'session') return
    const message = `the session worker failed: ${event.payload.message}`
    this.fail(new ApiError({ status: 0, code: 'UNREACHABLE', message }))
  }
}
