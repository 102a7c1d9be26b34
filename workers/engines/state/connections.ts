/**
 * Knows whether this page needs connections for what somebody waits for: music that plays, and answers of the server
 * that the state worker or the session's asked for. Downloads may have them while it does not (D-124). Need is told at once, its end after a second without
 * any: pages of a list come one after the other.
 */
import type { AppEvent } from '#core/events/index.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import type { Clock, Timer } from '#workers/api/transport/clock.ts'
import type { Engine } from '../engine.ts'

export const QUIET_MS = 1000

export interface Need extends Engine {
  readonly isNeeded: boolean
  /** The session waits for an answer, or does not any more. */
  session(asks: boolean): void
  /** Settles as `asked` does, which needs a connection until then. */
  during<T>(asked: Promise<T>): Promise<T>
}

/** @param tell told when it changed; nobody is told that it is needed at the beginning */
export function createNeed(clock: Pick<Clock, 'setTimer' | 'clearTimer'>, tell: (isNeeded: boolean) => void): Need {
  let asked = 0
  let sessionAsks = false
  let plays = false
  let isNeeded = true
  let timer: Timer | null = null

  function look(): void {
    if (asked > 0 || sessionAsks || plays) {
      if (timer !== null) clock.clearTimer(timer)
      timer = null
      if (!isNeeded) tell(true)
      isNeeded = true
    } else if (isNeeded)
      timer ??= clock.setTimer(() => {
        timer = null
        isNeeded = false
        tell(false)
      }, QUIET_MS)
  }

  look()
  return {
    get isNeeded() {
      return isNeeded
    },
    session(asks) {
      sessionAsks = asks
      look()
    },
    accept(_event: AppEvent, state: ReadonlyStore) {
      const { isPlaying, isLoading } = state.single('player')
      if (plays === (isPlaying || isLoading)) return
      plays = isPlaying || isLoading
      look()
    },
    async during(answer) {
      asked += 1
      look()
      try {
        return await answer
      } finally {
        asked -= 1
        look()
      }
    },
  }
}
