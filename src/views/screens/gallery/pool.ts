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

  /** Makes room for `size` rows of this grid; builds anew only when the columns or the rows change. */
  shape(grid: GridLayout, size: number): void {
    const before = this.#grid
    this.#grid = grid
    if (before?.columns !== grid.columns || size !== this.#ring.length) {
      for (const card of this.cards()) dropCover(card)
      this.#pinned = null
      this.#ring = Array.from({ length: size }, () => this.#build(grid))
      for (const row of this.#ring) this.#fit(row, grid)
      this.#sizer.replaceChildren(...this.#ring.map((row) => row.element))
      return
    }
    if (before.cardWidth === grid.cardWidth && before.rowHeight === grid.rowHeight) return
    for (const row of this.rows()) this.#fit(row, grid)
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
    const element = document.createElement('div')
    element.className = css.row
    const cards = Array.from({ length: grid.columns }, () => new Card(this.#texts))
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
