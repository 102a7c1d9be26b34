import { useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { wantReleasePages } from '#actions/releases.ts'
import { SUPPORT_URL } from '#core/model/constants.ts'
import { releaseList } from '#projections/releases.ts'
import { useSignalValue } from '../../parts/useSignalValue.ts'
import { EmptyGallery, FailedGallery } from './GalleryStates.tsx'
import * as css from './gallery.css.ts'
import { GalleryView } from './galleryView.ts'
import type { GalleryTexts } from './texts.ts'

interface Props {
  /** The list that is shown: the query text of GET releases without its page, such as `sort=-date`. */
  queryId: string
  /** A card was opened: what it opens is the caller's (D-077). */
  onOpen(releaseid: string): void
  /** Goes to a release's own page. Without it the browser follows the link. */
  onInfo?(releaseid: string): void
  infoHref?(releaseid: string): string
  /** The router's key of this history entry: coming back to it restores where it was scrolled to (GALLERY-009). */
  anchorKey?: string
  contactSupportHref?: string
  /** Takes the filters back; offered where they left nothing. */
  onClearFilters?: () => void
}

/** Places of a sentence that is filled later; no translation holds these characters. */
const TITLE = '\u0001'
const ARTIST = '\u0002'

const pageOfRelease = (releaseid: string) => `/releases/releaseInfo/${encodeURIComponent(releaseid)}`

/** The gallery's cards, filling its container. */
export default function Gallery({
  queryId,
  onOpen,
  onInfo,
  infoHref = pageOfRelease,
  anchorKey = '',
  contactSupportHref = SUPPORT_URL,
  onClearFilters,
}: Props) {
  const { t } = useTranslation('gallery')
  const texts = useMemo<GalleryTexts>(() => {
    // Cards are named in the scroll event: the sentence is looked up once and filled by hand.
    const named = t('card', { title: TITLE, artist: ARTIST })
    return {
      card: (title, artist) => named.replace(ARTIST, () => artist).replace(TITLE, () => title),
      play: (title) => t('play', { title }),
      download: (title) => t('download', { title }),
      info: (title) => t('info', { title }),
      noAudio: t('noAudio'),
      streamOnly: t('streamOnly'),
      canadian: t('canadian'),
      trending: t('trending'),
      video: t('video'),
      explicit: t('explicit'),
      flagged: t('flagged'),
      loading: t('loading'),
      pageFailed: t('pageFailed'),
      retry: t('retry'),
    }
  }, [t])
  const list = useSignalValue(releaseList(queryId))
  const scroller = useRef<HTMLDivElement>(null)
  const sizer = useRef<HTMLDivElement>(null)
  // The grid outlives many renders and calls whatever the newest one was given.
  const calls = useRef({ onOpen, onInfo, infoHref })
  useLayoutEffect(() => {
    calls.current = { onOpen, onInfo, infoHref }
  })

  // A layout effect: the grid stands, and stands where it was left, before anything is painted.
  useLayoutEffect(() => {
    if (!scroller.current || !sizer.current) return
    const view = new GalleryView({
      scroller: scroller.current,
      sizer: sizer.current,
      queryId,
      texts,
      anchorKey,
      open: (releaseid) => calls.current.onOpen(releaseid),
      openInfo: (releaseid) => {
        calls.current.onInfo?.(releaseid)
        return calls.current.onInfo !== undefined
      },
      infoHref: (releaseid) => calls.current.infoHref(releaseid),
    })
    return () => view.dispose()
  }, [queryId, texts, anchorKey])

  const isEmpty = list?.total === 0
  const hasFailed = list?.total === null && list.status === 'error'
  const showsCards = !isEmpty && !hasFailed
  return (
    <div className={css.root}>
      <div
        ref={scroller}
        className={css.scroller}
        data-testid="gallery-scroller"
        {...(showsCards && { role: 'feed', 'aria-label': t('feed') })}
      >
        <div ref={sizer} className={css.sizer} hidden={!showsCards} />
        {isEmpty && <EmptyGallery supportHref={contactSupportHref} onClearFilters={onClearFilters} />}
        {hasFailed && <FailedGallery onRetry={() => wantReleasePages(queryId, [1])} />}
      </div>
    </div>
  )
}
