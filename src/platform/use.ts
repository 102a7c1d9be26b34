// Whether somebody uses the page at this moment, and how late it comes to what they do.

/** How often it is told at most, ms, and for how long it holds. */
const EVERY_MS = 500
const HOLDS_MS = 1000

/** What says how late the page comes to somebody. */
const LATE = ['wheel', 'touchmove', 'scroll', 'pointerdown', 'keydown']
/** What goes before a press, and is told with a frame: late or not, it says nothing of the page. */
const AHEAD = ['pointermove', 'focusin']
/** What leads to a change that is looked for in the next frames. */
const PRESSES = ['pointerdown', 'pointerup', 'keydown']
const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta']

/**
 * Calls `tell` when somebody scrolls, points or types, twice a second at most, and with each press.
 * @param tell given for how long it holds, ms; the lag, ms: from when such an event was made to when the page came to
 * it, the longest since it was told last, or null when nothing is to be told of it; and whether it is a press
 */
export function watchUse(
  page: Window,
  tell: (holdsMs: number, lag: number | null, pressed: boolean) => void,
  now: () => number,
): void {
  let last = Number.NEGATIVE_INFINITY
  let lag: number | null = null
  const used = (event: Event) => {
    const { type, timeStamp } = event
    if (LATE.includes(type)) lag = Math.max(lag ?? 0, now() - timeStamp)
    const isDue = timeStamp - last >= EVERY_MS
    const pressed = isPress(event)
    if (!isDue && !pressed) return
    if (isDue) last = timeStamp
    tell(HOLDS_MS, isDue ? lag : null, pressed)
    if (isDue) lag = null
  }
  for (const type of new Set([...LATE, ...AHEAD, ...PRESSES]))
    page.addEventListener(type, used, { capture: true, passive: true })
}

/** A key that is held, or that only alters another, presses nothing. */
function isPress(event: Event): boolean {
  const { key, repeat } = event as Partial<KeyboardEvent>
  return PRESSES.includes(event.type) && !repeat && !MODIFIERS.includes(key ?? '')
}
