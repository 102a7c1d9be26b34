/** Which rows of a very long list to make, where rows differ in height. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { onScroll } from './onScroll.ts'

/** Rows made beyond those in sight; also the steps in which they change, so that most scroll events change nothing. */
const AROUND = 8

/** The first row to make, and the one after the last. */
export interface Stretch {
  readonly first: number
  readonly last: number
}

/** Of what scrolls: px that are scrolled away, and px that are seen. */
interface View {
  readonly top: number
  readonly px: number
}

/** What is made of a list, with px the others take. */
export interface TallWindow extends Stretch {
  readonly above: number
  readonly below: number
  /** Rows beyond the stretch that are made all the same, and px between the two; null: none. */
  readonly far: (Stretch & { readonly gap: number }) | null
}

/**
 * @param held a row that is made wherever it stands, with the two beside it: the next key leads there. -1: none
 * @param px of the rows from one to before another
 */
export function roomsOf(
  { first, last }: Stretch,
  held: number,
  count: number,
  px: (from: number, to: number) => number,
): TallWindow {
  const whole = { first, last, above: px(0, first), below: px(last, count), far: null }
  if (held < 0 || (held >= first && held < last)) return whole
  if (held < first) {
    const far = { first: Math.max(0, held - 1), last: Math.min(held + 2, first) }
    return { ...whole, above: px(0, far.first), far: { ...far, gap: px(far.last, first) } }
  }
  const far = { first: Math.max(last, held - 1), last: Math.min(held + 2, count) }
  return { ...whole, below: px(far.last, count), far: { ...far, gap: px(last, far.first) } }
}

/** The places of the rows that are made beyond the stretch. */
export const placesOf = (rows: Stretch | null | undefined): number[] =>
  rows ? Array.from({ length: rows.last - rows.first }, (_, n) => rows.first + n) : []

/** The rows that are made beyond the stretch keep their distance to it, px. */
export function gapAt(place: number, { first, far }: TallWindow): { gapAfter?: number; gapBefore?: number } {
  if (!far) return {}
  if (far.first < first) return place === far.last - 1 ? { gapAfter: far.gap } : {}
  return place === far.first ? { gapBefore: far.gap } : {}
}

/**
 * The rows that reach into what is seen, and some around.
 * @param heightOf px of a row
 */
export function stretchOf(ids: readonly string[], heightOf: (id: string) => number, view: View): Stretch {
  let y = 0
  let first = -1
  let last = ids.length
  for (const [at, id] of ids.entries()) {
    if (y >= view.top + view.px) {
      last = at
      break
    }
    y += heightOf(id)
    if (first < 0 && y > view.top) first = at
  }
  if (first < 0) first = Math.max(0, ids.length - 1)
  return {
    first: Math.max(0, (Math.floor(first / AROUND) - 1) * AROUND),
    last: Math.min(ids.length, (Math.ceil(last / AROUND) + 1) * AROUND),
  }
}

/**
 * The rows of a list to make, and px the others take before and after them. All of them up to `atOnce` rows: then it
 * returns null.
 * @param list what scrolls, with the rows in it
 * @param rowPx height of a row before any was made; one that was never made counts as high as the others on average
 * @param attribute of a row, that holds its id
 * @param carried a row that is lifted, which is made wherever it stands; null for none
 * @param held place of a row that is made wherever it stands while none is lifted, as it has the focus; -1: none
 */
export function useTallWindow(
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  { rowPx, attribute, atOnce }: { rowPx: number; attribute: `data-${string}`; atOnce: number },
  carried: string | null,
  held: number,
): TallWindow | null {
  const isLong = ids.length > atOnce
  const heights = useRef(new Map<string, number>())
  const usual = useRef(rowPx)
  // Few at first, for the press that shows the list; what is seen of it is known a moment later (null: not yet).
  const [view, setView] = useState<View | null>(null)
  useEffect(() => {
    const box = list.current
    if (!isLong || !box) return
    const look = () => {
      let isOther = false
      for (const row of box.querySelectorAll<HTMLElement>(`[${attribute}]`)) {
        const id = row.getAttribute(attribute) ?? ''
        const before = heights.current.get(id) ?? usual.current
        heights.current.set(id, row.offsetHeight)
        if (before !== row.offsetHeight) isOther = true
      }
      const all = [...heights.current.values()]
      usual.current = all.length > 0 ? Math.round(all.reduce((sum, px) => sum + px, 0) / all.length) : rowPx
      const next = { top: box.scrollTop, px: box.clientHeight }
      setView((now) =>
        isOther || now === null || Math.abs(now.top - next.top) >= rowPx || now.px !== next.px ? next : now,
      )
    }
    return onScroll(box, look)
  }, [isLong, list, rowPx, attribute])
  return useMemo(() => {
    if (!isLong) return null
    const heightOf = (id: string) => heights.current.get(id) ?? usual.current
    const px = (from: number, to: number) => ids.slice(from, to).reduce((all, id) => all + heightOf(id), 0)
    const seen = view ? stretchOf(ids, heightOf, view) : { first: 0, last: Math.min(AROUND, ids.length) }
    // Carried out of sight it stands alone there: what is on the way may be the whole list.
    const at = carried === null ? -1 : ids.indexOf(carried)
    return roomsOf(seen, at < 0 ? held : at, ids.length, px)
  }, [isLong, ids, view, carried, held])
}
