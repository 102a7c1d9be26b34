import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endTriage } from '#actions/decisions.ts'
import { wantReleasePages } from '#actions/releases.ts'
import { clearSelection } from '#actions/selection.ts'
import type { ReleaseSort, SortColumn } from '#core/model/catalogue/releaseQuery.ts'
import { SUPPORT_URL } from '#core/model/constants.ts'
import type { KeptPlace } from '#core/model/places.ts'
import { triage } from '#projections/decisions.ts'
import { releaseList } from '#projections/releases.ts'
import { selectedCount, selection } from '#projections/selection.ts'
import { isOnline } from '#projections/session.ts'
import { columnWidths, listView } from '#projections/settings.ts'
import { grouped } from '../kit/numbers.ts'
import { WithScript } from '../kit/overlays/WithScript.tsx'
import { useScriptSoon } from '../kit/script.ts'
import { useAskAgain } from '../kit/time/useAskAgain.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { columnTracks } from '../music/columns/columnDrag.ts'
import { visuallyHidden } from '../theme/hidden.css.ts'
import { Freshness } from './Freshness.tsx'
import { EmptyGallery, FailedGallery } from './GalleryStates.tsx'
import { GalleryView } from './galleryView.ts'
import { ListHeader } from './ListHeader.tsx'
import { releaseMenu } from './menuScript.ts'
import type { Pool } from './scroll/pool.ts'
import * as css from './slots/gallery.css.ts'
import { selectionToolbar, triageBar } from './toolbars/scripts.ts'
import { useGalleryTexts } from './useGalleryTexts.ts'

interface Props {
  /** The list that is shown: the query text of GET releases without its page, such as `sort=-date`. */
  queryId: string
  /** The order of the list, for the heads of its columns. */
  sort?: ReleaseSort
  /** The head of a column was pressed (TABLE-007). Without it the heads sort nothing. */
  onSort?(column: SortColumn): void
  /** A card was opened: what it opens is the caller's (D-077). */
  onOpen(releaseid: string): void
  /** Goes to a release's own page. Without it the browser follows the link. */
  onInfo?(releaseid: string): void
  infoHref?(releaseid: string): string
  /** The router's key of this history entry: coming back to it restores where it was scrolled to (GALLERY-009). */
  anchorKey?: string
  /** Takes the filters back; offered where they left nothing. */
  onClearFilters?: () => void
  /** What stands in place of the words for a list without releases. */
  empty?: ReactNode
}

const pageOfRelease = (releaseid: string) => `/releases/releaseInfo/${encodeURIComponent(releaseid)}`

/** The gallery as cards or as a list, filling its container. */
export default function Gallery({
  queryId,
  sort,
  onSort,
  onOpen,
  onInfo,
  infoHref = pageOfRelease,
  anchorKey = '',
  onClearFilters,
  empty,
}: Props) {
  const { t } = useTranslation('gallery')
  const texts = useGalleryTexts()
  const list = useSignalValue(releaseList(queryId))
  const online = useSignalValue(isOnline)
  const isList = useSignalValue(listView)
  const widths = useSignalValue(columnWidths('releases'))
  const [menu, setMenu] = useState<{ releaseid: string; button: HTMLElement } | null>(null)
  const [isFailing, setFailing] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const sizer = useRef<HTMLDivElement>(null)
  // The grid outlives many renders and calls whatever the newest one was given.
  const calls = useRef({ onOpen, onInfo, infoHref })
  useLayoutEffect(() => {
    calls.current = { onOpen, onInfo, infoHref }
  })

  const shown = useRef<GalleryView | null>(null)
  const left = useRef<{ key: string; place: KeptPlace; pool: Pool } | null>(null)

  // A layout effect: the grid stands, and stands where it was left, before anything is painted.
  useLayoutEffect(() => {
    if (!scroller.current || !sizer.current) return
    const view = new GalleryView({
      scroller: scroller.current,
      sizer: sizer.current,
      queryId,
      texts,
      anchorKey,
      isList,
      left: left.current?.pool ?? null,
      // Cards and rows of one visit stand at the same release.
      from: left.current?.key === anchorKey && left.current.place.queryId === queryId ? left.current.place : null,
      open: (releaseid) => calls.current.onOpen(releaseid),
      openInfo: (releaseid) => {
        calls.current.onInfo?.(releaseid)
        return calls.current.onInfo !== undefined
      },
      infoHref: (releaseid) => calls.current.infoHref(releaseid),
      setFailing,
      setMenu,
    })
    shown.current = view
    return () => {
      const place = view.here
      setMenu(null)
      setFailing(false)
      left.current = { key: anchorKey, place, pool: view.dispose() }
    }
  }, [queryId, texts, anchorKey, isList])

  // Keys that follow its opening at once find it there.
  useScriptSoon(releaseMenu)

  // By then the menu has given the focus back to the button it came from, which was kept for it.
  useLayoutEffect(() => {
    if (!menu) shown.current?.menuClosed()
  }, [menu])

  const isEmpty = list?.total === 0
  const hasFailed = list?.total === null && list.status === 'error'
  const showsCards = !isEmpty && !hasFailed
  const retry = () => wantReleasePages(queryId, [1])
  useAskAgain({ hasFailed: hasFailed || isFailing, online, retryAfterMs: list?.retryAfterMs }, () =>
    hasFailed ? retry() : shown.current?.askAgain(),
  )
  // The head is a row as well; -1 says that nobody knows yet.
  const table = { role: 'grid', 'aria-multiselectable': true, 'aria-rowcount': (list?.total ?? -2) + 1 }
  const semantics = showsCards ? { ...(isList ? table : { role: 'feed' }), 'aria-label': t('feed') } : {}
  return (
    <div className={css.root}>
      <div
        ref={scroller}
        className={css.scroller}
        data-testid="gallery-scroller"
        data-list={isList || undefined}
        style={columnTracks(widths)}
        {...semantics}
      >
        {isList && showsCards && <ListHeader sort={sort} onSort={onSort} root={scroller} />}
        <div ref={sizer} className={css.sizer} hidden={!showsCards} role={isList ? 'rowgroup' : undefined} />
        {isEmpty && (empty ?? <EmptyGallery supportHref={SUPPORT_URL} onClearFilters={onClearFilters} />)}
        {hasFailed && <FailedGallery onRetry={retry} />}
      </div>
      <Freshness queryId={queryId} scroller={scroller} />
      <Selecting queryId={queryId} />
      <TriageRound queryId={queryId} />
      {menu && (
        <WithScript script={releaseMenu} onClose={() => setMenu(null)} quiet>
          {({ ReleaseMenu }) => (
            <ReleaseMenu
              {...menu}
              onInfo={(releaseid) => {
                if (!onInfo) window.location.assign(infoHref(releaseid))
                else onInfo(releaseid)
              }}
              onClose={() => setMenu(null)}
            />
          )}
        </WithScript>
      )}
    </div>
  )
}

/** What can be done with what is selected, while something is. */
function Selecting({ queryId }: { queryId: string }) {
  const { t } = useTranslation('gallery')
  const isSelecting = useSignalValue(selection).queryId === queryId
  const count = useSignalValue(selectedCount)
  return (
    <>
      <p role="status" className={visuallyHidden}>
        {isSelecting && t('selection.count', { count, shown: grouped(count) })}
      </p>
      {isSelecting && (
        <WithScript script={selectionToolbar} onClose={clearSelection} quiet>
          {({ SelectionToolbar }) => <SelectionToolbar queryId={queryId} />}
        </WithScript>
      )}
    </>
  )
}

/** The bar of a round of triage, while one is on. */
function TriageRound({ queryId }: { queryId: string }) {
  const { t } = useTranslation('gallery')
  const { on } = useSignalValue(triage)
  const isSelecting = useSignalValue(selection).queryId === queryId
  return (
    <>
      <p role="status" className={visuallyHidden}>
        {on && t('triage.on')}
      </p>
      {on && (
        <WithScript script={triageBar} onClose={endTriage} quiet>
          {({ TriageBar }) => <TriageBar raised={isSelecting} />}
        </WithScript>
      )}
    </>
  )
}
