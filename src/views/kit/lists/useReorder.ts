/** Lifting, carrying and dropping of rows by pointer and by keys, for the downloads: rows of different heights, each with its `data-download-id`. */
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { layerOpened } from '../overlays/layers.state.ts'
import { scrollAtEdges } from './edgeScroll.ts'
import { carry, dropped, type Handle, lift, type Said } from './reorder.ts'
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
 * @param drop gets what a drop means: the row that follows now, null for none
 * @param around the rows a row may be carried between
 */
export function useReorder(
  ids: readonly string[],
  list: RefObject<HTMLElement | null>,
  drop: (id: string, before: string | null) => void,
  around?: (id: string) => readonly string[],
): Reorder {
  const { shown, now, stopDrag: dragging, said, hold, tell } = useLift(ids)
  // A row that is put elsewhere in the document loses the focus of its handle, which the next key needs.
  const keyed = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is held and the order decide where the rows stand
  useLayoutEffect(() => {
    if (keyed.current !== null && document.activeElement === document.body)
      handleIn(list.current, keyed.current)?.focus()
  }, [shown, ids, list])
  // What a key carried out of sight is brought back into it; what is scrolled away afterwards stays away.
  const isLed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it stands where the key carried it
  useLayoutEffect(() => {
    if (!isLed.current || keyed.current === null) return
    isLed.current = false
    handleIn(list.current, keyed.current)?.closest('[data-download-id]')?.scrollIntoView({ block: 'nearest' })
  }, [shown, list])
  const isHeld = shown !== null
  const ended = useRef(end)
  ended.current = end
  // Escape puts the row back; it does not close the list around it as well.
  useEffect(() => (isHeld ? layerOpened(() => ended.current(false)) : undefined), [isHeld])

  function end(put: boolean): void {
    const last = now.current
    dragging.current?.()
    if (!last) return
    const before = dropped(last)
    hold(null)
    setTimeout(() => {
      keyed.current = now.current?.id ?? null
    }, SETTLED_MS)
    tell(put ? 'dropped' : 'cancelled', put ? last : { ...last, ids: last.from })
    if (put && before !== undefined) drop(last.id, before)
  }

  function move(to: number): void {
    const last = now.current
    if (!last) return
    const next = carry(last, to)
    if (next === last) return
    hold(next)
    tell('carried', next)
  }

  function onKeyDown(id: string, event: KeyboardEvent): void {
    const at = now.current?.ids.indexOf(id) ?? -1
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      // Held down it would lift and drop in turn.
      if (event.repeat) return
      if (now.current) return end(true)
      const next = lift(ids, id, around?.(id))
      keyed.current = id
      hold(next)
      if (next) tell('lifted', next)
    } else if (at >= 0) {
      const page = rowsInSight(id)
      const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity }
      const step = steps[event.key as keyof typeof steps]
      if (step === undefined) return
      event.preventDefault()
      const before = now.current
      move(at + step)
      isLed.current = now.current !== before
    }
  }

  /** About so many rows are seen at once, less the two that say where one was. */
  function rowsInSight(id: string): number {
    const row = handleIn(list.current, id)?.closest<HTMLElement>('[data-download-id]')
    return Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / (row?.offsetHeight || 1)) - 2)
  }

  function onPointerDown(id: string, event: PointerEvent<HTMLElement>): void {
    // A second finger carries nothing while the first one does.
    if (event.button !== 0 || dragging.current) return
    const next = lift(ids, id, around?.(id))
    const box = list.current
    if (!next || !box) return
    event.preventDefault()
    event.currentTarget.focus()
    hold(next)
    let y = event.clientY
    const follow = () => {
      const rows = [...box.querySelectorAll<HTMLElement>('[data-download-id]')]
      const over = rows.find((one) => y < one.getBoundingClientRect().bottom) ?? rows.at(-1)
      move(now.current?.ids.indexOf(over?.dataset.downloadId ?? '') ?? 0)
    }
    const stopScrolling = scrollAtEdges(
      () => list.current,
      () => y,
      follow,
    )
    const over = (moved: globalThis.PointerEvent) => {
      if (moved.pointerId !== event.pointerId) return
      y = moved.clientY
      follow()
    }
    const up = (ended: globalThis.PointerEvent) => {
      if (ended.pointerId === event.pointerId) end(ended.type === 'pointerup')
    }
    dragging.current = () => {
      dragging.current = null
      stopScrolling()
      window.removeEventListener('pointermove', over)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', up)
    }
    window.addEventListener('pointermove', over)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', up)
  }

  function onBlur(id: string): void {
    // A move re-orders the document, which may take the focus for a moment; a row held by keys only falls when
    // somebody goes elsewhere.
    if (!dragging.current && now.current?.id === id) requestAnimationFrame(() => backOrPut(id))
  }

  const latest = useRef<Handle>({ onKeyDown, onPointerDown, onBlur })
  latest.current = { onKeyDown, onPointerDown, onBlur }
  const handle = useMemo(
    (): Handle => ({
      onKeyDown: (id, event) => latest.current.onKeyDown(id, event),
      onPointerDown: (id, event) => latest.current.onPointerDown(id, event),
      onBlur: (id, event) => latest.current.onBlur(id, event),
    }),
    [],
  )
  return { ids: shown?.ids ?? ids, lifted: shown?.id ?? null, said, handle }

  function backOrPut(id: string): void {
    if (now.current?.id !== id) return
    const handle = handleIn(list.current, id)
    if (document.activeElement === document.body) handle?.focus()
    else if (document.activeElement !== handle) end(true)
  }
}

function handleIn(list: HTMLElement | null, id: string): HTMLElement | null | undefined {
  return list?.querySelector<HTMLElement>(`[data-download-id="${CSS.escape(id)}"] [data-handle]`)
}
