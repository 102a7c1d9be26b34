import type { PointerEvent } from 'react'
import { scrollAtEdges } from './edgeScroll.ts'

/** A press that went no further up or down carries nothing, px: near an edge its row would be gone before it ends. */
const RESTS_PX = 8

export interface Followed {
  /** What scrolls under a row that is held at its edge. */
  readonly scroller: () => HTMLElement | null
  /** The row is held here now, px from the top of the window. */
  readonly over: (clientY: number) => void
  /** It was let go; false: the system took the pointer away. */
  readonly end: (put: boolean) => void
}

/**
 * Follows a pointer that was pressed on a row until it is let go.
 * @param carries is called once, when the press has become a drag
 * @returns stops it
 */
export function followPointer(
  { pointerId, clientY }: PointerEvent<HTMLElement>,
  { scroller, over, end }: Followed,
  carries: () => void,
): () => void {
  let y = clientY
  let stopScrolling: (() => void) | null = null
  const moved = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return
    y = event.clientY
    if (!stopScrolling) {
      if (Math.abs(y - clientY) < RESTS_PX) return
      carries()
      stopScrolling = scrollAtEdges(
        scroller,
        () => y,
        () => over(y),
      )
    }
    over(y)
  }
  const ended = (event: globalThis.PointerEvent) => {
    if (event.pointerId === pointerId) end(event.type === 'pointerup')
  }
  window.addEventListener('pointermove', moved)
  window.addEventListener('pointerup', ended)
  window.addEventListener('pointercancel', ended)
  return () => {
    stopScrolling?.()
    window.removeEventListener('pointermove', moved)
    window.removeEventListener('pointerup', ended)
    window.removeEventListener('pointercancel', ended)
  }
}
