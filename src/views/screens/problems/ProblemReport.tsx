import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/controls/Button.tsx'
import { script, usePreload, useScript } from '../../kit/script.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { problemOpen } from '../problem.state.ts'
import * as css from './Full.css.ts'

const problemDialog = script(() => import('./ProblemDialog.tsx'))
/** Loaded ahead: it may be needed when nothing can be loaded any more. */
const AHEAD = [problemDialog]

const close = () => {
  problemOpen.value = false
}

/** The report of a problem, over whatever stands there. */
export function ProblemReport() {
  const open = useSignalValue(problemOpen)
  usePreload(AHEAD)
  return open ? <Report /> : null
}

/** Dialogs are no part of the first script: without this one's the page says so itself. */
function Report() {
  const { t } = useTranslation()
  const { module, status, retry } = useScript(problemDialog)
  if (module) return <module.ProblemDialog onClose={close} />
  if (status === 'loading') return null
  return (
    <div className={css.absent} role="alert">
      {t('missing.title')}
      <Button onClick={close}>{t('close')}</Button>
      <Button busy={status === 'again'} onClick={retry}>
        {t('missing.action')}
      </Button>
    </div>
  )
}
