/**
 * Where the grid stands: what its container measures, the layout that follows from it, and the position in it.
 * The one writer of the container's scroll position.
 */

import {
  anchorOf,
  GRID_START,
  type GridAnchor,
  type GridLayout,
  type GridWindow,
  indexAt,
  layout,
  listLayout,
  revealed,
  rowOf,
  scrollTopOf,
  windowOf,
} from '#core/model/catalogue/grid.ts'
import { ROW_HEIGHT } from '../slots/list.css.ts'
import type { Keyboard } from './keyboard.ts'
import { type Measures, measure } from './measures.ts'

export const SKELETON_CARDS = 25
const SKELETON_ROWS = 10

/** Height of the text under the art: 10 + 20 + 20 + 2 + 16. */
const TEXT_HEIGHT = 68
/** Rows kept mounted beyond each edge of what can be seen: of cards, and of the list. */
const OVERSCAN_ROWS = 1
const OVERSCAN_LIST_ROWS = 2
/** Rows that change hands together, so that a fraction of the frames of a scroll has anything to lay out and paint. */
const STEP_ROWS = 2
const STEP_LIST_ROWS = 4

export class ScrollGeometry {
  readonly #scroller: HTMLElement
  readonly isList: boolean
  /** Length of the list; null while it is not known. */
  total: number | null = null
  measures: Measures
  grid: GridLayout
  window: GridWindow = { firstRow: 0, endRow: 0, visibleFirst: 0, visibleEnd: 0 }
  /** Scroll position of the container, and the one the anchor was taken for. */
  #top: number
  #anchor: GridAnchor
  #anchorTop: number
  /** Places the release at the top has moved, of less than half a row. */
  #owed = 0
  /** Of the lower edge, under which nothing can be seen, in px; null until a key asks for it. */
  #covered: number | null = null

  constructor(scroller: HTMLElement, isList: boolean, anchor: GridAnchor | null) {
    this.#scroller = scroller
    this.isList = isList
    this.measures = measure(scroller)
    this.#anchor = anchor ?? GRID_START
    // A scroller that outlives its list stands where the one before was; who comes for the first time begins at the top.
    if (!anchor && scroller.scrollTop !== 0) scroller.scrollTop = 0
    this.#top = this.#anchorTop = scroller.scrollTop
    this.grid = this.#lay()
  }

  get top(): number {
    return this.#top
  }

  /** The position in the grid: 0 where its first row is at the top. */
  get gridTop(): number {
    return this.#top - this.measures.lead
  }

  /** Where the person stands, for the way back: the place they scrolled to themselves, however often it was laid out anew. */
  get anchor(): GridAnchor {
    return this.#top === this.#anchorTop ? this.#anchor : anchorOf(this.grid, this.gridTop)
  }

  /** Reads the position the container was scrolled to. @returns px moved, downward positive */
  scrolled(): number {
    const before = this.#top
    this.#top = this.#scroller.scrollTop
    return this.#top - before
  }

  /** Measures the container again. @returns whether anything changed */
  resized(): boolean {
    const next = measure(this.#scroller)
    const now = this.measures
    if ((Object.keys(now) as (keyof Measures)[]).every((key) => now[key] === next[key])) return false
    this.keepAnchor()
    this.measures = next
    this.edgeChanged()
    return true
  }

  /** What floats over the lower edge came or went: how much of it is covered is read when it is asked for next. */
  edgeChanged(): void {
    this.#covered = null
  }

  #atEdge(): number {
    this.#covered ??= Number.parseFloat(getComputedStyle(this.#scroller).scrollPaddingBottom) || 0
    return this.#covered
  }

  /** Takes the anchor anew when the person has scrolled since it was taken; a chain of resizes keeps the first. */
  keepAnchor(): void {
    this.#anchor = this.anchor
    this.#anchorTop = this.#top
  }

  /** Another list begins at its top. */
  toStart(): void {
    this.#anchor = GRID_START
    this.#owed = 0
    this.#scroller.scrollTop = this.#anchorTop = this.#top = 0
  }

  /**
   * The release at the top has moved by so many places. Cards move by whole rows alone, so that what is looked at moves
   * by less than half a row; what is left over counts the next time.
   */
  shiftAnchor(places: number): void {
    if (this.#anchor.index === 0 || places === 0) return
    this.#owed += places
    const moved = Math.round(this.#owed / this.grid.columns) * this.grid.columns
    this.#owed -= moved
    this.#anchor = { ...this.#anchor, index: Math.max(0, this.#anchor.index + moved) }
  }

  lay(): void {
    this.grid = this.#lay()
  }

  #lay(): GridLayout {
    const { width, gapX, gapY } = this.measures
    const count = this.total ?? this.#skeletons
    if (this.isList) return listLayout(width, count, ROW_HEIGHT)
    return layout({ width, gapX, gapY, count, textHeight: TEXT_HEIGHT })
  }

  /** What stands for a list whose length is not known yet (GALLERY-004, GALLERY-005). */
  get #skeletons(): number {
    return this.isList ? SKELETON_ROWS : SKELETON_CARDS
  }

  /** Scrolls to the anchor, once the list's length is known. */
  toAnchor(): void {
    if (this.total === null) {
      // So few skeletons may have cut the position short: nobody scrolled there.
      this.#top = this.#anchorTop = this.#scroller.scrollTop
      return
    }
    const start = this.#anchor.index === 0 && this.#anchor.px === 0
    const top = start ? 0 : scrollTopOf(this.grid, this.#anchor, 0) + this.measures.lead
    if (top !== this.#top) this.scrollTo(top)
    this.#anchorTop = this.#top
  }

  scrollTo(top: number): void {
    this.#scroller.scrollTop = top
    this.#top = this.#scroller.scrollTop
  }

  /** The rows to mount here. While the total is unknown all skeletons are mounted, however few fit. */
  look(): GridWindow {
    this.window = windowOf(this.grid, this.gridTop, this.measures.height, this.#overscan, this.#step)
    return this.window
  }

  get #overscan(): number {
    if (this.total === null) return this.#skeletons
    return this.isList ? OVERSCAN_LIST_ROWS : OVERSCAN_ROWS
  }

  get #step(): number {
    return this.isList ? STEP_LIST_ROWS : STEP_ROWS
  }

  isVisible(row: number): boolean {
    return row >= this.window.visibleFirst && row < this.window.visibleEnd
  }

  /** The scroll position nearest to this one at which a place can be seen whole, above what covers the lower edge. */
  revealing(index: number): number {
    const { lead, height } = this.measures
    const top = revealed(this.grid, index, Math.max(0, this.gridTop), height - 2 * lead - this.#atEdge())
    return top === Math.max(0, this.gridTop) ? this.#top : index < this.grid.columns ? 0 : top + lead / 2
  }

  /** The place under a point relative to the corner of the container; null between cards. */
  indexAt(x: number, y: number): number | null {
    const { margin, head } = this.measures
    return y < head ? null : indexAt(this.grid, x - margin, y - head + this.gridTop)
  }

  /** The first place of the first row that can be seen whole. */
  firstWhole(): number {
    const { columns, count, rowHeight } = this.grid
    return Math.min(Math.ceil(Math.max(0, this.gridTop) / rowHeight), rowOf(this.grid, count - 1)) * columns
  }

  keyboard(): Keyboard {
    const { columns, count, rowHeight } = this.grid
    return { columns, count, pageRows: Math.max(1, Math.floor(this.measures.height / rowHeight)) }
  }
}
