import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { kept, type Lift, type Said } from './reorder.ts'

interface Lifting {
  /** The row that is lifted, as long as it is there. */
  readonly shown: Lift | null
  /** The same in the midst of an event, before anything is rendered. */
  readonly now: RefObject<Lift | null>
  /** Ends the drag under way. */
  readonly stopDrag: RefObject<(() => void) | null>
  readonly said: Said | null
  hold(next: Lift | null): void
  tell(what: Said['what'], lift: Lift): void
}

/** The row of a list that is carried, by keys or by a pointer, and what is said of it. */
export function useLift(ids: readonly string[]): Lifting {
  const [held, setHeld] = useState<Lift | null>(null)
  const [said, setSaid] = useState<Said | null>(null)
  const shown = useMemo(() => (held ? kept(held, ids) : null), [held, ids])
  const now = useRef<Lift | null>(null)
  now.current = shown
  const stopDrag = useRef<(() => void) | null>(null)
  useEffect(() => () => stopDrag.current?.(), [])
  useEffect(() => {
    if (!held || shown) return
    // Its row is gone; should it come back, nobody holds it.
    stopDrag.current?.()
    setHeld(null)
    setSaid(null)
  }, [held, shown])
  const hold = useCallback((next: Lift | null) => {
    now.current = next
    setHeld(next)
  }, [])
  const tell = useCallback((what: Said['what'], { id, ids: order }: Lift) => {
    setSaid({ what, id, at: order.indexOf(id) + 1, of: order.length })
  }, [])
  return { shown, now, stopDrag, said, hold, tell }
}
