import '../../i18n/forms.ts'
import { Info } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../theme/cx.ts'
import * as css from './form.css.ts'

/** After so long a wait is no longer taken for an ordinary one, ms; `REQUEST_TIMEOUT_MS` ends it. */
const LONG_MS = 5000

/** To be shown as long as an answer is waited for: says so, and speaks, once that takes long. */
export function LongWait() {
  const { t } = useTranslation('forms')
  const [isLong, setIsLong] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [])
  // On a phone it may lie below what was pressed.
  useEffect(() => {
    if (isLong) void place.current?.scrollIntoView({ block: 'nearest' })
  }, [isLong])
  return (
    <div ref={place} role="status">
      {isLong && (
        <div className={cx(css.banner, css.bannerKind.info)}>
          <Info size={20} strokeWidth={1.75} className={css.bannerIcon.info} aria-hidden="true" />
          <div>
            <p className={css.bannerTitle}>{t('slow')}</p>
            <p className={css.bannerBody}>{t('slowText')}</p>
          </div>
        </div>
      )}
    </div>
  )
}
