/**
 * Pull to refresh (GALLERY-008): at the top of the gallery a finger that moves down draws an indicator after it;
 * let go beyond PULL_TO_REFRESH_PX the list is loaded anew. Without a touch screen there is no pull: there the
 * page's own reload does the same.
 */

const PULL_TO_REFRESH_PX = 100

/** Of the finger's way, how much the indicator follows, and the most it does, px. */
const FOLLOWS = 0.5
const FARTHEST_PX = 72

export interface PullParts {
  readonly scroller: HTMLElement
  /** Shows how far it is: `--pull` is its way down in px, `--share` the share of the threshold, 0 to 1. */
  readonly indicator: HTMLElement
  refresh(): void
}

/** @returns how to stop */
export function listenForPull({ scroller, indicator, refresh }: PullParts): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let from: number | null = null
  let pulled = 0

  const draw = () => {
    indicator.toggleAttribute('data-pulled', pulled > 0)
    indicator.toggleAttribute('data-ready', pulled >= PULL_TO_REFRESH_PX)
    indicator.style.setProperty('--pull', `${Math.min(FARTHEST_PX, pulled * FOLLOWS)}px`)
    indicator.style.setProperty('--share', String(Math.min(1, pulled / PULL_TO_REFRESH_PX)))
  }
  const move = (event: TouchEvent) => {
    const touch = event.touches[0]
    if (from === null || !touch) return
    const way = touch.clientY - from
    if (pulled === 0 && (way <= 0 || scroller.scrollTop > 0)) {
      // It is an ordinary scroll.
      if (way < 0 || scroller.scrollTop > 0) end(false)
      return
    }
    pulled = Math.max(0, way)
    if (event.cancelable) event.preventDefault()
    draw()
  }
  const end = (isDone: boolean) => {
    const isFar = pulled >= PULL_TO_REFRESH_PX
    from = null
    scroller.removeEventListener('touchmove', move)
    if (pulled > 0) {
      pulled = 0
      draw()
    }
    if (isDone && isFar) refresh()
  }
  const start = (event: TouchEvent) => {
    const touch = event.touches[0]
    if (event.touches.length > 1) return end(false)
    // Who has zoomed in moves the page with it.
    if (!touch || scroller.scrollTop > 0 || (window.visualViewport?.scale ?? 1) > 1) return
    from = touch.clientY
    pulled = 0
    // Only a touch that begins at the top is heard actively: any other scrolls without asking the script.
    scroller.addEventListener('touchmove', move, { signal, passive: false })
  }
  scroller.addEventListener('touchstart', start, { signal, passive: true })
  scroller.addEventListener('touchend', () => end(true), { signal, passive: true })
  scroller.addEventListener('touchcancel', () => end(false), { signal, passive: true })
  return () => stop.abort()
}
