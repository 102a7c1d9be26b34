import { useTranslation } from 'react-i18next'
import * as button from '../kit/controls/Button.css.ts'
import { ListState } from '../kit/lists/ListState.tsx'
import { LeavingButton } from '../kit/overlays/LeavingButton.tsx'
import { cx } from '../theme/cx.ts'

interface EmptyProps {
  supportHref: string
  /** Takes the filters back, where there are any. */
  onClearFilters?: (() => void) | undefined
}

/** The list holds nothing (GALLERY-010). */
export function EmptyGallery({ supportHref, onClearFilters }: EmptyProps) {
  const { t } = useTranslation('gallery')
  return (
    <ListState art="releases" title={t('empty.title')} text={t('empty.text')}>
      {onClearFilters && (
        <LeavingButton variant="primary" onClick={onClearFilters}>
          {t('empty.clear')}
        </LeavingButton>
      )}
      <a
        className={cx(button.button, button.variant.secondary, button.size[40])}
        href={supportHref}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t('empty.support')}
      </a>
    </ListState>
  )
}

/** The first page did not come. */
export function FailedGallery({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('gallery')
  return (
    <ListState art="broken" title={t('error.title')} text={t('error.text')} failed>
      <LeavingButton variant="primary" onClick={onRetry}>
        {t('retry')}
      </LeavingButton>
    </ListState>
  )
}
