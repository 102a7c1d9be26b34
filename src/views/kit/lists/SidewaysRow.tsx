import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../../theme/cx.ts'
import { onScroll } from './onScroll.ts'
import * as css from './SidewaysRow.css.ts'

interface Props {
  /** Says when it scrolls, by `overflowX`. */
  className: string
  id?: string
  children: ReactNode
}

/** One line of controls that scrolls sideways where they have no room, and shows on which side it goes on. */
export function SidewaysRow({ className, id, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = box.current
    if (!row) return
    const look = () => {
      const isBefore = row.scrollLeft > 1
      const isBehind = row.scrollLeft + row.clientWidth < row.scrollWidth - 1
      if (isBefore || isBehind) row.dataset.more = isBefore && isBehind ? 'both' : isBefore ? 'before' : 'behind'
      else delete row.dataset.more
    }
    const stop = onScroll(row, look)
    // A name that becomes longer changes nothing of the row itself.
    const within = new ResizeObserver(look)
    for (const child of row.children) within.observe(child)
    return () => {
      stop()
      within.disconnect()
    }
  })
  return (
    <div ref={box} id={id} className={cx(css.row, className)}>
      {children}
    </div>
  )
}
