/** Lifting, carrying and dropping of rows of different heights by pointer and by keys, where all of them are there. */
import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { layerOpened } from '../../overlays/layers.state.ts'
import { type Handle, type KeyPress, type Lift, lift, type Said, stepOf } from './reorder.ts'
import { useLift } from './useLift.ts'

/** By then the rows stand where they were dropped, ms. */
const SETTLED_MS = 500

export interface Reorder {
  /** The rows in the order to show. */
  readonly ids: readonly string[]
  readonly lifted: string | null
  /** What to say to somebody who does not see it. */
  readonly said: Said | null
  /** The same at every rendering: rows that did not change are not made anew. */
  readonly handle: Handle
}

/**
 * @param list what scrolls, with the rows in it
 * @param attribute of a row, that holds its id
 * @param drop gets what a drop means: the row that follows now, null for none
 * @param around the rows a row may be carried between
 */
export function useReorder(
  ids: readonly string[],
  list: RefObject<HTMLElement | null>,
  attribute: `data-${string}`,
  drop: (id: string, before: string | null) => void,
  around?: (id: string) => readonly string[],
): Reorder {
  const { shown, now, said, begin, move, drag, isDragged, end } = useLift(ids, drop)
  // A row that is put elsewhere in the document loses the focus of its handle, which the next key needs.
  const keyed = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is held and the order decide where the rows stand
  useLayoutEffect(() => {
    if (keyed.current !== null && document.activeElement === document.body) handleOf(keyed.current)?.focus()
  }, [shown, ids, list])
  // What a key carried out of sight is brought back into it; what is scrolled away afterwards stays away.
  const isLed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it stands where the key carried it
  useLayoutEffect(() => {
    if (!isLed.current || keyed.current === null) return
    isLed.current = false
    handleOf(keyed.current)?.closest(`[${attribute}]`)?.scrollIntoView({ block: 'nearest' })
  }, [shown, list])
  const isHeld = shown !== null
  const ended = useRef(put)
  ended.current = put
  // Escape puts the row back; it does not close the list around it as well.
  useEffect(() => (isHeld ? layerOpened(() => ended.current(false)) : undefined), [isHeld])

  function put(down: boolean): void {
    if (!end(down)) return
    setTimeout(() => {
      keyed.current = now.current?.id ?? null
    }, SETTLED_MS)
  }

  function liftOf(id: string): Lift | null {
    return lift(ids, id, around?.(id))
  }

  function onKeyDown(id: string, event: KeyPress): void {
    const at = now.current?.ids.indexOf(id) ?? -1
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      // Held down it would lift and drop in turn.
      if (event.repeat) return
      if (now.current) return put(true)
      const next = liftOf(id)
      keyed.current = id
      if (next) begin(next)
    } else if (at >= 0) {
      const step = stepOf(event.key, rowsInSight(id))
      if (step === undefined) return
      event.preventDefault()
      isLed.current = move(at + step, true)
    }
  }

  /** About so many rows are seen at once, less the two that say where one was. */
  function rowsInSight(id: string): number {
    const row = handleOf(id)?.closest<HTMLElement>(`[${attribute}]`)
    return Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / (row?.offsetHeight || 1)) - 2)
  }

  function onPointerDown(id: string, event: PointerEvent<HTMLElement>, carries?: () => void): void {
    // A second finger carries nothing while the first one does.
    if (event.button !== 0 || isDragged()) return
    const next = liftOf(id)
    const box = list.current
    if (!next || !box) return
    event.preventDefault()
    event.currentTarget.focus()
    const over = (clientY: number) => {
      const rows = [...box.querySelectorAll<HTMLElement>(`[${attribute}]`)]
      const row = rows.find((one) => clientY < one.getBoundingClientRect().bottom) ?? rows.at(-1)
      move(now.current?.ids.indexOf(row?.getAttribute(attribute) ?? '') ?? 0, true)
    }
    drag(next, event, { scroller: () => list.current, over, end: put }, carries)
  }

  function onBlur(id: string): void {
    // A move re-orders the document, which may take the focus for a moment; a row held by keys only falls when
    // somebody goes elsewhere.
    if (!isDragged() && now.current?.id === id) requestAnimationFrame(() => backOrPut(id))
  }

  const latest = useRef<Handle>({ lift: liftOf, onKeyDown, onPointerDown, onBlur })
  latest.current = { lift: liftOf, onKeyDown, onPointerDown, onBlur }
  const handle = useMemo(
    (): Handle => ({
      lift: (id) => latest.current.lift(id),
      onKeyDown: (id, event) => latest.current.onKeyDown(id, event),
      onPointerDown: (id, event, carries) => latest.current.onPointerDown(id, event, carries),
      onBlur: (id, event) => latest.current.onBlur(id, event),
    }),
    [],
  )
  return { ids: shown?.ids ?? ids, lifted: shown?.id ?? null, said, handle }

  function backOrPut(id: string): void {
    if (now.current?.id !== id) return
    const handle = handleOf(id)
    if (document.activeElement === document.body) handle?.focus()
    else if (document.activeElement !== handle) put(true)
  }

  function handleOf(id: string): HTMLElement | null | undefined {
    return list.current?.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(id)}"] [data-handle]`)
  }
}
