// What a search shows besides results: nothing yet, nothing at all, a failure, a connection that is away.
import '../../i18n/search.ts'
import { CircleAlert, WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SearchSection } from '#core/model/search/hits.ts'
import { ButtonLink } from '../../kit/controls/ButtonLink.tsx'
import { LeavingButton } from '../../kit/overlays/LeavingButton.tsx'
import { Spoken } from '../../kit/time/Spoken.tsx'
import * as cards from './cards.css.ts'
import * as releaseGrid from './ReleaseGrid.css.ts'
import * as rows from './rows.css.ts'
import * as shared from './shared.css.ts'
import * as css from './states.css.ts'

/** The search found nothing (SEARCH-017). */
export function NoResults({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('search')
  return (
    <div className={css.empty}>
      <svg
        className={css.emptyArt}
        width="104"
        height="80"
        viewBox="0 0 104 80"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <circle cx="46" cy="34" r="28" />
        <path d="m67 55 21 20" />
        <path d="M30 34h4m4-9v18m8-26v34m8-24v14m8-8h2" opacity="0.7" />
      </svg>
      <h2 className={css.emptyTitle}>{title}</h2>
      <p className={css.emptyText}>{text}</p>
      <ButtonLink variant="secondary" to="/releases" data-search-item="">
        {t('none.link')}
      </ButtonLink>
    </div>
  )
}

/** The server's answer did not come (SEARCH-018). @param kept whether results of this device stand below */
export function SearchAlert({ kept, onRetry }: { kept: boolean; onRetry: () => void }) {
  const { t } = useTranslation('search')
  return (
    <div role="alert" className={css.banner}>
      <CircleAlert size={20} strokeWidth={1.75} className={css.danger} aria-hidden="true" />
      <span className={css.bannerWords}>
        {t('alert.search-error')}
        {kept && <span className={css.bannerMore}> {t('alert.kept')}</span>}
      </span>
      <LeavingButton size={36} onClick={onRetry}>
        {t('alert.retry')}
      </LeavingButton>
    </div>
  )
}

export function OfflineNote({ hasResults }: { hasResults: boolean }) {
  const { t } = useTranslation('search')
  const words = t(hasResults ? 'offline' : 'offlineNone')
  return (
    <div className={css.banner}>
      <WifiOff size={20} strokeWidth={1.75} className={css.caution} aria-hidden="true" />
      <span className={css.bannerWords}>{words}</span>
      <Spoken words={words} />
    </div>
  )
}

/** In the shape of what comes. */
export function SearchSkeleton({ section }: { section: SearchSection }) {
  if (section === 'top')
    return (
      <div aria-hidden="true" data-skeleton="">
        <div className={shared.sectionHead}>
          <span className={css.bone} style={{ width: 96, height: 16 }} />
        </div>
        <div className={cards.cards}>
          {range(6).map((n) => (
            <div key={n} className={cards.card}>
              <Bone size={64} round={n === 1} />
              <Words n={n} />
            </div>
          ))}
        </div>
        <div className={rows.blocks}>
          {range(2).map((n) => (
            <div key={n}>
              <div className={shared.sectionHead}>
                <span className={css.bone} style={{ width: 64, height: 16 }} />
              </div>
              <Rows count={4} round={n === 1} />
            </div>
          ))}
        </div>
      </div>
    )
  if (section === 'releases')
    return (
      <div className={releaseGrid.releaseGrid} aria-hidden="true" data-skeleton="">
        {range(18).map((n) => (
          <div key={n} className={releaseGrid.release}>
            <span className={css.bone} style={{ aspectRatio: '1', marginBottom: 14 }} />
            <Words n={n} />
          </div>
        ))}
      </div>
    )
  return (
    <div aria-hidden="true" data-skeleton="" style={{ marginTop: 16 }}>
      <Rows count={10} round={section === 'artists'} />
    </div>
  )
}

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

function Rows({ count, round }: { count: number; round: boolean }) {
  return range(count).map((n) => (
    <div key={n} className={rows.row}>
      <Bone size={40} round={round} />
      <Words n={n} />
    </div>
  ))
}

function Bone({ size, round }: { size: number; round: boolean }) {
  return <span className={round ? css.roundBone : css.bone} style={{ width: size, height: size, flex: 'none' }} />
}

function Words({ n }: { n: number }) {
  return (
    <span className={shared.words} style={{ display: 'grid', gap: 8 }}>
      <span className={css.bone} style={{ width: `${38 + ((n * 37) % 34)}%`, height: 12 }} />
      <span className={css.bone} style={{ width: `${22 + ((n * 23) % 20)}%`, height: 10 }} />
    </span>
  )
}
