/** Where the inspector is docked and how large it is: the page makes room for it. */
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useState } from 'react'

export type Side = 'below' | 'beside'

const LEAST = 160
/** Of the page there is always so much left, px. */
const LEFT = 200
const STEP = 24

export interface Dock {
  readonly side: Side
  /** Height or width, px; and what it may be at most. */
  readonly size: number
  readonly most: number
  turn(): void
  /** For the edge that is dragged. */
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
}

/** @param page what makes room */
export function useDock(page: HTMLElement | null): Dock {
  const [side, setSide] = useState<Side>('below')
  const [wanted, setWanted] = useState(320)
  const [room, setRoom] = useState({ width: innerWidth, height: innerHeight })
  const most = Math.max(LEAST, (side === 'below' ? room.height : room.width) - LEFT)
  const size = Math.min(most, Math.max(LEAST, wanted))
  useLayoutEffect(() => {
    const measure = () => setRoom({ width: innerWidth, height: innerHeight })
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  useLayoutEffect(() => {
    if (!page) return
    page.style.height = side === 'below' ? `calc(100% - ${size}px)` : ''
    page.style.width = side === 'beside' ? `calc(100% - ${size}px)` : ''
    return () => {
      page.style.height = ''
      page.style.width = ''
    }
  }, [page, side, size])
  return {
    side,
    size,
    most,
    turn: () => setSide(side === 'below' ? 'beside' : 'below'),
    onKeyDown(event) {
      const by = { ArrowUp: STEP, ArrowLeft: STEP, ArrowDown: -STEP, ArrowRight: -STEP }[event.key]
      if (by === undefined) return
      event.preventDefault()
      setWanted(size + by)
    },
    onPointerDown(event) {
      const edge = event.currentTarget
      edge.setPointerCapture(event.pointerId)
      const drag = ({ clientX, clientY }: globalThis.PointerEvent) =>
        setWanted(side === 'below' ? innerHeight - clientY : innerWidth - clientX)
      edge.addEventListener('pointermove', drag)
      edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', drag), { once: true })
    },
  }
}
