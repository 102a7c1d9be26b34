import { type RefObject, type TouchEvent, useRef } from 'react'

/** So far a finger has to go, in px. */
const SWIPE_PX = 32
/** Quicker than this (px per ms) a short way counts too. */
const FLICK = 0.5

type Direction = 'up' | 'down' | 'left' | 'right'

/**
 * Swipes over an element. What begins on a slider, with two fingers, or on a menu of it that lies elsewhere is none, nor
 * is one downwards that scrolls the element back to its top.
 * @param to what each direction does; the others are left to the page
 * @param follows an element that goes along with a finger moving down, and back when it was not far enough
 */
export function useSwipe(to: Partial<Record<Direction, () => void>>, follows?: RefObject<HTMLElement | null>) {
  const from = useRef<{ x: number; y: number; at: number; scrolls: boolean } | null>(null)
  const shift = (px: number | null) => {
    const element = follows?.current
    if (!element) return
    element.style.transition = px === null ? 'transform 160ms ease-out' : 'none'
    element.style.transform = px === null ? '' : `translateY(${px}px)`
  }
  return {
    onTouchStart({ touches, target, currentTarget, timeStamp }: TouchEvent) {
      const on = target as Element
      const isMeant = touches.length === 1 && currentTarget.contains(on) && !on.closest('input')
      // Who has zoomed in moves the page with it.
      const finger = isMeant && (window.visualViewport?.scale ?? 1) <= 1 ? touches[0] : undefined
      const scrolls = currentTarget.scrollTop > 0
      from.current = finger ? { x: finger.clientX, y: finger.clientY, at: timeStamp, scrolls } : null
    },
    onTouchMove({ touches }: TouchEvent) {
      const finger = touches[0]
      if (!from.current || from.current.scrolls || !finger || !to.down) return
      const [x, y] = [finger.clientX - from.current.x, finger.clientY - from.current.y]
      if (y > Math.abs(x)) shift(y)
    },
    onTouchCancel() {
      from.current = null
      shift(null)
    },
    onTouchEnd({ changedTouches, timeStamp }: TouchEvent) {
      const [start, finger] = [from.current, changedTouches[0]]
      from.current = null
      shift(null)
      if (!start || !finger) return
      const [x, y] = [finger.clientX - start.x, finger.clientY - start.y]
      const far = Math.max(Math.abs(x), Math.abs(y))
      if (far < SWIPE_PX && far / Math.max(1, timeStamp - start.at) < FLICK) return
      if (far < 10) return
      const way = Math.abs(x) > Math.abs(y) ? (x < 0 ? 'left' : 'right') : y < 0 ? 'up' : 'down'
      if (way !== 'down' || !start.scrolls) to[way]?.()
    },
  }
}
