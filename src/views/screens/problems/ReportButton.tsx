import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/controls/Button.tsx'
import { problemOpen } from '../problem.state.ts'

/** The way to the logs from where something went wrong. */
export function ReportButton() {
  const { t } = useTranslation('session')
  return (
    <Button variant="quiet" onClick={() => (problemOpen.value = true)}>
      {t('account.report')}
    </Button>
  )
}
