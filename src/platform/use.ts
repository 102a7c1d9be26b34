// Whether somebody uses the page at this moment.

/** How often it is told at most, ms, and for how long it holds. */
const EVERY_MS = 500
export const HOLDS_MS = 1000

/** Calls `tell` when somebody scrolls, points or types, twice a second at most. */
export function watchUse(page: Window, tell: () => void): void {
  let last = Number.NEGATIVE_INFINITY
  const used = ({ timeStamp }: Event) => {
    if (timeStamp - last < EVERY_MS) return
    last = timeStamp
    tell()
  }
  for (const type of ['wheel', 'touchmove', 'scroll', 'pointerdown', 'keydown'])
    page.addEventListener(type, used, { capture: true, passive: true })
}
