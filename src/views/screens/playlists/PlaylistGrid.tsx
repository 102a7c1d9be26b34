import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wantMorePlaylists } from '#actions/playlists.ts'
import { playlistColumns } from '#core/model/playlists/playlistList.ts'
import { playlistList } from '#projections/playlists.ts'
import { isOnline } from '#projections/session.ts'
import { Spinner } from '../../kit/graphics/Spinner.tsx'
import { ListState } from '../../kit/lists/ListState.tsx'
import { useHeldRow } from '../../kit/lists/useHeldRow.ts'
import { useScrollReturn } from '../../kit/lists/useScrollReturn.ts'
import { gapAt, placesOf, useTallWindow } from '../../kit/lists/useTallWindow.ts'
import { placesShown } from '../../kit/lists/useWindow.ts'
import { LeavingButton } from '../../kit/overlays/LeavingButton.tsx'
import { useAskAgain } from '../../kit/time/useAskAgain.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { openCreatePlaylist } from '../../music/playlists/playlists.state.ts'
import { PlaylistCard } from './PlaylistCard.tsx'
import * as css from './playlists.css.ts'

interface Props {
  queryId: string
  /** A search narrows the list. */
  searching: boolean
  onClearSearch: () => void
  onRetry: () => void
}

/** The cards, as many beside each other as the rule has it (PLAYLIST-003, D-110). */
export function PlaylistGrid({ queryId, searching, onClearSearch, onRetry }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  useScrollReturn(scroller)
  const columns = useColumns(scroller)
  const list = useSignalValue(playlistList(queryId))
  const online = useSignalValue(isOnline)
  const ids = list?.ids ?? []
  const total = list?.total ?? 0
  const hasMore = ids.length < total
  const isWaiting = list === undefined || (list.status === 'loading' && list.total === null)
  const hasFailed = list?.status === 'error'
  // That there are none stands as well while it is asked anew (H-135).
  const isEmpty = list?.total === 0 && ids.length === 0 && !hasFailed
  // Old, it did not come anew from its beginning; else what follows did not.
  const again = () => (hasMore && !list?.stale ? wantMorePlaylists(queryId) : onRetry())
  useAskAgain({ hasFailed, online, retryAfterMs: list?.retryAfterMs }, again)
  const style = { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }
  return (
    <div ref={scroller} className={css.scroller} data-testid="playlists-scroller" data-columns={columns}>
      {isWaiting && <Skeleton style={style} />}
      {hasFailed && ids.length === 0 && <Failed onRetry={onRetry} />}
      {isEmpty && <Empty searching={searching} onClearSearch={onClearSearch} />}
      {ids.length > 0 && <Cards scroller={scroller} ids={ids} total={total} columns={columns} style={style} />}
      {hasMore && <More key={ids.length} failed={hasFailed} waiting={list?.status === 'loading'} onWanted={again} />}
    </div>
  )
}

const ROWS = { rowPx: css.ROW_PX, attribute: 'data-row' } as const
/** So many cards are made without looking which are in sight: they can be found in the page, and jumped to. */
const ALL_AT_ONCE = 100

const keyOfCell = ({ firstElementChild }: HTMLElement) => (firstElementChild as HTMLElement | null)?.dataset.playlistId

interface CardsProps {
  /** What scrolls them. */
  scroller: RefObject<HTMLElement | null>
  ids: readonly string[]
  /** How many there are on the server. */
  total: number
  columns: number
  style: CSSProperties
}

/** Of more than a hundred those are made that are in rows in sight, and in those beside the one that has the focus. */
function Cards({ scroller, ids, total, columns, style }: CardsProps) {
  const { t } = useTranslation('playlists')
  const list = useRef<HTMLUListElement>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const count = Math.ceil(ids.length / columns)
  // In other columns a row is another one.
  const rows = useMemo(() => Array.from({ length: count }, (_, n) => `${columns}.${n}`), [count, columns])
  const focused = useHeldRow(list, ids, keyOfCell)
  const atOnce = Math.floor(ALL_AT_ONCE / columns)
  const seen = useTallWindow(scroller, rows, { ...ROWS, atOnce }, null, Math.floor(focused / columns))
  const isPart = seen !== null || ids.length < total
  const room = seen ? { paddingTop: seen.above, paddingBottom: seen.below } : {}
  return (
    <ul ref={list} aria-label={t('title')} className={css.cards} style={{ ...style, ...room }}>
      {placesShown(seen ?? { first: 0, last: count }, ...placesOf(seen?.far)).flatMap((row) =>
        ids.slice(row * columns, (row + 1) * columns).map((id, column) => (
          <li
            key={id}
            className={css.cell}
            style={seen ? marginOf(gapAt(row, seen)) : undefined}
            data-row={column === 0 ? rows[row] : undefined}
            aria-setsize={isPart ? total : undefined}
            aria-posinset={isPart ? row * columns + column + 1 : undefined}
          >
            <PlaylistCard playlistid={id} selected={selected === id} onSelect={setSelected} />
          </li>
        )),
      )}
    </ul>
  )
}

const marginOf = ({ gapBefore, gapAfter }: { gapBefore?: number; gapAfter?: number }) => ({
  marginTop: gapBefore,
  marginBottom: gapAfter,
})

function useColumns(scroller: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(1)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    // Observed alone it would stand in one column for a frame, and a press of that frame beside its card.
    const { paddingLeft, paddingRight } = getComputedStyle(element)
    setColumns(playlistColumns(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)))
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setColumns(playlistColumns(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return columns
}

/** Asks for what follows when it comes into sight. */
function More({ failed, waiting, onWanted }: { failed: boolean; waiting: boolean; onWanted: () => void }) {
  const { t } = useTranslation('playlists')
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(onWanted)
  latest.current = onWanted
  useEffect(() => {
    const element = box.current
    // While the list is loaded anew nothing is added to it; in sight then, it asks once that is done.
    if (!element || failed || waiting) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current()
      },
      { rootMargin: '600px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [failed, waiting])
  return (
    <div ref={box} className={css.more}>
      {failed ? (
        <div role="alert" className={css.moreFailed}>
          {t('add.failed')}
          <LeavingButton size={36} onClick={onWanted}>
            {t('failed.retry')}
          </LeavingButton>
        </div>
      ) : (
        <Spinner />
      )}
    </div>
  )
}

function Skeleton({ style }: { style: { gridTemplateColumns: string } }) {
  return (
    <div aria-hidden="true" data-skeleton="" className={css.grid} style={style}>
      {Array.from({ length: 9 }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones have no other name
        <div key={n} className={css.card}>
          <span className={css.bone} style={{ width: 120, height: 120, flex: 'none' }} />
          <span style={{ display: 'grid', gap: 10, flex: 1 }}>
            <span className={css.bone} style={{ width: `${46 + ((n * 17) % 30)}%`, height: 14 }} />
            <span className={css.bone} style={{ width: '22%', height: 10 }} />
          </span>
        </div>
      ))}
    </div>
  )
}

function Empty({ searching, onClearSearch }: { searching: boolean; onClearSearch: () => void }) {
  const { t } = useTranslation('playlists')
  return (
    <ListState
      art="playlists"
      title={t(searching ? 'empty.none' : 'empty.title')}
      text={t(searching ? 'empty.noneText' : 'empty.text')}
    >
      {searching ? (
        <LeavingButton variant="primary" onClick={onClearSearch}>
          {t('showAll')}
        </LeavingButton>
      ) : (
        <LeavingButton variant="primary" onClick={() => openCreatePlaylist()}>
          {t('empty.create')}
        </LeavingButton>
      )}
    </ListState>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('playlists')
  return (
    <ListState art="broken" title={t('failed.title')} text={t('failed.text')} failed>
      <LeavingButton variant="primary" onClick={onRetry}>
        {t('failed.retry')}
      </LeavingButton>
    </ListState>
  )
}
