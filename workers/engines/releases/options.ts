/**
 * What the server can do, and the lists its filters offer. Until it has said so downloads are off (D-131): what was lost
 * is asked for again for as long as somebody is signed in, whatever they look at (H-558).
 */
import { releaseOptionsFailed, releaseOptionsReceived } from '#core/events/releases.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import { options } from '#workers/api/releases.ts'
import { codeOf, waitDetails } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import { type Clock, steady, type Timer } from '#workers/api/transport/clock.ts'
import type { Report } from '../engine.ts'
import { withLogos } from './logos.ts'

/** Pause after the first failure, ms; it doubles, up to the longest. */
const PAUSE_MS = 10_000
const PAUSE_MAX_MS = 300_000
/** No server is waited for longer on its own word, ms. */
const NAMED_MAX_MS = 3_600_000

export interface Options {
  /**
   * Asks for them, unless they are known or on their way.
   * @param cause number of the event that wants them
   * @param isPressed somebody does not wait for the time the server named
   */
  want(cause: number, isPressed: boolean): void
  /** Forgets them and what is asked for: the next session may be told otherwise. */
  stop(): void
}

export function createOptions(parts: {
  readonly api: Api
  readonly clock: Clock
  readonly report: Report
  /** The state as it is now. */
  readonly state: () => ReadonlyStore | null
  /** 0 to below 1. */
  readonly jitter: () => number
}): Options {
  const { api, report, state, jitter } = parts
  const clock = steady(parts.clock)
  let asking: AbortController | null = null
  let isKnown = false
  let tries = 0
  let again: Timer | null = null
  /** When the time the server named is over, ms. */
  let notBefore = Number.NEGATIVE_INFINITY

  async function ask(cause: number): Promise<void> {
    if (asking || isKnown) return
    cancel()
    const abort = new AbortController()
    asking = abort
    try {
      const { capabilities, release_types: releaseTypes, ...lists } = await options(api, abort.signal)
      if (abort.signal.aborted) return
      isKnown = true
      const told = { download: capabilities.download, releaseTypes, ...lists }
      report(releaseOptionsReceived(told), cause)
      const marked = await withLogos(api, told.markets, abort.signal)
      if (marked && !abort.signal.aborted) report(releaseOptionsReceived({ ...told, markets: [...marked] }), cause)
    } catch (error) {
      if (abort.signal.aborted) return
      askLater(waitDetails(error).retryAfterMs ?? 0, cause)
      // Said once: the log of a server that stays away all day shall not tell each try.
      if (state()?.single('options').status !== 'error') report(releaseOptionsFailed({ code: codeOf(error) }), cause)
    } finally {
      if (asking === abort) asking = null
    }
  }

  function askLater(named: number, cause: number): void {
    const namedMs = Math.min(NAMED_MAX_MS, named) * (1 + jitter() / 4)
    notBefore = clock.now() + namedMs
    const ownMs = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** tries++) * (0.75 + jitter() / 2)
    again = clock.setTimer(
      () => {
        again = null
        // Without a connection nothing is asked for; once it is back the plan asks.
        if (state()?.single('app').online !== false) void ask(cause)
      },
      Math.max(ownMs, namedMs),
    )
  }

  function cancel(): void {
    if (again !== null) clock.clearTimer(again)
    again = null
  }

  return {
    want(cause, isPressed) {
      if (!isPressed && clock.now() < notBefore) return
      tries = 0
      void ask(cause)
    },
    stop() {
      cancel()
      asking?.abort()
      asking = null
      isKnown = false
      tries = 0
      notBefore = Number.NEGATIVE_INFINITY
    },
  }
}
