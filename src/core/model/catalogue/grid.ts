/**
 * Where the cards of the gallery stand: pure geometry, nothing is ever measured per card. All lengths
 * are CSS pixels; places count from 0, in reading order; a row is `rowHeight` high including the gap
 * below it. Scroll positions are relative to the top of the first row.
 */

export const RELEASE_CARD_MAX_WIDTH_PX = 214

/** Chromium places nothing beyond 33,554,400 px: rows that would lie deeper are not laid out. */
export const GRID_HEIGHT_MAX_PX = 30_000_000

export interface GridInput {
  /** Width the cards share. */
  readonly width: number
  readonly count: number
  readonly gapX: number
  readonly gapY: number
  /** Height of the text under the square art. */
  readonly textHeight: number
}

export interface GridLayout {
  readonly columns: number
  readonly cardWidth: number
  readonly cardHeight: number
  readonly rowHeight: number
  readonly rows: number
  /** Height of all rows, without the gap below the last. */
  readonly total: number
  /** Cards that have a place; less than asked for only beyond GRID_HEIGHT_MAX_PX. */
  readonly count: number
  readonly gapX: number
}

/** columns = ceil((width + gap) / (214 + gap)), so that no card is wider than 214 px (GALLERY-015). */
export function layout({ width, count, gapX, gapY, textHeight }: GridInput): GridLayout {
  const columns = Math.max(1, Math.ceil((width + gapX) / (RELEASE_CARD_MAX_WIDTH_PX + gapX)))
  const cardWidth = Math.max(0, (width - gapX * (columns - 1)) / columns)
  // Rows start on whole pixels, so that text and art edges stay sharp.
  const cardHeight = Math.ceil(cardWidth) + textHeight
  const rowHeight = cardHeight + gapY
  const rows = Math.min(Math.ceil(count / columns), Math.floor(GRID_HEIGHT_MAX_PX / rowHeight))
  const total = rows === 0 ? 0 : rows * rowHeight - gapY
  return { columns, cardWidth, cardHeight, rowHeight, rows, total, count: Math.min(count, rows * columns), gapX }
}

/** A list is a grid of one column, whose rows touch. @param rowHeight px */
export function listLayout(width: number, count: number, rowHeight: number): GridLayout {
  const rows = Math.min(count, Math.floor(GRID_HEIGHT_MAX_PX / rowHeight))
  return {
    columns: 1,
    cardWidth: width,
    cardHeight: rowHeight,
    rowHeight,
    rows,
    total: rows * rowHeight,
    count: rows,
    gapX: 0,
  }
}

/** Rows as half-open ranges: those that are kept mounted, and those a part of which can be seen. */
export interface GridWindow {
  readonly firstRow: number
  readonly endRow: number
  readonly visibleFirst: number
  readonly visibleEnd: number
}

/** How many rows are mounted at any position: what can be seen at once, the look-ahead on both sides, and what a step may lag. */
export function windowRows(grid: GridLayout, viewportHeight: number, overscanRows: number, step = 1): number {
  return Math.min(grid.rows, Math.ceil(viewportHeight / grid.rowHeight) + 2 * overscanRows + step)
}

/**
 * The rows to mount at a scroll position. Their number does not depend on the position, so that a
 * fixed pool of slots serves it. Positions beyond either end (rubber band) are read as the end.
 * @param step the window moves by so many rows at once: fewer frames of a scroll then change anything
 */
export function windowOf(
  grid: GridLayout,
  scrollTop: number,
  viewportHeight: number,
  overscanRows: number,
  step = 1,
): GridWindow {
  const top = Math.min(Math.max(0, scrollTop), Math.max(0, grid.total - 1))
  const visibleFirst = Math.floor(top / grid.rowHeight)
  const visibleEnd = Math.min(grid.rows, Math.max(visibleFirst, Math.ceil((top + viewportHeight) / grid.rowHeight)))
  const size = windowRows(grid, viewportHeight, overscanRows, step)
  const first = Math.floor((visibleFirst - overscanRows) / step) * step
  const firstRow = Math.max(0, Math.min(first, grid.rows - size))
  return { firstRow, endRow: firstRow + size, visibleFirst, visibleEnd }
}

/** Left edge of a column. */
export function leftOf(grid: GridLayout, column: number): number {
  return column * (grid.cardWidth + grid.gapX)
}

/** Row of a place. */
export function rowOf(grid: GridLayout, index: number): number {
  return Math.floor(index / grid.columns)
}

/** Top edge of the row a place is in. */
export function offsetOf(grid: GridLayout, index: number): number {
  return rowOf(grid, index) * grid.rowHeight
}

/** The place under a point, or null in a gap and outside. */
export function indexAt(grid: GridLayout, x: number, y: number): number | null {
  const row = Math.floor(y / grid.rowHeight)
  const column = Math.floor(x / (grid.cardWidth + grid.gapX))
  if (row < 0 || row >= grid.rows || column < 0 || column >= grid.columns) return null
  if (x - leftOf(grid, column) >= grid.cardWidth || y - row * grid.rowHeight >= grid.cardHeight) return null
  const index = row * grid.columns + column
  return index < grid.count ? index : null
}

/**
 * A scroll position that outlives a change of width, and a change from cards to rows: the first place of the
 * top row and the px scrolled into that row, which was `rowHeight` high.
 */
export interface GridAnchor {
  readonly index: number
  readonly px: number
  readonly rowHeight: number
}

/** The top of any list. */
export const GRID_START: GridAnchor = { index: 0, px: 0, rowHeight: 1 }

export function anchorOf(grid: GridLayout, scrollTop: number): GridAnchor {
  const top = Math.max(0, scrollTop)
  const row = Math.min(Math.floor(top / grid.rowHeight), Math.max(0, grid.rows - 1))
  return { index: row * grid.columns, px: top - row * grid.rowHeight, rowHeight: grid.rowHeight }
}

/** The scroll position at which the anchor's place is in the top row again, that row as far in as it was. */
export function scrollTopOf(grid: GridLayout, anchor: GridAnchor, viewportHeight: number): number {
  const isSame = grid.rowHeight === anchor.rowHeight
  const px = isSame
    ? anchor.px
    : Math.min(Math.round((anchor.px * grid.rowHeight) / anchor.rowHeight), grid.rowHeight - 1)
  return Math.max(0, Math.min(offsetOf(grid, anchor.index) + px, grid.total - viewportHeight))
}

/** The scroll position nearest to `scrollTop` at which the whole row of a place can be seen. */
export function revealed(grid: GridLayout, index: number, scrollTop: number, viewportHeight: number): number {
  const top = offsetOf(grid, index)
  if (top < scrollTop) return top
  return Math.max(scrollTop, Math.min(top, top + grid.cardHeight - viewportHeight))
}
