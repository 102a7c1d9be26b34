/**
 * The libraries the gallery is measured against: the same card in all of them, rows of the same geometry,
 * one row of look-ahead.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ComponentProps, useLayoutEffect, useMemo, useRef } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { List, type RowComponentProps } from 'react-window'
import { VList } from 'virtua'
import { type GridLayout, layout } from '#core/model/catalogue/grid.ts'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import * as css from '../../../src/views/gallery/slots/gallery.css.ts'
import { Card } from './peerCard.tsx'

const GAP_X = 20
const GAP_Y = 28
const TEXT = 68
const MARGIN = 32

function rowCards(releases: readonly ReleaseCard[], grid: GridLayout, row: number) {
  const first = row * grid.columns
  return releases
    .slice(first, first + grid.columns)
    .map((release, i) => (
      <Card key={release.releaseid} release={release} index={first + i} count={releases.length} grid={grid} />
    ))
}

function useGrid(count: number): GridLayout {
  return useMemo(
    () => layout({ width: innerWidth - 2 * MARGIN, count, gapX: GAP_X, gapY: GAP_Y, textHeight: TEXT }),
    [count],
  )
}

export function VirtuaRows({ releases }: { releases: readonly ReleaseCard[] }) {
  const grid = useGrid(releases.length)
  return (
    <VList
      className={css.scroller}
      data-testid="gallery-scroller"
      bufferSize={grid.rowHeight}
      itemSize={grid.rowHeight}
      data={Array.from({ length: grid.rows }, (_, row) => row)}
    >
      {(row: number) => (
        <div key={row} style={{ position: 'relative', height: grid.rowHeight, contain: 'layout style' }}>
          {rowCards(releases, grid, row)}
        </div>
      )}
    </VList>
  )
}

export function TanStackRows({ releases }: { releases: readonly ReleaseCard[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useGrid(releases.length)
  const rows = useVirtualizer({
    count: grid.rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => grid.rowHeight,
    overscan: 1,
  })
  return (
    <div ref={scroller} className={css.scroller} data-testid="gallery-scroller">
      <div className={css.sizer} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((item) => (
          <div
            key={item.key}
            className={css.row}
            style={{ height: grid.rowHeight, transform: `translateY(${item.start}px)` }}
          >
            {rowCards(releases, grid, item.index)}
          </div>
        ))}
      </div>
    </div>
  )
}

function VirtuosoScroller(props: ComponentProps<'div'>) {
  return <div {...props} className={css.scroller} data-testid="gallery-scroller" />
}

/** Rows of fixed height: Virtuoso then measures none. */
export function VirtuosoRows({ releases }: { releases: readonly ReleaseCard[] }) {
  const grid = useGrid(releases.length)
  return (
    <Virtuoso
      totalCount={grid.rows}
      fixedItemHeight={grid.rowHeight}
      increaseViewportBy={grid.rowHeight}
      components={{ Scroller: VirtuosoScroller }}
      itemContent={(row) => (
        <div style={{ position: 'relative', height: grid.rowHeight, contain: 'layout style' }}>
          {rowCards(releases, grid, row)}
        </div>
      )}
    />
  )
}

interface RowProps {
  readonly releases: readonly ReleaseCard[]
  readonly grid: GridLayout
}

function WindowRow({ index, style, releases, grid }: RowComponentProps<RowProps>) {
  // Its rows lie over the margins of the container, where those of the others stand between them.
  return <div style={{ ...style, left: MARGIN, contain: 'layout style' }}>{rowCards(releases, grid, index)}</div>
}

export function WindowRows({ releases }: { releases: readonly ReleaseCard[] }) {
  const grid = useGrid(releases.length)
  const rowProps = useMemo(() => ({ releases, grid }), [releases, grid])
  return (
    <List
      className={css.scroller}
      style={{ position: 'absolute', maxHeight: 'none' }}
      data-testid="gallery-scroller"
      rowComponent={WindowRow}
      rowProps={rowProps}
      rowCount={grid.rows}
      rowHeight={grid.rowHeight}
      overscanCount={1}
    />
  )
}

/** An empty scroll container of the same height: what the browser itself costs. */
export function Floor() {
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => scroller.current?.focus())
  return (
    <div ref={scroller} className={css.scroller} data-testid="gallery-scroller">
      <div style={{ height: 500_000 }} />
    </div>
  )
}
