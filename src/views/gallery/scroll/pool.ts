/**
 * The rows that are mounted: a ring of slots, row r in slot r modulo their number. The row that holds
 * the focus is never given to other releases: it leaves the ring and stays until the focus has gone.
 */
import { type GridLayout, leftOf } from '#core/model/catalogue/grid.ts'
import { Card } from '../slots/card.ts'
import { dropCover, leaveCover } from '../slots/covers.ts'
import * as css from '../slots/gallery.css.ts'
import { ListRow } from '../slots/listRow.ts'
import type { Slot } from '../slots/slot.ts'
import type { GalleryTexts } from '../slots/texts.ts'

export interface Row {
  readonly element: HTMLElement
  readonly slots: readonly Slot[]
  /** Row of the list; -1 while unused. */
  row: number
}

export class Pool {
  readonly #sizer: HTMLElement
  readonly #isList: boolean
  readonly #texts: GalleryTexts
  readonly #slotOf = new WeakMap<Element, Slot>()
  #grid: GridLayout | null = null
  #ring: Row[] = []
  #pinned: Row | null = null
  /** What stood where no row is now, as while nobody knows how long the list is. */
  #spare: Slot[] = []

  /** @param isList rows of the list instead of cards */
  constructor(sizer: HTMLElement, isList: boolean, texts: GalleryTexts) {
    this.#sizer = sizer
    this.#isList = isList
    this.#texts = texts
  }

  /** @returns the one the list before has left, where its slots are of the same kind; else a new one in its place */
  static after(left: Pool | null, sizer: HTMLElement, isList: boolean, texts: GalleryTexts): Pool {
    if (left && left.#isList === isList && left.#texts === texts) return left
    sizer.replaceChildren()
    return new Pool(sizer, isList, texts)
  }

  /** A slot that is bound to nothing yet. */
  readonly #make = (): Slot => {
    const slot = this.#isList ? new ListRow(this.#texts) : new Card(this.#texts)
    this.#slotOf.set(slot.element, slot)
    return slot
  };

  /** Rows in the ring and, while the focus is in a row outside of it, that one. */
  *rows(): Generator<Row> {
    yield* this.#ring
    if (this.#pinned) yield this.#pinned
  }

  *slots(): Generator<Slot> {
    for (const row of this.rows()) yield* row.slots
  }

  slotAt(index: number): Slot | null {
    for (const slot of this.slots()) if (slot.index === index) return slot
    return null
  }

  /** The slot an element lies in; null for what lies in none, or in one that was let go. */
  slotOf(element: Element | null): Slot | null {
    for (let at = element; at && at !== this.#sizer; at = at.parentElement) {
      const slot = this.#slotOf.get(at)
      if (slot) return this.#sizer.contains(at) ? slot : null
    }
    return null
  }

  /**
   * Makes slots for the rows from `first` to before `end`. When the columns or the number of rows change,
   * slots that still have a place in them are carried over with their covers, so that nothing flashes.
   */
  shape(grid: GridLayout, first: number, end: number): void {
    const before = this.#grid
    this.#grid = grid
    const size = end - first
    if (before?.columns !== grid.columns || size !== this.#ring.length) {
      this.#rebuild(grid, first, size)
      return
    }
    if (before.cardWidth === grid.cardWidth && before.rowHeight === grid.rowHeight) return
    for (const row of this.rows()) this.#fit(row, grid)
  }

  #rebuild(grid: GridLayout, first: number, size: number): void {
    const start = first * grid.columns
    const places: (Slot | undefined)[] = Array.from({ length: size * grid.columns })
    const left = this.#spare
    for (const slot of this.slots()) {
      const place = slot.index - start
      if (slot.index >= 0 && place >= 0 && place < places.length) places[place] = slot
      else left.push(slot)
    }
    const old = [...this.rows()]
    // Taking the focused row out lets go of what only the focus kept: by then there must be nothing of that left.
    this.#pinned = null
    for (const row of old) row.element.remove()
    this.#ring = []
    for (let r = first; r < first + size; r++) {
      const at = r * grid.columns - start
      const slots = Array.from({ length: grid.columns }, (_, c) => places[at + c] ?? this.#take())
      const row = this.#row(slots)
      row.row = r
      this.#fit(row, grid)
      this.#ring[r % size] = row
    }
    for (const slot of left) dropCover(slot)
    this.#sizer.prepend(...this.#ring.map((row) => row.element))
  }

  /** One that stands nowhere: all that holds for its place is said again. */
  #take(): Slot {
    const slot = this.#spare.pop() ?? this.#make()
    slot.index = -1
    return slot
  }

  /** Gives the rows from `first` to before `end` to slots; `bind` is called for those that changed, or for all. */
  show(first: number, end: number, all: boolean, bind: (row: Row) => void): void {
    const size = this.#ring.length
    for (let r = first; r < end; r++) {
      const place = r % size
      let row = this.#ring[place] as Row
      if (row.row === r) {
        if (all) bind(row)
        continue
      }
      if (this.#pinned?.row === r) {
        const back = this.#pinned
        // The focus may stand in the row that leaves by now: that is the one to keep.
        this.#pinned = row.element.contains(document.activeElement) ? row : null
        if (!this.#pinned) this.#drop(row)
        row = back
      } else {
        if (row.element.contains(document.activeElement)) {
          // One row at most is kept: the focus has left the one before.
          this.unpin()
          this.#pinned = row
          row = this.#build(this.#grid as GridLayout)
          this.#fit(row, this.#grid as GridLayout)
          this.#sizer.append(row.element)
        }
        row.row = r
        this.#move(row)
      }
      this.#ring[place] = row
      bind(row)
    }
    if (all && this.#pinned) bind(this.#pinned)
  }

  /** Lets the row that only the focus kept go. */
  unpin(): void {
    const row = this.#pinned
    if (!row) return
    this.#pinned = null
    this.#drop(row)
  }

  #drop(row: Row): void {
    for (const slot of row.slots) dropCover(slot)
    this.#spare.push(...row.slots)
    row.element.remove()
  }

  /**
   * The list is left: nothing that was asked for stays behind, and nobody stands anywhere. The slots keep what they show,
   * for the next list, which writes what differs: to make them anew would cost a press most of its time.
   */
  leave(): void {
    this.unpin()
    const rows = new Set<Element>(this.#ring.map((row) => row.element))
    for (const other of [...this.#sizer.children]) if (!rows.has(other)) other.remove()
    const holder = document.activeElement as HTMLElement | null
    if (holder !== this.#sizer && this.#sizer.contains(holder)) holder?.blur()
    for (const row of this.#ring) row.row = -1
    for (const slot of [...this.slots(), ...this.#spare]) {
      leaveCover(slot)
      // One that did not load is tried again, as by a slot made anew.
      if (slot.isBroken) dropCover(slot)
      slot.leave()
    }
  }

  /** Brings the elements into reading order around the focused row, which is not moved. */
  sort(): void {
    const rows = [...this.rows()].sort((a, b) => a.row - b.row)
    const still = rows.findIndex((row) => row.element.contains(document.activeElement))
    const pivot = rows[Math.max(0, still)]?.element ?? null
    if (still < 0 && pivot && this.#sizer.firstElementChild !== pivot) this.#sizer.prepend(pivot)
    let next = pivot
    for (let i = Math.max(0, still) + 1; i < rows.length; i++) {
      const element = (rows[i] as Row).element
      if (next?.nextElementSibling !== element) next?.after(element)
      next = element
    }
    for (let i = 0; i < still; i++) {
      const element = (rows[i] as Row).element
      const before = i === 0 ? null : (rows[i - 1] as Row).element
      if (element.previousElementSibling !== before)
        this.#sizer.insertBefore(element, before ? before.nextSibling : this.#sizer.firstChild)
    }
  }

  #build(grid: GridLayout): Row {
    return this.#row(Array.from({ length: grid.columns }, () => this.#take()))
  }

  #row(slots: readonly Slot[]): Row {
    const [only] = slots
    // A row of the list is its only slot: no element around it.
    if (only?.isRow) return { element: only.element, slots, row: -1 }
    const element = document.createElement('div')
    element.className = css.row
    element.append(...slots.map((slot) => slot.element))
    return { element, slots, row: -1 }
  }

  #fit(row: Row, grid: GridLayout): void {
    row.element.style.height = `${grid.cardHeight}px`
    for (const [column, slot] of row.slots.entries()) {
      if (slot.isRow) continue
      const { style } = slot.element
      style.left = `${leftOf(grid, column)}px`
      style.width = `${grid.cardWidth}px`
      style.height = `${grid.cardHeight}px`
    }
    if (row.row >= 0) this.#move(row)
  }

  #move(row: Row): void {
    row.element.style.transform = `translateY(${row.row * (this.#grid as GridLayout).rowHeight}px)`
  }
}
