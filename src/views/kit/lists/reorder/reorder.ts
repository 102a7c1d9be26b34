/**
 * Changing the order of a list by hand: where a lifted row stands meanwhile, and what to say of it. One event is
 * sent when it is dropped; until then the order is this page's alone.
 *
 * Why no library (the two hooks and this file weigh 3.4 KB; measured over 2,000 rows of which 22 are there, under our
 * content policy): @dnd-kit/core weighs 16.7 KB, and its keys reach only rows that are there (End from the first row
 * lands on the 65th, twenty steps down are 19); @dnd-kit/react weighs 40 KB and writes a style element; pragmatic
 * drag and drop weighs 10.6 KB, knows no keys and did not begin on touch.
 */
import type { FocusEvent, KeyboardEvent, PointerEvent } from 'react'

/** What counts of a key. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'repeat' | 'preventDefault' | 'stopPropagation'>

/** What the handle of a row hears. */
export interface Handle {
  /** What its row would be carried through; null: it is none of the list. */
  lift(id: string): Lift | null
  onKeyDown(id: string, event: KeyPress): void
  /** @param carries is called once the press has become a drag */
  onPointerDown(id: string, event: PointerEvent<HTMLElement>, carries?: () => void): void
  onBlur(id: string, event: FocusEvent): void
}

export interface Lift {
  readonly id: string
  /** The order as it was, and as it looks now. */
  readonly from: readonly string[]
  readonly ids: readonly string[]
  /** The rows it may be carried between; undefined: all of them. */
  readonly among?: ReadonlySet<string> | undefined
}

export function lift(ids: readonly string[], id: string, among?: readonly string[]): Lift | null {
  return ids.includes(id) ? { id, from: ids, ids, among: among && new Set(among) } : null
}

/** The lifted row at place `to` (held within the list, or its stretch of it). The same lift when that changes nothing. */
export function carry(held: Lift, to: number): Lift {
  const { among } = held
  const first = among ? held.ids.findIndex((id) => among.has(id)) : 0
  const last = among ? held.ids.findLastIndex((id) => among.has(id)) : held.ids.length - 1
  const at = Math.min(last, Math.max(first, to))
  if (held.ids[at] === held.id) return held
  const ids = held.ids.filter((id) => id !== held.id)
  ids.splice(at, 0, held.id)
  return { ...held, ids }
}

/** What a drop means: the row that follows now (null: none in its stretch), or undefined when nothing moved. */
export function dropped(held: Lift): string | null | undefined {
  if (held.ids.every((id, place) => held.from[place] === id)) return undefined
  const next = held.ids[held.ids.indexOf(held.id) + 1]
  return next === undefined || (held.among && !held.among.has(next)) ? null : next
}

/**
 * The order to show when the list changed while a row is held: rows that came are added, rows that went are left
 * out; null when the lifted row itself is gone. The same lift while the list is the one it was carried through.
 */
export function kept(held: Lift, ids: readonly string[]): Lift | null {
  if (held.from === ids) return held
  if (!ids.includes(held.id)) return null
  const now = new Set(ids)
  const shown = held.ids.filter((id) => now.has(id))
  const old = new Set(shown)
  return { ...held, from: ids, ids: [...shown, ...ids.filter((id) => !old.has(id))] }
}

/**
 * How many places a key carries a lifted row, negative upward; undefined: it is no such key.
 * @param page rows that are seen at once
 */
export function stepOf(key: string, page: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return -1
    case 'ArrowDown':
      return 1
    case 'PageUp':
      return -page
    case 'PageDown':
      return page
    case 'Home':
      return -Infinity
    case 'End':
      return Infinity
  }
  return undefined
}

/** px a second at the very edge of what scrolls, at first; doubled with every second it is held there, up to so much. */
const EDGE_SPEED = 1000
const EDGE_SPEED_MAX = 24_000

/**
 * How fast a list scrolls by itself under a row that is held at its edge, px a second, negative upward: five thousand
 * rows take a quarter of a minute, and few can still be aimed at.
 * @param pull how far into the edge it is held, -1 to 1 @param heldMs since when
 */
export function edgeSpeed(pull: number, heldMs: number): number {
  const share = Math.max(-1, Math.min(1, pull))
  return share * Math.min(EDGE_SPEED_MAX, EDGE_SPEED * 2 ** (heldMs / 1000))
}

/** What somebody who does not see a list is told of a row that is moved in it. */
export interface Said {
  readonly what: 'lifted' | 'carried' | 'dropped' | 'cancelled'
  readonly id: string
  /** Place, from 1, and of how many. */
  readonly at: number
  readonly of: number
}
