/**
 * A column's width while it is dragged. Moves are coalesced per frame into one write of a custom property of the
 * table; rows take their width from it, so none of them is rendered. What came of it is told once, at the end.
 */
import { COLUMN_MIN_PX } from '#core/model/constants.ts'

const COLUMN_DRAG_END_DELAY_MS = 50

interface Drag {
  readonly pointerId: number
  readonly from: number
  readonly width: number
  readonly before: string
  x: number
  frame: number
}

/** The custom property rows read a column's track from. */
export const columnProperty = (column: string): string => `--column-${column}`

/** The track of a column of this width, px: as wide as there is room for, never below COLUMN_MIN_PX (D-084). */
export const columnTrack = (width: number): string => `minmax(${COLUMN_MIN_PX}px, ${width}px)`

/** The columns that were dragged, as the custom properties the rows read. @param widths px, by column */
export const columnTracks = (widths: Readonly<Record<string, number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(widths).map(([column, width]) => [columnProperty(column), columnTrack(width)]))

/** Until when the click that ends a drag is swallowed, ms as events have their `timeStamp`: one drag ends at a time. */
let quietUntil = 0

/**
 * Whether a drag ended within COLUMN_DRAG_END_DELAY_MS before: what is clicked then was not meant (TABLE-005).
 * @param at the click's `timeStamp`: when it was made, however long the page took to come to it
 */
export function columnDragJustEnded(at: number): boolean {
  return at < quietUntil
}

export class ColumnDrag {
  readonly #table: HTMLElement
  readonly #property: string
  readonly #done: (width: number) => void
  #drag: Drag | null = null

  /**
   * @param table element whose custom property the rows read
   * @param done the width in px that was dragged to
   */
  constructor(table: HTMLElement, column: string, done: (width: number) => void) {
    this.#table = table
    this.#property = columnProperty(column)
    this.#done = done
  }

  /** @param width px the column has now @param x where the pointer is, px */
  start(pointerId: number, x: number, width: number): void {
    const before = this.#table.style.getPropertyValue(this.#property)
    this.#drag = { pointerId, from: x, width, before, x, frame: 0 }
  }

  move(pointerId: number, x: number): void {
    const drag = this.#drag
    if (drag?.pointerId !== pointerId) return
    drag.x = x
    drag.frame ||= requestAnimationFrame(() => {
      drag.frame = 0
      if (this.#drag === drag) this.#write(columnTrack(widthOf(drag)))
    })
  }

  /** @param at the `timeStamp` of the event that ended it */
  end(pointerId: number, x: number, at: number): void {
    const drag = this.#take(pointerId)
    if (!drag) return
    drag.x = x
    quietUntil = at + COLUMN_DRAG_END_DELAY_MS
    if (x === drag.from) return
    const width = widthOf(drag)
    this.#write(columnTrack(width))
    this.#done(width)
  }

  /** The column is as it was before. */
  cancel(): void {
    const drag = this.#take(this.#drag?.pointerId)
    if (drag) this.#write(drag.before)
  }

  #take(pointerId: number | undefined): Drag | null {
    const drag = this.#drag
    if (!drag || drag.pointerId !== pointerId) return null
    if (drag.frame) cancelAnimationFrame(drag.frame)
    this.#drag = null
    return drag
  }

  #write(track: string): void {
    this.#table.style.setProperty(this.#property, track)
  }
}

/** The width changes by as much as the pointer moved (TABLE-003). */
function widthOf({ width, from, x }: Drag): number {
  return Math.max(COLUMN_MIN_PX, Math.round(width + x - from))
}
