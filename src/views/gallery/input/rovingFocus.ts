/** Which card the keyboard reaches, which one a tap selected, and which one plays. */

import type { Pool } from '../scroll/pool.ts'
import type { ScrollGeometry } from '../scroll/scrollGeometry.ts'
import type { Slot } from '../slots/slot.ts'

export class RovingFocus {
  readonly #pool: Pool
  readonly #geometry: ScrollGeometry
  #reachable: Slot | null = null
  #selected: string | null = null
  #playing: string | null = null
  /** The release somebody put the focus on, whatever stands at its place since. */
  #held: string | null = null

  constructor(pool: Pool, geometry: ScrollGeometry) {
    this.#pool = pool
    this.#geometry = geometry
  }

  /** Makes a card the one that Tab reaches. */
  set(slot: Slot): void {
    this.#held = slot.id
    if (slot === this.#reachable) return
    this.#reachable?.setReachable(false)
    this.#reachable = slot
    slot.setReachable(true)
  }

  /** The place that Tab reaches. */
  get place(): number {
    const index = this.#reachable?.index ?? -1
    return index < 0 ? this.#geometry.firstWhole() : index
  }

  /** Tab reaches the focused slot, or else the first one that can be seen whole. */
  keep(): void {
    const focused = this.#pool.slotOf(document.activeElement)
    const slot = focused ?? this.#pool.slotAt(this.#geometry.firstWhole())
    if (slot) this.set(slot)
  }

  focus(index: number): void {
    this.#pool.slotAt(index)?.element.focus({ preventScroll: true })
  }

  /** Place of the card that holds the focus, or null. */
  focused(): number | null {
    const index = this.#pool.slotOf(document.activeElement)?.index ?? -1
    return index < 0 ? null : index
  }

  /**
   * The control that has the focus within its card.
   * @returns gives it the focus again, where its card has it by then and still holds the same release; `show` brings the
   * card's actions back before
   */
  kept(): (show: (slot: Slot) => void) => void {
    const holder = document.activeElement as HTMLElement | null
    const before = this.#pool.slotOf(holder)
    const id = before?.id
    return (show) => {
      const slot = this.#pool.slotOf(document.activeElement)
      if (!slot || slot.id !== id || holder === before?.element) return
      show(slot)
      if (slot.element.contains(holder)) holder?.focus({ preventScroll: true })
    }
  }

  /** The release that has the focus, or had it until another took its place; null when none is known. */
  held(): string | null {
    return this.#held
  }

  select(releaseid: string | null): void {
    this.#selected = releaseid
    for (const slot of this.#pool.slots()) this.mark(slot)
  }

  selected(): Slot | null {
    if (this.#selected === null) return null
    for (const slot of this.#pool.slots()) if (slot.id === this.#selected) return slot
    return null
  }

  plays(releaseid: string | null): void {
    this.#playing = releaseid
    for (const slot of this.#pool.slots()) this.mark(slot)
  }

  /** Says again of a card what holds for its release; after it was given another. */
  mark(slot: Slot): void {
    slot.markPlaying(slot.id !== null && slot.id === this.#playing)
    slot.markSelected(slot.id !== null && slot.id === this.#selected)
  }

  atPoint(x: number, y: number): Slot | null {
    const index = this.#geometry.indexAt(x, y)
    return index === null ? null : this.#pool.slotAt(index)
  }
}
