/**
 * Which places are selected, as the gallery shows it: a mark on the slot, and a checkbox that is there while
 * anything is selected and while the slot shows its actions. Places, not releases: a range may reach over
 * rows nobody has loaded.
 */
import { effect, untracked } from '@preact/signals-react'
import { clearSelection, extendSelection, selectAll, toggleSelected } from '#actions/selection.ts'
import { whenShown } from '#actions/shown.ts'
import { hasPlace, type Ranges } from '#core/model/bytes/ranges.ts'
import { selectedPlaces } from '#projections/selection.ts'
import { settings } from '#projections/settings.ts'
import { keyOf } from '../../kit/keys.ts'
import type { Pool } from '../scroll/pool.ts'
import type { ActionsOverlay } from '../slots/actionsOverlay.ts'
import type { Slot } from '../slots/slot.ts'
import type { GalleryTexts } from '../slots/texts.ts'
import * as css from './picks.css.ts'

export class Picks {
  readonly #queryId: string
  readonly #pool: Pool
  readonly #overlay: ActionsOverlay
  readonly #texts: GalleryTexts
  readonly #boxes = new Map<Slot, HTMLElement>()
  readonly #stop: () => void
  #places: Ranges = []

  constructor(queryId: string, pool: Pool, overlay: ActionsOverlay, texts: GalleryTexts) {
    this.#queryId = queryId
    this.#pool = pool
    this.#overlay = overlay
    this.#texts = texts
    overlay.moved = (slot) => this.mark(slot)
    const places = selectedPlaces(queryId)
    this.#stop = effect(() => {
      this.#places = places.value
      untracked(() => {
        for (const slot of pool.slots()) this.mark(slot)
      })
    })
  }

  /** True while anything of this list is selected. */
  get isSelecting(): boolean {
    return this.#places.length > 0
  }

  /** After the actions have gone: the checkboxes go as well. */
  stop(): void {
    this.#stop()
    for (const box of this.#boxes.values()) box.remove()
  }

  /** Says again of a slot whether its place is selected; after it was given another place or release. */
  mark(slot: Slot): void {
    const picked = this.isSelecting && slot.index >= 0 && hasPlace(this.#places, slot.index)
    const joined = picked ? this.#joins(slot) : null
    if (joined !== slot.element.getAttribute('data-picked')) {
      if (joined === null) slot.element.removeAttribute('data-picked')
      else slot.element.setAttribute('data-picked', joined)
      if (slot.isRow) slot.element.setAttribute('aria-selected', String(picked))
      // An article has no such state.
      else if (picked) slot.element.setAttribute('aria-description', this.#texts.selected)
      else slot.element.removeAttribute('aria-description')
    }
    const isActive = slot === this.#overlay.slot
    if (!slot.release || !(this.isSelecting || isActive)) return this.#boxes.get(slot)?.remove()
    const box = this.#boxes.get(slot) ?? this.#make(slot)
    const name = this.#texts.select(slot.titleOf(slot.release))
    if (box.getAttribute('aria-label') !== name) box.setAttribute('aria-label', name)
    if (box.getAttribute('aria-checked') !== String(picked)) box.setAttribute('aria-checked', String(picked))
    box.tabIndex = isActive ? 0 : -1
    if (box.parentNode !== slot.lead) slot.lead.prepend(box)
  }

  toggle({ index }: Slot): void {
    if (index >= 0) whenShown(() => toggleSelected(this.#queryId, index, !hasPlace(this.#places, index)))
  }

  extend({ index }: Slot): void {
    if (index >= 0) whenShown(() => extendSelection(this.#queryId, index))
  }

  /**
   * A press that selects: on a checkbox, with Shift, Ctrl or Cmd, or by touch while something is selected.
   * @returns whether it was one
   */
  click(event: MouseEvent, isTouch: boolean): boolean {
    const target = event.target as Element
    const slot = this.#pool.slotOf(target)
    if (!slot) return false
    const isBox = target === this.#boxes.get(slot)
    if (event.shiftKey) this.extend(slot)
    else if (isBox || event.ctrlKey || event.metaKey || (isTouch && this.isSelecting)) this.toggle(slot)
    else return false
    return true
  }

  /** X selects, with Shift a range, Ctrl+A everything, Escape nothing. @returns whether the key was one of these */
  key(event: KeyboardEvent, slot: Slot): boolean {
    const key = keyOf(event)
    const isBox = event.target === this.#boxes.get(slot)
    // With Shift as well it is the browser's: its add-ons and its list of tabs.
    const isAll = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && key === 'a'
    if (isAll) selectAll(this.#queryId)
    else if (event.ctrlKey || event.metaKey || event.altKey) return false
    else if (key === 'Escape' && this.isSelecting && !this.#overlay.holdsFocus()) clearSelection()
    else if ((isBox && (key === ' ' || key === 'Enter')) || (key === 'x' && settings.peek().shortcuts)) {
      // Held down it would take back what it did.
      if (event.repeat) return true
      key === 'x' && event.shiftKey ? this.extend(slot) : this.toggle(slot)
    } else return false
    return true
  }

  /** Which neighbours of a row are selected as well: rows join into one block. */
  #joins({ index, isRow }: Slot): string {
    if (!isRow) return ''
    const above = hasPlace(this.#places, index - 1) ? 'above' : ''
    return hasPlace(this.#places, index + 1) ? `${above}below` : above
  }

  #make(slot: Slot): HTMLElement {
    const box = document.createElement('span')
    box.className = slot.isRow ? css.rowBox : css.cardBox
    box.setAttribute('role', 'checkbox')
    this.#boxes.set(slot, box)
    return box
  }
}
