// Whether somebody uses the page at this moment, and how late it comes to what they do.

/** How often it is told at most, ms, and for how long it holds. */
const EVERY_MS = 500
const HOLDS_MS = 1000

/**
 * Calls `tell` when somebody scrolls, points or types, twice a second at most.
 * @param tell given for how long it holds, ms, and the lag, ms: from when such an event was made to when the page came to it, the longest since it was
 * told last
 */
export function watchUse(page: Window, tell: (holdsMs: number, lag: number) => void, now: () => number): void {
  let last = Number.NEGATIVE_INFINITY
  let lag = 0
  const used = ({ timeStamp }: Event) => {
    lag = Math.max(lag, now() - timeStamp)
    if (timeStamp - last < EVERY_MS) return
    last = timeStamp
    tell(HOLDS_MS, lag)
    lag = 0
  }
  for (const type of ['wheel', 'touchmove', 'scroll', 'pointerdown', 'keydown'])
    page.addEventListener(type, used, { capture: true, passive: true })
}
