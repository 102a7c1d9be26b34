import { type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type Followed, followPointer } from './followPointer.ts'
import { carry, dropped, kept, type Lift, type Said } from './reorder.ts'

interface Lifting {
  /** The row that is lifted, as long as it is there. */
  readonly shown: Lift | null
  /** The same in the midst of an event, before anything is rendered. */
  readonly now: RefObject<Lift | null>
  readonly said: Said | null
  /** Lifts a row by keys. */
  begin(lift: Lift): void
  /** Carries it to a place, held within its stretch. @returns whether it stands elsewhere now */
  move(to: number, isSaid: boolean): boolean
  /** Lifts a row by this press, of which nothing is said unless it becomes a drag; then `carries` is called. */
  drag(lift: Lift, event: PointerEvent<HTMLElement>, followed: Followed, carries?: () => void): void
  isDragged(): boolean
  /** Puts it down, or back where it was. @returns whether one was held */
  end(put: boolean): boolean
}

/**
 * The row of a list that is carried, by keys or by a pointer, and what is said of it. What it answers beside the row and
 * the words is the same at every rendering.
 * @param drop gets what a drop means: the row that follows now, null for none
 */
export function useLift(ids: readonly string[], drop: (id: string, before: string | null) => void): Lifting {
  const [held, setHeld] = useState<Lift | null>(null)
  const [said, setSaid] = useState<Said | null>(null)
  const shown = useMemo(() => (held ? kept(held, ids) : null), [held, ids])
  const now = useRef<Lift | null>(null)
  now.current = shown
  const stopDrag = useRef<(() => void) | null>(null)
  /** It is lifted by a press that has carried nothing yet: nothing was said of it. */
  const rests = useRef(false)
  useEffect(() => () => stopDrag.current?.(), [])
  useEffect(() => {
    if (!held || shown) return
    // Its row is gone; should it come back, nobody holds it.
    stopDrag.current?.()
    setHeld(null)
    setSaid(null)
  }, [held, shown])
  const dropNow = useRef(drop)
  dropNow.current = drop
  const calls = useMemo(() => {
    const hold = (next: Lift | null) => {
      now.current = next
      setHeld(next)
    }
    const tell = (what: Said['what'], { id, ids: order }: Lift) => {
      rests.current = false
      setSaid({ what, id, at: order.indexOf(id) + 1, of: order.length })
    }
    return {
      begin(lift: Lift) {
        hold(lift)
        tell('lifted', lift)
      },
      move(to: number, isSaid: boolean) {
        const last = now.current
        if (!last) return false
        const next = carry(last, to)
        if (next === last) return false
        hold(next)
        if (isSaid) tell('carried', next)
        return true
      },
      drag(lift: Lift, event: PointerEvent<HTMLElement>, followed: Followed, carries?: () => void) {
        // What was carried by keys is not put down by it.
        if (now.current) tell('cancelled', { ...now.current, ids: now.current.from })
        rests.current = true
        hold(lift)
        const stop = followPointer(event, followed, () => {
          if (now.current) tell('lifted', now.current)
          carries?.()
        })
        stopDrag.current = () => {
          stopDrag.current = null
          stop()
        }
      },
      isDragged: () => stopDrag.current !== null,
      end(put: boolean) {
        const last = now.current
        stopDrag.current?.()
        if (!last) return false
        const before = dropped(last)
        hold(null)
        if (!rests.current) tell(put ? 'dropped' : 'cancelled', put ? last : { ...last, ids: last.from })
        if (put && before !== undefined) dropNow.current(last.id, before)
        return true
      },
    }
  }, [])
  return { shown, now, said, ...calls }
}
