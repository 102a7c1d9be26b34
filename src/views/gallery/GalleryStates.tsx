import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import * as button from '../kit/controls/Button.css.ts'
import { Button } from '../kit/controls/Button.tsx'
import { ListState } from '../kit/lists/ListState.tsx'
import { useFocusOnLeave } from '../kit/useFocusOnLeave.ts'
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
        <Button variant="primary" onClick={onClearFilters}>
          {t('empty.clear')}
        </Button>
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
  const retry = useRef<HTMLButtonElement>(null)
  useFocusOnLeave(retry, (button) => button.closest('main'))
  return (
    <ListState art="broken" title={t('error.title')} text={t('error.text')} failed>
      <Button ref={retry} variant="primary" onClick={onRetry}>
        {t('retry')}
      </Button>
    </ListState>
  )
}
