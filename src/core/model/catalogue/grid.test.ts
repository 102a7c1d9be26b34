import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  anchorOf,
  GRID_HEIGHT_MAX_PX,
  type GridInput,
  indexAt,
  layout,
  leftOf,
  offsetOf,
  RELEASE_CARD_MAX_WIDTH_PX,
  revealed,
  rowOf,
  scrollTopOf,
  windowOf,
  windowRows,
} from './grid.ts'

const desktop: GridInput = { width: 1144, count: 2148, gapX: 20, gapY: 28, textHeight: 68 }

const inputs = fc.record({
  width: fc.integer({ min: 120, max: 4000 }),
  count: fc.integer({ min: 0, max: 100_000 }),
  gapX: fc.constantFrom(12, 16, 20),
  gapY: fc.constantFrom(20, 24, 28),
  textHeight: fc.constant(68),
})
const heights = fc.integer({ min: 200, max: 2400 })
/** A layout with cards, a viewport and a position that can be scrolled to. */
const scenes = fc
  .tuple(
    inputs.filter((input) => input.count > 0),
    heights,
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([input, viewport, share]) => {
    const grid = layout(input)
    return { input, grid, viewport, top: Math.round(share * Math.max(0, grid.total - viewport)) }
  })

describe('layout', () => {
  it('fits the measures of the pictures: five columns at 1440, two on a phone, four on a tablet', () => {
    expect(layout(desktop)).toMatchObject({ columns: 5, cardWidth: 212.8, rowHeight: 309, rows: 430 })
    expect(layout({ ...desktop, width: 358, gapX: 12, gapY: 20 })).toMatchObject({ columns: 2, cardWidth: 173 })
    expect(layout({ ...desktop, width: 772, gapX: 16, gapY: 24 })).toMatchObject({ columns: 4, cardWidth: 181 })
  })

  it('GALLERY-015: no card is wider than 214 px, and one column fewer would make one so', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { columns, cardWidth } = layout(input)
        expect(cardWidth).toBeLessThanOrEqual(RELEASE_CARD_MAX_WIDTH_PX + 1e-9)
        if (columns > 1) expect((input.width + input.gapX) / (columns - 1) - input.gapX).toBeGreaterThan(214)
      }),
    )
  })

  it('fills the width from the left edge to the right one', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const grid = layout(input)
        expect(leftOf(grid, grid.columns - 1) + grid.cardWidth).toBeCloseTo(input.width, 6)
      }),
    )
  })

  it('has no rows for no cards and stops before the browser does', () => {
    expect(layout({ ...desktop, count: 0 })).toMatchObject({ rows: 0, total: 0, count: 0 })
    const huge = layout({ ...desktop, width: 200, count: 1_000_000 })
    expect(huge.total).toBeLessThanOrEqual(GRID_HEIGHT_MAX_PX)
    expect(huge.count).toBe(huge.rows)
    expect(layout({ ...desktop, width: 358, count: 100_000 }).count).toBe(100_000)
  })
})

const steps = fc.integer({ min: 1, max: 4 })

describe('windowOf', () => {
  it('covers every pixel of the viewport, and one row more on both sides where there is one', () => {
    fc.assert(
      fc.property(scenes, steps, ({ grid, viewport, top }, step) => {
        const window = windowOf(grid, top, viewport, 1, step)
        expect(window.visibleFirst * grid.rowHeight).toBeLessThanOrEqual(top)
        expect(Math.min(window.visibleEnd * grid.rowHeight, grid.total)).toBeGreaterThanOrEqual(
          Math.min(top + viewport, grid.total),
        )
        expect(window.firstRow).toBeLessThanOrEqual(Math.max(0, window.visibleFirst - 1))
        expect(window.endRow).toBeGreaterThanOrEqual(Math.min(grid.rows, window.visibleEnd + 1))
      }),
    )
  })

  it('mounts the same number of rows wherever the list is scrolled to', () => {
    fc.assert(
      fc.property(scenes, steps, ({ grid, viewport, top }, step) => {
        const window = windowOf(grid, top, viewport, 1, step)
        expect(window.endRow - window.firstRow).toBe(windowRows(grid, viewport, 1, step))
        expect(window.firstRow).toBeGreaterThanOrEqual(0)
        expect(window.endRow).toBeLessThanOrEqual(grid.rows)
      }),
    )
  })

  it('moves by whole steps, but for the last', () => {
    fc.assert(
      fc.property(scenes, steps, ({ grid, viewport, top }, step) => {
        const { firstRow, endRow } = windowOf(grid, top, viewport, 1, step)
        if (endRow < grid.rows) expect(firstRow % step).toBe(0)
      }),
    )
  })

  it('reads a rubber band beyond an end as the end', () => {
    const grid = layout(desktop)
    expect(windowOf(grid, -200, 800, 1)).toEqual(windowOf(grid, 0, 800, 1))
    expect(windowOf(grid, grid.total + 500, 800, 1).endRow).toBe(grid.rows)
  })
})

describe('places', () => {
  it('finds every card again at its own middle and nothing in the gaps', () => {
    fc.assert(
      fc.property(scenes, fc.nat(), ({ grid }, pick) => {
        const index = pick % grid.count
        const x = leftOf(grid, index % grid.columns)
        const y = offsetOf(grid, index)
        expect(indexAt(grid, x + grid.cardWidth / 2, y + grid.cardHeight / 2)).toBe(index)
        expect(indexAt(grid, x + grid.cardWidth + 1, y)).toBeNull()
        expect(indexAt(grid, x, y + grid.cardHeight + 1)).toBeNull()
      }),
    )
  })

  it('reveals a row by the shortest way and leaves a visible one alone', () => {
    fc.assert(
      fc.property(scenes, fc.nat(), ({ grid, viewport, top }, pick) => {
        fc.pre(viewport > grid.cardHeight)
        const row = offsetOf(grid, pick % grid.count)
        const next = revealed(grid, pick % grid.count, top, viewport)
        expect(next).toBeLessThanOrEqual(row)
        expect(next + viewport).toBeGreaterThanOrEqual(row + grid.cardHeight)
        if (row >= top && row + grid.cardHeight <= top + viewport) expect(next).toBe(top)
      }),
    )
  })
})

describe('anchors', () => {
  it('give the same pixel back at the same width', () => {
    fc.assert(
      fc.property(scenes, ({ grid, viewport, top }) => {
        expect(scrollTopOf(grid, anchorOf(grid, top), viewport)).toBe(top)
      }),
    )
  })

  it('keep the release in the top row when the width changes', () => {
    fc.assert(
      fc.property(scenes, fc.integer({ min: 120, max: 4000 }), ({ input, grid, viewport, top }, width) => {
        const anchor = anchorOf(grid, top)
        const wider = layout({ ...input, width })
        const restored = scrollTopOf(wider, anchor, viewport)
        const atEnd = restored >= wider.total - viewport
        if (!atEnd) expect(Math.floor(restored / wider.rowHeight)).toBe(rowOf(wider, anchor.index))
        else
          expect(offsetOf(wider, anchor.index)).toBeGreaterThanOrEqual(
            Math.floor(restored / wider.rowHeight) * wider.rowHeight,
          )
      }),
    )
  })
})
