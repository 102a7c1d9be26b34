import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import { sessionStatus } from '#projections/session.ts'
import { ForgotForm } from '../../forms/access/ForgotForm.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { AccessPage } from '../AccessPage.tsx'
import { usePageTitle } from '../usePageTitle.ts'

/** Asks for a link to a new password (ROUTE-009). */
export function ForgotScreen() {
  const { t } = useTranslation('access')
  usePageTitle(t('forgot.title'))
  if (useSignalValue(sessionStatus) === 'signedIn') return <Navigate to="/releases" replace />
  return (
    <AccessPage>
      <ForgotForm />
    </AccessPage>
  )
}
