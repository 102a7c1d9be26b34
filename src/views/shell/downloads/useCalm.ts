/** Rows that stay where they are while somebody points at them, presses or types: none slips away under the pointer. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'

/** So long after the last of it they take their places, ms. */
const CALM_MS = 2000

/**
 * The rows that were there in the order they had, then what came. The same list while none came or went.
 * @param now the rows as they should stand
 * @param known the rows that were there, where somebody has them as a set
 */
export function calmOrder(
  before: readonly string[],
  now: readonly string[],
  known: ReadonlySet<string> = new Set(before),
): readonly string[] {
  if (now.length === before.length && now.every((id) => known.has(id))) return before
  const there = new Set(now)
  const stay = before.filter((id) => there.has(id))
  return [...stay, ...now.filter((id) => !known.has(id))]
}

export interface Calm {
  readonly ids: readonly string[]
  /** They take their places at once: somebody moved one. */
  release(): void
}

/** @param list what the rows are in */
export function useCalm(ids: readonly string[], list: RefObject<HTMLElement | null>): Calm {
  const [held, setHeld] = useState<readonly string[] | null>(null)
  const latest = useRef(ids)
  latest.current = ids
  useEffect(() => {
    const box = list.current
    if (!box) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const free = () => {
      clearTimeout(timer)
      setHeld(null)
    }
    const touch = () => {
      clearTimeout(timer)
      timer = setTimeout(free, CALM_MS)
      setHeld((before) => before ?? latest.current)
    }
    // A finger leaves with each lift, before its click: it has the two seconds.
    const leave = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && free()
    const touches = ['pointermove', 'pointerdown', 'keydown'] as const
    for (const name of touches) box.addEventListener(name, touch, { passive: true })
    box.addEventListener('pointerleave', leave)
    return () => {
      clearTimeout(timer)
      for (const name of touches) box.removeEventListener(name, touch)
      box.removeEventListener('pointerleave', leave)
    }
  }, [list])
  const known = useMemo(() => new Set(held), [held])
  const shown = useMemo(() => (held === null || held === ids ? ids : calmOrder(held, ids, known)), [held, ids, known])
  return { ids: shown, release: () => setHeld(null) }
}
