/**
 * Tells an inspector what happens: an engine beside the others that sends every event on, some times a second. There is
 * one only while somebody looks.
 */
import type { FromInspected, StateHealth } from '#core/contracts/inspect.ts'
import type { AppEvent } from '#core/events/index.ts'
import type { Clock, Timer } from '#workers/api/transport/clock.ts'
import type { Engine } from '../engine.ts'

/** From one message to the next, ms. */
const EVERY_MS = 100
/** So many events go in one message; what is more is counted. */
export const MOST = 500
/** Of what happened before somebody looked no more is told. */
const MOST_BEFORE = 10_000

export interface Inspection extends Engine {
  /** Tells what happened before, and from then on what happens. What happened meanwhile comes behind it. */
  begin(before: readonly AppEvent[]): void
  /** Nobody looks any more. */
  end(): void
}

/**
 * @param steady ms by a clock that is never put right, and stands where it can while the device sleeps: by it a task took long
 * @param depth what waits in the host
 */
export function createInspection(parts: {
  readonly clock: Clock
  readonly steady: () => number
  readonly post: (message: FromInspected) => void
  readonly depth: () => Omit<StateHealth, 'longestMs'>
}): Inspection {
  const { clock, steady } = parts
  let events: AppEvent[] = []
  let passed = 0
  let due = 0
  let timer: Timer | null = null
  let isOver = false

  function wait(): void {
    due = steady() + EVERY_MS
    timer = clock.setTimer(tell, EVERY_MS)
  }

  function tell(): void {
    // A timer that comes late waited for a task to end.
    const longestMs = Math.max(0, steady() - due)
    parts.post({ events, passed, health: { ...parts.depth(), longestMs } })
    events = []
    passed = 0
    wait()
  }

  return {
    begin(all) {
      if (isOver) return
      const before = all.slice(-MOST_BEFORE)
      for (let at = 0; at < before.length; at += MOST)
        parts.post({
          events: before.slice(at, at + MOST),
          passed: at === 0 ? all.length - before.length : 0,
          health: { ...parts.depth(), longestMs: 0 },
        })
      wait()
    },
    accept(event) {
      if (events.length < MOST) events.push(event)
      else passed++
    },
    end() {
      isOver = true
      if (timer !== null) clock.clearTimer(timer)
      events = []
    },
  }
}
