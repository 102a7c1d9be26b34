/** Keeps the focus with its release when the list changes under it, and gives it back where a visit was left. */
import { peekPlaceOf } from '#projections/decisions.ts'
import type { Homecoming } from '../scroll/homecoming.ts'
import type { ScrollGeometry } from '../scroll/scrollGeometry.ts'
import type { BlindPlace } from './blindPlace.ts'
import type { RovingFocus } from './rovingFocus.ts'

interface Parts {
  readonly queryId: string
  readonly scroller: HTMLElement
  readonly geometry: ScrollGeometry
  readonly roving: RovingFocus
  readonly home: Homecoming
  readonly blind: BlindPlace
  /** Scrolls so that a place can be seen and focuses its slot. */
  focusPlace(index: number): void
  /** What had the focus has left the list, and this place has it now. */
  landed(index: number): void
}

export class FocusKeeper {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * The release left, or others did before it: the focus stays with it, else with the place it had.
   * @param held the release at the place that had it @param moved where a place of the list is now
   */
  follow(focused: number, held: string | null, moved: (place: number) => number): void {
    const { queryId, scroller, geometry, roving, blind, focusPlace, landed } = this.#parts
    const { total } = geometry
    if (total === null) return roving.focus(focused)
    if (total === 0) return scroller.closest('main')?.focus({ preventScroll: true })
    const at = held === null ? null : peekPlaceOf(queryId, held)
    const index = Math.min(at ?? (held === null ? blind.now(focused) : moved(focused)), total - 1)
    if (index === focused) roving.focus(index)
    else focusPlace(index)
    if (at === null) landed(index)
  }

  /** Gives the focus back to where it was left, unless somebody has taken it meanwhile. */
  giveBack(): void {
    const { scroller, geometry, roving, home } = this.#parts
    const left = home.focus
    if (left === null || geometry.total === null) return
    const holder = document.activeElement
    const isFree = holder === null || holder === document.body || holder === scroller.closest('main')
    if (!isFree) return home.forgetFocus()
    const found = home.takeFocus()
    if (found !== 'elsewhere') roving.focus(found ?? left)
  }

  /** A page came: where it was given back to a place alone, it goes on to the release it was left at. */
  pageCame(): void {
    const { geometry, roving, home } = this.#parts
    if (home.focus === null || geometry.total === null) return
    const focused = roving.focused()
    if (focused !== home.focus) return home.forgetFocus()
    const found = home.takeFocus()
    if (found === null || found === focused) return
    // Keys would act on the release that has come to its place.
    if (found === 'elsewhere') (document.activeElement as HTMLElement).blur()
    else roving.focus(found)
  }
}
