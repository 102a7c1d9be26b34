import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import * as css from './HaveIt.css.ts'

/** Says that something was downloaded on this device before. */
export function HaveIt({ size = 14 }: { size?: number }) {
  const { t } = useTranslation('downloads')
  return (
    <span role="img" aria-label={t('haveIt')} title={t('haveIt')} className={css.haveIt}>
      <CircleCheck size={size} strokeWidth={2} aria-hidden="true" />
    </span>
  )
}
