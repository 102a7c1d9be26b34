/**
 * The rows that are mounted: a ring of slots, row r in slot r modulo their number. The row that holds
 * the focus is never given to other releases: it leaves the ring and stays until the focus has gone.
 */
import { type GridLayout, leftOf } from '#core/model/grid.ts'
import { Card } from './card.ts'
import { dropCover } from './covers.ts'
import * as css from './gallery.css.ts'
import type { GalleryTexts } from './texts.ts'

export interface Row {
  readonly element: HTMLElement
  readonly cards: readonly Card[]
  /** Row of the list; -1 while unused. */
  row: number
}

export class Pool {
  readonly #sizer: HTMLElement
  readonly #texts: GalleryTexts
  #grid: GridLayout | null = null
  #ring: Row[] = []
  #pinned: Row | null = null

  constructor(sizer: HTMLElement, texts: GalleryTexts) {
    this.#sizer = sizer
    this.#texts = texts
  }

  /** Rows in the ring and, while the focus is in a row outside of it, that one. */
  *rows(): Generator<Row> {
    yield* this.#ring
    if (this.#pinned) yield this.#pinned
  }

  *cards(): Generator<Card> {
    for (const row of this.rows()) yield* row.cards
  }

  cardAt(index: number): Card | null {
    for (const card of this.cards()) if (card.index === index) return card
    return null
  }

  cardOf(element: Element | null): Card | null {
    const article = element?.closest('article')
    if (article) for (const card of this.cards()) if (card.element === article) return card
    return null
  }

  /**
   * Makes slots for the rows from `first` to before `end`. When the columns or the number of rows change,
   * cards that still have a place in them are carried over with their covers, so that nothing flashes.
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
    const places: (Card | undefined)[] = Array.from({ length: size * grid.columns })
    const left: Card[] = []
    for (const card of this.cards()) {
      const place = card.index - start
      if (card.index >= 0 && place >= 0 && place < places.length) places[place] = card
      else left.push(card)
    }
    for (const row of this.rows()) row.element.remove()
    this.#pinned = null
    this.#ring = []
    for (let r = first; r < first + size; r++) {
      const at = r * grid.columns - start
      const cards = Array.from(
        { length: grid.columns },
        (_, c) => places[at + c] ?? left.pop() ?? new Card(this.#texts),
      )
      const row = this.#row(cards)
      row.row = r
      this.#fit(row, grid)
      this.#ring[r % size] = row
    }
    for (const card of left) dropCover(card)
    this.#sizer.prepend(...this.#ring.map((row) => row.element))
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
        row.element.remove()
        row = this.#pinned
        this.#pinned = null
      } else {
        if (row.element.contains(document.activeElement)) {
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
    if (!this.#pinned) return
    for (const card of this.#pinned.cards) dropCover(card)
    this.#pinned.element.remove()
    this.#pinned = null
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
    return this.#row(Array.from({ length: grid.columns }, () => new Card(this.#texts)))
  }

  #row(cards: readonly Card[]): Row {
    const element = document.createElement('div')
    element.className = css.row
    element.append(...cards.map((card) => card.element))
    return { element, cards, row: -1 }
  }

  #fit(row: Row, grid: GridLayout): void {
    row.element.style.height = `${grid.cardHeight}px`
    for (const [column, card] of row.cards.entries()) {
      const { style } = card.element
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
