import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ScrollGeometry, SKELETON_CARDS } from './scrollGeometry.ts'

const LEAD = 24
/** What the browser would say of a scroll container this wide and high, px. */
function aScroller(width: number, height: number) {
  const scroller = { clientWidth: width, offsetWidth: width, clientHeight: height, scrollTop: 0 }
  return scroller as typeof scroller & HTMLElement
}
/** Stands 30 rows of cards deep, 40 px into the row, as a person scrolls there. */
function scrolledFar(isList = false) {
  const scroller = aScroller(1144, 900)
  const geometry = new ScrollGeometry(scroller, isList, null)
  geometry.total = 2000
  geometry.lay()
  scroller.scrollTop = LEAD + 30 * geometry.grid.rowHeight + 40
  geometry.scrolled()
  return { scroller, geometry, rowHeight: geometry.grid.rowHeight, columns: geometry.grid.columns }
}
/** How far the first row in view is scrolled in, px, and its first release. */
const topOf = (geometry: ScrollGeometry) => ({
  index: Math.floor(geometry.gridTop / geometry.grid.rowHeight) * geometry.grid.columns,
  px: geometry.gridTop % geometry.grid.rowHeight,
})

beforeEach(() =>
  vi.stubGlobal('getComputedStyle', () => ({
    paddingTop: `${LEAD}px`,
    paddingLeft: '0px',
    paddingRight: '0px',
    scrollPaddingTop: '0px',
    columnGap: '20px',
    rowGap: '28px',
  })),
)
afterEach(() => vi.unstubAllGlobals())

describe('rows that are mounted beyond what can be seen', () => {
  it('are one row of cards above and one below, and one more where the other of a pair would not change with it', () => {
    const { geometry } = scrolledFar()
    const { firstRow, endRow, visibleFirst, visibleEnd } = geometry.look()
    expect(visibleFirst).toBe(30)
    expect(firstRow).toBe(28)
    expect(endRow - visibleEnd).toBe(1)
  })

  it('are two rows of the list above and two below, and those that change with them', () => {
    const { geometry } = scrolledFar(true)
    const { firstRow, endRow, visibleFirst, visibleEnd } = geometry.look()
    expect(visibleFirst).toBe(30)
    expect(firstRow).toBe(28)
    expect(endRow - visibleEnd).toBeGreaterThanOrEqual(2)
    expect(endRow - visibleEnd).toBeLessThanOrEqual(2 + 4)
  })

  it('are none above the first', () => {
    const { scroller, geometry } = scrolledFar()
    scroller.scrollTop = 0
    geometry.scrolled()
    expect(geometry.look()).toMatchObject({ firstRow: 0, visibleFirst: 0 })
  })

  it('GALLERY-004: are all skeletons while the length of the list is not known', () => {
    const geometry = new ScrollGeometry(aScroller(1144, 300), false, null)
    const { firstRow, endRow } = geometry.look()
    expect((endRow - firstRow) * geometry.grid.columns).toBeGreaterThanOrEqual(SKELETON_CARDS)
  })
})

describe('the release at the top', () => {
  it('stays there, as far in as it was, when releases come below', () => {
    const { geometry } = scrolledFar()
    const before = geometry.top
    geometry.keepAnchor()
    geometry.total = 3000
    geometry.lay()
    geometry.toAnchor()
    expect(geometry.top).toBe(before)
  })

  it('stays in the top row when the container becomes narrower', () => {
    const { scroller, geometry, columns } = scrolledFar()
    scroller.clientWidth = scroller.offsetWidth = 700
    expect(geometry.resized()).toBe(true)
    geometry.lay()
    geometry.toAnchor()
    const { index } = topOf(geometry)
    expect(geometry.grid.columns).toBeLessThan(columns)
    expect(30 * columns).toBeGreaterThanOrEqual(index)
    expect(30 * columns).toBeLessThan(index + geometry.grid.columns)
    expect(scroller.scrollTop).toBe(geometry.top)
  })

  it('is the same again after the width went and came back, through any number of steps', () => {
    const { scroller, geometry } = scrolledFar()
    const before = geometry.top
    for (const width of [1000, 800, 611, 360, 700, 1144]) {
      scroller.clientWidth = scroller.offsetWidth = width
      geometry.resized()
      geometry.lay()
      geometry.toAnchor()
    }
    expect(geometry.top).toBe(before)
  })

  it('is taken anew when the person scrolled between two changes of the width', () => {
    const { scroller, geometry, columns } = scrolledFar()
    const wide = (width: number) => {
      scroller.clientWidth = scroller.offsetWidth = width
      geometry.resized()
      geometry.lay()
      geometry.toAnchor()
    }
    wide(700)
    scroller.scrollTop += 10 * geometry.grid.rowHeight
    geometry.scrolled()
    const { index } = topOf(geometry)
    wide(1144)
    expect(index).toBeGreaterThan(31 * columns)
    expect(topOf(geometry).index).toBe(Math.floor(index / columns) * columns)
  })

  it('GALLERY-009: is where the visit before was left, in rows as in cards', () => {
    const { geometry } = scrolledFar()
    const anchor = geometry.anchor
    const rows = new ScrollGeometry(aScroller(1144, 900), true, anchor)
    rows.total = 2000
    rows.lay()
    rows.toAnchor()
    expect(anchor).toMatchObject({ index: 150, px: 40 })
    expect(topOf(rows).index).toBe(150)
    expect(rows.anchor).toBe(anchor)
  })

  it('waits for the length of the list before it is scrolled to', () => {
    const { geometry } = scrolledFar()
    const scroller = aScroller(1144, 900)
    const next = new ScrollGeometry(scroller, false, geometry.anchor)
    next.toAnchor()
    expect(scroller.scrollTop).toBe(0)
  })

  it('is the first of another list', () => {
    const { scroller, geometry } = scrolledFar()
    geometry.toStart()
    expect(scroller.scrollTop).toBe(0)
    expect(geometry.top).toBe(0)
    expect(geometry.anchor).toMatchObject({ index: 0, px: 0 })
  })
})

it('nothing changed is nothing to lay out anew', () => {
  const { geometry } = scrolledFar()
  expect(geometry.resized()).toBe(false)
})
