import type { Keyboard } from '../scroll/keyboard.ts'
import type { ActionsOverlay } from '../slots/actionsOverlay.ts'
import type { Slot } from '../slots/slot.ts'
import type { Picks } from './picks.ts'
import type { Triage } from './triage.ts'

/** What the input needs of the grid. */
export interface Grid {
  readonly scroller: HTMLElement
  readonly overlay: ActionsOverlay
  readonly picks: Picks
  readonly triage: Triage
  /** True from a scroll event until shortly after the last. */
  isScrolling(): boolean
  keyboard(): Keyboard
  slotOf(element: Element | null): Slot | null
  /** The slot at a point relative to the corner of the scroll container. */
  slotAtPoint(x: number, y: number): Slot | null
  selectedSlot(): Slot | null
  select(releaseid: string | null): void
  /** Makes a slot the one that Tab reaches. */
  setReachable(slot: Slot): void
  /** Place of the slot that Tab reaches. */
  reachablePlace(): number
  /** Scrolls so that a place can be seen and focuses its slot. */
  focusPlace(index: number): void
  /** The focus has left the grid. */
  focusLeft(): void
  /** The pointer no longer presses on a slot. */
  letGo(): void
  open(releaseid: string): void
  /** Goes to the release's own page; false when the link shall do it. */
  openInfo(releaseid: string): boolean
  /** Opens the menu of a release below its button. */
  openMenu(releaseid: string, button: HTMLElement): void
}
