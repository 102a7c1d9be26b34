// Where the arrow and page keys lead from a place in the grid.
export interface Keyboard {
  readonly columns: number
  readonly count: number
  /** Whole rows that fit the viewport, at least 1. */
  readonly pageRows: number
}

/**
 * The place a key leads to, the same place at an edge, or null for a key that does not move. J and K step
 * through the list; a list of one column has no left and right.
 */
export function placeAfter(key: string, index: number, { columns, count, pageRows }: Keyboard): number | null {
  const last = count - 1
  const down = (rows: number) => {
    const column = index % columns
    const lastRow = Math.floor(last / columns)
    const row = Math.max(0, Math.min(Math.floor(index / columns) + rows, lastRow))
    return Math.min(row * columns + column, last)
  }
  switch (key) {
    case 'ArrowLeft':
      return columns === 1 ? null : Math.max(0, index - 1)
    case 'ArrowRight':
      return columns === 1 ? null : Math.min(last, index + 1)
    case 'k':
      return Math.max(0, index - 1)
    case 'j':
      return Math.min(last, index + 1)
    case 'ArrowUp':
      return down(-1)
    case 'ArrowDown':
      return down(1)
    case 'PageUp':
      return down(-pageRows)
    case 'PageDown':
      return down(pageRows)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
