/** Where pages that scroll in themselves were left, so that the way back leads to the same place. */
import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** Places in px by the router's key of the history entry; the oldest go first. */
const left = new Map<string, number>()
const KEPT = 100
/** What was there may come in pieces, so the place is tried again; so long at most, in ms. */
const PATIENCE_MS = 5000
/** Skeletons make room for what they stood for, so the place counts as found after so many frames without a change. */
const STEADY_FRAMES = 12
/** Whoever scrolls meanwhile is not pulled away. */
const MEANT = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

function remember(key: string, top: number): void {
  left.delete(key)
  left.set(key, top)
  for (const oldest of left.keys()) {
    if (left.size <= KEPT) return
    left.delete(oldest)
  }
}

/**
 * Notes where the page is scrolled to, and scrolls there again when somebody comes back to this history entry.
 * @param subject what is shown: where the same box comes to show something else, that begins at its top
 */
export function useScrollReturn(scroller: RefObject<HTMLElement | null>, subject = ''): void {
  const { key } = useLocation()
  const before = useRef(subject)
  // The page may come to scroll in another box, as after an error: which one is known after each rendering alone.
  const bound = useRef<{ readonly of: readonly unknown[]; stop(): void } | null>(null)
  useEffect(() => {
    const box = scroller.current
    const of = [box, key, subject]
    if (bound.current?.of.every((one, at) => one === of[at])) return
    bound.current?.stop()
    bound.current = { of, stop: box ? follow(box) : () => {} }
  })
  useEffect(
    () => () => {
      bound.current?.stop()
      bound.current = null
    },
    [],
  )

  function follow(box: HTMLElement): () => void {
    let goal = left.get(key) ?? (before.current === subject ? null : 0)
    before.current = subject
    let frame = 0
    let steady = 0
    let height = 0
    const until = performance.now() + PATIENCE_MS
    const settle = () => {
      if (goal === null) return
      const found = Math.abs(box.scrollTop - goal) <= 1 && box.scrollHeight === height
      steady = found ? steady + 1 : 0
      height = box.scrollHeight
      if (!found) box.scrollTop = goal
      if (steady >= STEADY_FRAMES || performance.now() > until) arrived()
      else frame = requestAnimationFrame(settle)
    }
    const arrived = () => {
      goal = null
      box.style.overflowAnchor = ''
    }
    const scrolled = () => {
      if (goal === null) remember(key, box.scrollTop)
    }
    // The browser would follow what it saw first, which is not what was left.
    if (goal !== null) box.style.overflowAnchor = 'none'
    settle()
    for (const kind of MEANT) box.addEventListener(kind, arrived, { passive: true })
    box.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      arrived()
      for (const kind of MEANT) box.removeEventListener(kind, arrived)
      box.removeEventListener('scroll', scrolled)
    }
  }
}
