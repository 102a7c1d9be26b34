import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/Button.tsx'
import * as css from './gallery.css.ts'

interface EmptyProps {
  supportHref: string
  /** Takes the filters back, where there are any. */
  onClearFilters?: (() => void) | undefined
}

/** The list holds nothing (GALLERY-010). */
export function EmptyGallery({ supportHref, onClearFilters }: EmptyProps) {
  const { t } = useTranslation('gallery')
  return (
    <div className={css.state}>
      <svg className={css.stateArt} width="96" height="72" viewBox="0 0 96 72" aria-hidden="true" {...LINE}>
        <rect x="6" y="10" width="56" height="56" rx="8" />
        <path d="M62 16c12 2 20 11 20 22s-8 20-20 22" />
        <circle cx="62" cy="38" r="6" />
        <path d="M18 26h28M18 36h22M18 46h14" />
      </svg>
      <h2 className={css.stateTitle}>{t('empty.title')}</h2>
      <p className={css.stateText}>{t('empty.text')}</p>
      <div className={css.stateActions}>
        {onClearFilters && (
          <Button variant="primary" onClick={onClearFilters}>
            {t('empty.clear')}
          </Button>
        )}
        <a className={css.button} href={supportHref} target="_blank" rel="noopener noreferrer">
          {t('empty.support')}
        </a>
      </div>
    </div>
  )
}

/** The first page did not come. */
export function FailedGallery({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('gallery')
  return (
    <div className={css.state} role="alert">
      <svg className={css.stateArt} width="96" height="72" viewBox="0 0 96 72" aria-hidden="true" {...LINE}>
        <circle cx="48" cy="36" r="30" />
        <circle cx="48" cy="36" r="19" />
        <circle cx="48" cy="36" r="4" />
        <path d="m50 6-7 13 11 9-8 12 9 8-6 18" />
      </svg>
      <h2 className={css.stateTitle}>{t('error.title')}</h2>
      <p className={css.stateText}>{t('error.text')}</p>
      <Button variant="primary" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}

const LINE = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
