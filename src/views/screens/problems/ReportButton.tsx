import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/controls/Button.tsx'
import { problemOpen } from '../problem.state.ts'

/** The way to the logs from where something went wrong. @param role `link`: where OK is to be the only button (SHELL-021) */
export function ReportButton({ role }: { role?: 'link' }) {
  const { t } = useTranslation('session')
  return (
    <Button role={role} variant="quiet" onClick={() => (problemOpen.value = true)}>
      {t('account.report')}
    </Button>
  )
}
