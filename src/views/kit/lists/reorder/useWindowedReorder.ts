/** Lifting, carrying and dropping rows by pointer and by keys, where only the rows in sight are there. */
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { layerOpened } from '../../overlays/layers.state.ts'
import { type Handle, lift, type Said, stepOf } from './reorder.ts'
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
  const { shown, now, said, begin, move, drag, isDragged, end } = useLift(ids, drop)
  const latest = useRef(ids)
  latest.current = ids
  const byKeys = useRef(false)

  // A carried row may be made anew at its place, which takes the focus from its handle.
  useLayoutEffect(() => {
    if (!shown || !byKeys.current) return
    const row = body.current?.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(shown.id)}"]`)
    row?.querySelector<HTMLElement>('[data-handle]')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [shown, body, attribute])

  const isHeld = shown !== null
  // Escape puts the row back; it does not close the panel around it as well.
  useEffect(() => (isHeld ? layerOpened(() => void end(false)) : undefined), [isHeld, end])

  const handle = useMemo((): Handle => {
    function placeAt(clientY: number): number {
      const top = body.current?.getBoundingClientRect().top ?? 0
      return Math.floor((clientY - top) / px)
    }

    return {
      lift: (id) => lift(latest.current, id),
      onKeyDown(id, event) {
        if (event.key === ' ' || event.key === 'Enter') {
          event.preventDefault()
          event.stopPropagation()
          // Held down it would lift and drop in turn.
          if (event.repeat) return
          if (end(true)) return
          const next = lift(latest.current, id)
          byKeys.current = true
          if (next) begin(next)
          return
        }
        const at = now.current?.ids.indexOf(id) ?? -1
        if (at < 0) return
        const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / px) - 2)
        const step = stepOf(event.key, page)
        if (step === undefined) return
        event.preventDefault()
        event.stopPropagation()
        move(at + step, true)
      },
      onPointerDown(id, event, carries) {
        // A second finger carries nothing while the first one does.
        if (event.button !== 0 || isDragged()) return
        const next = lift(latest.current, id)
        if (!next) return
        event.preventDefault()
        byKeys.current = false
        const over = (clientY: number) => move(placeAt(clientY), false)
        drag(next, event, { scroller: () => scroller.current, over, end }, carries)
        event.currentTarget.focus({ preventScroll: true })
      },
      onBlur(id, event) {
        // A row held by keys is put down when somebody goes elsewhere; being made anew takes the focus to nowhere.
        const isElsewhere = event.relatedTarget !== null && event.relatedTarget !== event.currentTarget
        if (byKeys.current && now.current?.id === id && isElsewhere && !isDragged()) end(true)
      },
    }
  }, [body, scroller, px, now, begin, move, drag, isDragged, end])

  return { ids: shown?.ids ?? ids, lifted: shown?.id ?? null, said, handle }
}
