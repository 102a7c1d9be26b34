import '../../i18n/security.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { pageTitle } from '../pageTitle.state.ts'
import * as css from './management.css.ts'
import { Passkeys } from './Passkeys.tsx'
import { Sessions } from './Sessions.tsx'

/** Where somebody is signed in, and the ways in that are theirs. */
export function ManagementScreen() {
  const { t } = useTranslation('security')
  const title = t('title')
  useEffect(() => {
    pageTitle.value = title
    return () => {
      pageTitle.value = ''
    }
  }, [title])
  return (
    <div className={css.scroller}>
      <div className={css.page}>
        <h1 className={css.title}>{title}</h1>
        <p className={css.lead}>{t('lead')}</p>
        <Sessions />
        <Passkeys />
      </div>
    </div>
  )
}
