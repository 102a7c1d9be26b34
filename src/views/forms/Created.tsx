import { useTranslation } from 'react-i18next'
import { Notice } from './form/Notice.tsx'

/** Said to somebody who signed up by an invitation of a coworker, and may sign in at once (ROUTE-002). */
export function Created() {
  const { t } = useTranslation('forms')
  return <Notice kind="info" title={t('signIn.created')} body={t('signIn.createdText')} />
}
