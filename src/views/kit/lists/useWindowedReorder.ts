/** Lifting, carrying and dropping rows by pointer and by keys, where only the rows in sight are there. */
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { layerOpened } from '../overlays/layers.state.ts'
import { scrollAtEdges } from './edgeScroll.ts'
import { carry, dropped, type Handle, lift, type Said } from './reorder.ts'
import { useLift } from './useLift.ts'

export interface Rows {
  /** Height of a row. */
  readonly px: number
  /** The attribute of a row that holds its id. */
  readonly attribute: `data-${string}`
}

/** @param drop gets what a drop means: the row that follows now, null for none */
export function useWindowedReorder(
  ids: readonly string[],
  body: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  drop: (id: string, before: string | null) => void,
  { px, attribute }: Rows,
): { ids: readonly string[]; lifted: string | null; said: Said | null; handle: Handle } {
  const { shown, now, stopDrag, said, hold, tell } = useLift(ids)
  const latest = useRef({ ids, drop })
  latest.current = { ids, drop }
  const byKeys = useRef(false)

  // A carried row may be made anew at its place, which takes the focus from its handle.
  useLayoutEffect(() => {
    if (!shown || !byKeys.current) return
    const row = body.current?.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(shown.id)}"]`)
    row?.querySelector<HTMLElement>('[data-handle]')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [shown, body, attribute])

  const letGo = useRef(() => {})
  const isHeld = shown !== null
  // Escape puts the row back; it does not close the panel around it as well.
  useEffect(() => (isHeld ? layerOpened(() => letGo.current()) : undefined), [isHeld])

  const handle = useMemo((): Handle => {
    function end(put: boolean): void {
      const last = now.current
      stopDrag.current?.()
      if (!last) return
      const before = dropped(last)
      hold(null)
      tell(put ? 'dropped' : 'cancelled', put ? last : { ...last, ids: last.from })
      if (put && before !== undefined) latest.current.drop(last.id, before)
    }

    letGo.current = () => end(false)

    function move(to: number): void {
      const last = now.current
      if (!last) return
      const next = carry(last, to)
      if (next === last) return
      hold(next)
      if (byKeys.current) tell('carried', next)
    }

    function begin(id: string, keys: boolean): boolean {
      const next = lift(latest.current.ids, id)
      if (!next) return false
      byKeys.current = keys
      hold(next)
      tell('lifted', next)
      return true
    }

    function placeAt(clientY: number): number {
      const top = body.current?.getBoundingClientRect().top ?? 0
      return Math.floor((clientY - top) / px)
    }

    return {
      onKeyDown(id, event) {
        if (event.key === ' ' || event.key === 'Enter') {
          event.preventDefault()
          event.stopPropagation()
          // Held down it would lift and drop in turn.
          if (event.repeat) return
          if (now.current) end(true)
          else begin(id, true)
          return
        }
        const at = now.current?.ids.indexOf(id) ?? -1
        if (at < 0) return
        const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / px) - 2)
        const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity }
        const step = steps[event.key as keyof typeof steps]
        if (step === undefined) return
        event.preventDefault()
        event.stopPropagation()
        move(at + step)
      },
      onPointerDown(id, event) {
        // A second finger carries nothing while the first one does.
        if (event.button !== 0 || stopDrag.current || !begin(id, false)) return
        event.preventDefault()
        event.currentTarget.focus({ preventScroll: true })
        const { pointerId } = event
        let y = event.clientY
        const stopScrolling = scrollAtEdges(
          () => scroller.current,
          () => y,
          () => move(placeAt(y)),
        )
        const over = (moved: globalThis.PointerEvent) => {
          if (moved.pointerId !== pointerId) return
          y = moved.clientY
          move(placeAt(y))
        }
        const up = (ended: globalThis.PointerEvent) => {
          if (ended.pointerId === pointerId) end(ended.type === 'pointerup')
        }
        stopDrag.current = () => {
          stopDrag.current = null
          stopScrolling()
          window.removeEventListener('pointermove', over)
          window.removeEventListener('pointerup', up)
          window.removeEventListener('pointercancel', up)
        }
        window.addEventListener('pointermove', over)
        window.addEventListener('pointerup', up)
        window.addEventListener('pointercancel', up)
      },
      onBlur(id, event) {
        // A row held by keys is put down when somebody goes elsewhere; being made anew takes the focus to nowhere.
        const isElsewhere = event.relatedTarget !== null && event.relatedTarget !== event.currentTarget
        if (byKeys.current && now.current?.id === id && isElsewhere && !stopDrag.current) end(true)
      },
    }
  }, [body, scroller, px, now, stopDrag, hold, tell])

  return { ids: shown?.ids ?? ids, lifted: shown?.id ?? null, said, handle }
}
