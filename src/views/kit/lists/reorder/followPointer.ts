import type { PointerEvent } from 'react'
import { scrollAtEdges } from './edgeScroll.ts'

export interface Followed {
  /** What scrolls under a row that is held at its edge. */
  readonly scroller: () => HTMLElement | null
  /** The row is held here now, px from the top of the window. */
  readonly over: (clientY: number) => void
  /** It was let go; false: the system took the pointer away. */
  readonly end: (put: boolean) => void
}

/** Follows the pointer that carries a row until it is let go. @returns stops it */
export function followPointer(
  { pointerId, clientY }: PointerEvent<HTMLElement>,
  { scroller, over, end }: Followed,
): () => void {
  let y = clientY
  const stopScrolling = scrollAtEdges(
    scroller,
    () => y,
    () => over(y),
  )
  const moved = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return
    y = event.clientY
    over(y)
  }
  const ended = (event: globalThis.PointerEvent) => {
    if (event.pointerId === pointerId) end(event.type === 'pointerup')
  }
  window.addEventListener('pointermove', moved)
  window.addEventListener('pointerup', ended)
  window.addEventListener('pointercancel', ended)
  return () => {
    stopScrolling()
    window.removeEventListener('pointermove', moved)
    window.removeEventListener('pointerup', ended)
    window.removeEventListener('pointercancel', ended)
  }
}
