import '../../i18n/releasePage.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router-dom'
import { publisherOf, type ReleaseCard, type ReleaseDetail } from '#core/model/catalogue/release.ts'
import { isoFromSeconds, longDate } from '#core/model/text/formats.ts'
import { ButtonLink } from '../../kit/controls/ButtonLink.tsx'
import { BrokenRecord } from '../../kit/graphics/drawings.tsx'
import { isCommand } from '../../kit/keys.ts'
import { useScrollReturn } from '../../kit/lists/useScrollReturn.ts'
import { useNavigate } from '../../kit/routing/RouterView.tsx'
import { useTitled } from '../../music/useTitled.ts'
import { mayDownload, useVerbs } from '../../music/verbs.ts'
import { cx } from '../../theme/cx.ts'
import { crumbTitle } from '../crumb.state.ts'
import { ErrorDialog } from '../ErrorDialog.tsx'
import { usePageTitle } from '../usePageTitle.ts'
import { Attachments } from './Attachments.tsx'
import { CoverButton } from './Lightbox.tsx'
import { ArchiveButton, FlagButton } from './MarkButtons.tsx'
import { Metadata } from './Metadata.tsx'
import { PeopleButtons } from './PeopleButtons.tsx'
import { PromoPanel } from './PromoPanel.tsx'
import { DownloadAll, Headline, PlayButton, useSummary } from './parts.tsx'
import { QueueActions } from './QueueActions.tsx'
import * as css from './release.css.ts'
import { SharedNote } from './SharedNote.tsx'
import { BoneWords, HeadSkeleton, TabsSkeleton } from './Skeletons.tsx'
import { TrackList, TrackSkeleton } from './TrackList.tsx'
import { useRelease } from './useRelease.ts'

/** A release on its own page: what it is, its songs, and beside them the label's e-mail (RELEASE-027). */
export function ReleaseScreen() {
  const { releaseid = '' } = useParams()
  // What was done, chosen and scrolled to belongs to one release (RELEASE-021, RELEASE-022).
  return <ReleasePage key={releaseid} releaseid={releaseid} />
}

function ReleasePage({ releaseid }: { releaseid: string }) {
  const { t } = useTranslation('releasePage')
  const { t: common } = useTranslation()
  const navigate = useNavigate()
  const { card, detail, error } = useRelease(releaseid)
  const titled = useTitled()
  const title = error || !card ? '' : titled(card.title)
  useEffect(() => {
    crumbTitle.value = title
    return () => {
      crumbTitle.value = ''
    }
  }, [title])
  const scroller = useRef<HTMLDivElement>(null)
  useScrollReturn(scroller)
  if (error === 'RELEASE_NOT_FOUND') return <NotFound />
  return (
    <div ref={scroller} className={css.page}>
      <div className={css.main}>
        <div className={css.column} aria-busy={detail === null && error === null}>
          {card ? <PageHead card={card} detail={detail} /> : <HeadSkeleton />}
          {detail ? (
            <Tabs detail={detail} />
          ) : (
            <>
              <TabsSkeleton />
              <TrackSkeleton count={Math.min(card?.trackcount ?? 8, 12)} />
            </>
          )}
        </div>
      </div>
      {detail && detail.promoinfo.trim() !== '' && <PromoPanel key={detail.releaseid} release={detail} />}
      {error && (
        <ErrorDialog
          title={t(`error.${error}.title`)}
          body={t(`error.${error}.body`)}
          ok={common('ok')}
          isPlace
          onOk={() => navigate('/releases', { replace: true })}
        />
      )}
    </div>
  )
}

/** RELEASE-035, RELEASE-049. */
function NotFound() {
  const { t } = useTranslation('releasePage')
  const title = t('error.RELEASE_NOT_FOUND.title')
  usePageTitle(title)
  return (
    <div className={css.failure}>
      <BrokenRecord className={css.failureDrawing} />
      <h1 className={css.failureTitle}>{title}</h1>
      <p className={css.failureText}>{t('error.RELEASE_NOT_FOUND.body')}</p>
      <ButtonLink variant="primary" to="/releases">
        {t('error.backToReleases')}
      </ButtonLink>
    </div>
  )
}

function PageHead({ card, detail }: { card: Readonly<ReleaseCard>; detail: Readonly<ReleaseDetail> | null }) {
  return (
    <div className={css.pageHead}>
      <CoverButton card={card} src={card.coverart} />
      <div className={css.pageWords}>
        <div className={css.headline}>
          <Headline card={card} level="h1" />
        </div>
        <SharedNote detail={detail} />
        <Facts card={card} detail={detail} />
        <div className={cx(css.buttons, css.pageButtons)}>
          <PlayButton card={card} />
          <DownloadAll card={card} detail={detail} hideForbidden={false} />
        </div>
        <div className={cx(css.quiet, css.pageQuiet)}>
          <QueueActions card={card} glyph />
          <FlagButton card={card} glyph />
          <ArchiveButton card={card} glyph />
          <PeopleButtons card={card} glyph />
        </div>
      </div>
    </div>
  )
}

function Facts({ card, detail }: { card: Readonly<ReleaseCard>; detail: Readonly<ReleaseDetail> | null }) {
  const { t } = useTranslation('releasePage')
  useVerbs()
  const songs = detail?.songs
  const downloadable = mayDownload(card) ? songs?.filter((song) => song.candownload).length : 0
  const facts = [
    ['label', publisherOf(card)],
    ['available', longDate(card.available)],
    ['impact', longDate(isoFromSeconds(card.impactdate))],
    // Only the songs themselves say how many of them may be downloaded (D-086).
    ['downloadable', songs ? t('tracks', { count: songs.length, downloadable }) : null],
  ] as const
  return (
    <dl className={css.facts}>
      {facts.map(
        ([name, value]) =>
          value !== '' && (
            <div key={name} className={name === 'label' ? css.longFact : css.fact}>
              <dt className={css.factName}>{t(`fact.${name}`)}</dt>
              <dd className={css.factValue}>
                <bdi>
                  {value ?? (
                    <BoneWords words={t('tracks', { count: card.trackcount, downloadable: card.trackcount })} />
                  )}
                </bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

const TABS = ['tracklist', 'metadata', 'attachments'] as const
type Tab = (typeof TABS)[number]

/** Those that were chosen, by the router's key of the history entry; the oldest go first. */
const chosen = new Map<string, Tab>()
const KEPT = 100

/** The tab that is shown; who comes back to this history entry finds the one they left. */
function useTab(): [Tab, (tab: Tab) => void] {
  const { key } = useLocation()
  const [tab, show] = useState(() => chosen.get(key) ?? 'tracklist')
  const choose = (next: Tab) => {
    show(next)
    chosen.delete(key)
    chosen.set(key, next)
    const [oldest = ''] = chosen.keys()
    if (chosen.size > KEPT) chosen.delete(oldest)
  }
  return [tab, choose]
}

/** Tracklist, metadata and attachments (RELEASE-029). */
function Tabs({ detail }: { detail: Readonly<ReleaseDetail> }) {
  const { t } = useTranslation('releasePage')
  const id = useId()
  const [tab, setTab] = useTab()
  const list = useRef<HTMLDivElement>(null)
  const summary = useSummary(detail)
  const counts = { tracklist: detail.songs.length, metadata: null, attachments: detail.attachments.length }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isCommand(event)) return
    const at = TABS.indexOf(tab)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const next = to === undefined ? undefined : TABS.at(to % TABS.length)
    if (next === undefined) return
    event.preventDefault()
    setTab(next)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[TABS.indexOf(next)]?.focus()
  }
  return (
    <>
      <div className={css.tabs}>
        <div ref={list} role="tablist" aria-label={t('tab.label')} className={css.tabList} onKeyDown={onKeyDown}>
          {TABS.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}${name}`}
              aria-selected={tab === name}
              aria-controls={`${id}panel`}
              tabIndex={tab === name ? 0 : -1}
              className={css.tab}
              onClick={() => setTab(name)}
            >
              {t(`tab.${name}`)}
              {counts[name] !== null && (
                <span className={css.tabCount} aria-hidden="true">
                  {counts[name]}
                </span>
              )}
            </button>
          ))}
        </div>
        <span className={css.tabsEnd}>{summary}</span>
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${tab}`}>
        {tab === 'tracklist' && <TrackList release={detail} />}
        {tab === 'metadata' && <Metadata release={detail} />}
        {tab === 'attachments' && <Attachments releaseid={detail.releaseid} attachments={detail.attachments} />}
      </div>
    </>
  )
}
