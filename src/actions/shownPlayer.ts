// What a press says of what the player shows in that moment.
import { ports } from './ports.ts'
import { whenShown } from './shown.ts'

/** The player with every press so far in it; null as long as a press shows later than in its own task. */
export function shownPlayer() {
  let isShown = false
  whenShown(() => {
    isShown = true
  })
  return isShown ? (ports().shownPlayer?.() ?? null) : null
}

/** The choice that is heard at the press. */
export function heardFrom(): { from?: string } {
  const from = shownPlayer()?.requestId ?? null
  return from === null ? {} : { from }
}

/** Where what is heard at the press is left, in s. */
export function leaving(): { stoodAt?: number } {
  const at = shownPlayer()?.song ? ports().stoodAt?.() : undefined
  return at === undefined ? {} : { stoodAt: seconds(at) }
}

/** An element without a source says NaN; no position lies before the beginning. @returns seconds */
export function seconds(position: number): number {
  return Number.isFinite(position) ? Math.max(0, position) : 0
}
