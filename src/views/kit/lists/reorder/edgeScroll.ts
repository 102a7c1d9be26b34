/** What scrolls goes on by itself under a row that is held near its edge: by time, not by the moves of a hand that rests. */
import { edgeSpeed } from './reorder.ts'

/** Near an edge: px of it, a quarter of what is seen at most. */
const EDGE_PX = 72
/** A frame that came later than this counts as no longer, ms: the list does not leap after a pause. */
const FRAME_MS_MAX = 50

/**
 * Watches from now on, in every frame.
 * @param scroller what scrolls
 * @param clientY where the row is held
 * @param scrolled is called when it went on: another place is under the row
 * @returns stops it
 */
export function scrollAtEdges(
  scroller: () => HTMLElement | null,
  clientY: () => number,
  scrolled: () => void,
): () => void {
  let frame = 0
  let last = performance.now()
  /** Since when it is held at this edge. */
  let since = last
  let edge = 0
  /** What is less than a pixel counts with the next frame. */
  let owed = 0
  const scroll = () => {
    const time = performance.now()
    const elapsed = Math.min(FRAME_MS_MAX, time - last)
    last = time
    const box = scroller()
    if (box) {
      const { top, bottom } = box.getBoundingClientRect()
      const px = Math.min(EDGE_PX, (bottom - top) / 4)
      const y = clientY()
      const pull = y < top + px ? (y - top - px) / px : Math.max(0, (y - bottom + px) / px)
      if (Math.sign(pull) !== edge) {
        edge = Math.sign(pull)
        since = time
        owed = 0
      }
      if (pull !== 0) {
        owed += (edgeSpeed(pull, time - since) * elapsed) / 1000
        const whole = Math.trunc(owed)
        owed -= whole
        box.scrollTop += whole
        scrolled()
      }
    }
    frame = requestAnimationFrame(scroll)
  }
  frame = requestAnimationFrame(scroll)
  return () => cancelAnimationFrame(frame)
}
