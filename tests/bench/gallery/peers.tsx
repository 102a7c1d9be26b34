/**
 * The same card in the libraries the gallery is measured against: the same elements and classes, its
 * actions built only while it is hovered, rows of the same geometry, one row of look-ahead.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ComponentProps, memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { VList } from 'virtua'
import { type GridLayout, layout } from '#core/model/catalogue/grid.ts'
import { isCanadian, type ReleaseCard } from '#core/model/catalogue/release.ts'
import { genresText } from '#core/model/text/formats.ts'
import * as css from '../../../src/views/gallery/slots/gallery.css.ts'
import { GLYPHS, type Glyph } from '../../../src/views/gallery/slots/icons.ts'

const GAP_X = 20
const GAP_Y = 28
const TEXT = 68
const MARGIN = 32

function Icon({ glyph, className, name }: { glyph: Glyph; className: string; name: string }) {
  const { d, line } = GLYPHS[glyph] as { d: string; line?: true }
  const stroke = {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  } as const
  return (
    <svg viewBox="0 0 24 24" className={className} role="img" aria-label={name}>
      <path d={d} {...(line ? stroke : { fill: 'currentColor' })} />
    </svg>
  )
}

const badge = (glyph: Glyph, name: string) => <Icon glyph={glyph} className={css.badge} name={name} />

const Card = memo(function Card({
  release,
  index,
  count,
  grid,
}: {
  release: ReleaseCard
  index: number
  count: number
  grid: GridLayout
}) {
  const [hovered, setHovered] = useState(false)
  const canadian = isCanadian(release)
  const column = index % grid.columns
  return (
    <article
      className={css.card}
      tabIndex={-1}
      data-release-id={release.releaseid}
      aria-label={`${release.title} by ${release.artist}`}
      aria-posinset={index + 1}
      aria-setsize={count}
      style={{ left: column * (grid.cardWidth + GAP_X), width: grid.cardWidth, height: grid.cardHeight }}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <div className={css.art} style={{ backgroundColor: release.colour }}>
        <img
          key={release.thumbnail}
          className={css.cover}
          alt=""
          decoding="async"
          draggable={false}
          src={release.thumbnail}
        />
        {(canadian || release.trending || release.videocount > 0) && (
          <div className={css.badges}>
            {canadian && badge('maple', 'Canadian content')}
            {release.trending && badge('trending', 'Trending')}
            {release.videocount > 0 && badge('video', 'Has video')}
          </div>
        )}
        {hovered && (
          <div className={css.actions}>
            <button type="button" className={css.play} aria-label={`Play ${release.title}`} />
            <button type="button" className={`${css.quiet} ${css.download}`} aria-label={`Download ${release.title}`} />
            <button
              type="button"
              className={`${css.quiet} ${css.info}`}
              aria-label={`Release info: ${release.title}`}
            />
          </div>
        )}
      </div>
      <div className={css.titleLine}>
        <span className={css.title}>{release.title}</span>
        {release.explicit && (
          <span className={css.explicit} role="img" aria-label="Explicit">
            E
          </span>
        )}
        {release.flagged && <Icon glyph="flag" className={css.flagged} name="Flagged" />}
      </div>
      <div className={css.artist}>{release.artist}</div>
      <div className={css.genres}>{genresText(release.genres)}</div>
    </article>
  )
})

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
