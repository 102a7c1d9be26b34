/** The rows of a long list that are in sight, however long it is. */
import { type RefObject, useEffect, useState } from 'react'
import { onScroll } from '../kit/lists/onScroll.ts'

/** What browsers scroll through at most, px; Firefox ends at 17.8 million. */
const MOST_PX = 16_000_000
/** Rows around those in sight. */
const AROUND = 6

export interface Rows {
  /** Places `first` to `last - 1`. */
  readonly first: number
  readonly last: number
  /** px from the top of the body to the first of them, and of the whole body. */
  readonly top: number
  readonly height: number
}

/**
 * @param rowPx height of a row
 * @returns the rows in sight, and how to scroll to one
 */
export function useRows(
  box: RefObject<HTMLElement | null>,
  count: number,
  rowPx: number,
): Rows & { show(place: number): void } {
  const [view, setView] = useState({ top: 0, px: 0 })
  const all = count * rowPx
  const height = Math.min(all, MOST_PX)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const next = { top: element.scrollTop, px: element.clientHeight }
      setView((now) => (now.top === next.top && now.px === next.px ? now : next))
    }
    return onScroll(element, look)
  }, [box])
  // Where not all of it can be scrolled through, each px stands for a few.
  const stretch = height > view.px ? Math.max(0, all - view.px) / (height - view.px) : 1
  const above = view.top * stretch
  const first = Math.max(0, Math.floor(above / rowPx) - AROUND)
  const last = Math.min(count, Math.ceil((above + view.px) / rowPx) + AROUND)
  return {
    first,
    last,
    top: view.top - (above - first * rowPx),
    height,
    show(place) {
      const element = box.current
      if (!element || place < 0) return
      const y = place * rowPx
      // As it was seen last: to ask now would lay the page out in between.
      const seen = above
      const { px } = view
      if (y >= seen + rowPx && y + 2 * rowPx <= seen + px) return
      // Down, what led to it stays in sight.
      const wanted = y < seen + rowPx ? y - px / 3 : y - (px * 2) / 3
      element.scrollTop = Math.max(0, wanted) / stretch
    },
  }
}
