import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { pageMain } from '../kit/pageMain.ts'
import { skip } from './SkipLink.css.ts'

/** The first thing a Tab reaches: past header and navigation, into the page (WCAG 2.4.1). */
export function SkipLink() {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to a place of this page
    <a href="#main" className={skip} onClick={toMain}>
      {t('nav.skip')}
    </a>
  )
}

/** The address stays as it is: it belongs to what is shown. */
function toMain(event: MouseEvent): void {
  event.preventDefault()
  pageMain()?.focus()
}
