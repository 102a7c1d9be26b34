import { X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportLog, listLogs } from '#actions/log.ts'
import { SUPPORT_EMAIL } from '#core/model/constants.ts'
import { mediumDate } from '#core/model/text/formats.ts'
import { app } from '#projections/session.ts'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { Spinner } from '../../kit/graphics/Spinner.tsx'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { problemOpen } from '../../screens/account/account.state.ts'
import * as css from './ProblemDialog.css.ts'

const numbers = new Intl.NumberFormat('en')

type LogEntry = Awaited<ReturnType<typeof listLogs>>[number]

/** The event logs of this player on this device, each with a way to hand it over. */
export function ProblemDialog() {
  const { t } = useTranslation()
  const id = useId()
  const { logLost } = useSignalValue(app)
  const [logs, setLogs] = useState<readonly LogEntry[] | null>(null)
  const [failure, setFailure] = useState('')
  useEffect(() => {
    let current = true
    listLogs().then(
      (found) => current && setLogs(found),
      (error: unknown) => current && setFailure(error instanceof Error ? error.message : String(error)),
    )
    return () => {
      current = false
    }
  }, [])
  const close = () => {
    problemOpen.value = false
  }
  return (
    <Dialog labelledBy={id} onClose={close} className={css.panel}>
      <div className={css.head}>
        <h2 id={id} className={css.title}>
          {t('problem.title')}
        </h2>
        <IconButton label={t('close')} icon={<X size={20} />} onClick={close} />
      </div>
      <p className={css.text}>{t('problem.text', { email: SUPPORT_EMAIL })}</p>
      {logLost && <p className={css.lost}>{t('problem.lost')}</p>}
      {failure !== '' ? (
        <p role="alert" className={css.failed}>
          {t('problem.failed', { reason: failure })}
        </p>
      ) : logs === null ? (
        <p className={css.text}>
          <Spinner />
        </p>
      ) : logs.length === 0 ? (
        <p className={css.text}>{t('problem.empty')}</p>
      ) : (
        <ul className={css.list} aria-label={t('problem.list')}>
          {logs.map((log, index) => (
            <LogRow key={log.logId} log={log} running={index === 0} onFailed={setFailure} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function LogRow({ log, running, onFailed }: { log: LogEntry; running: boolean; onFailed: (reason: string) => void }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const began = new Date(log.startedAt).toISOString()
  const date = t('problem.from', { date: mediumDate(began), time: began.slice(11, 16) })
  const name = running && log.closedAt === null ? t('problem.now') : date
  const save = () => {
    setBusy(true)
    exportLog(running ? null : log.logId)
      .catch((error: unknown) => onFailed(error instanceof Error ? error.message : String(error)))
      .finally(() => setBusy(false))
  }
  return (
    <li className={css.row}>
      <div className={css.words}>
        <div className={css.name}>{name}</div>
        <div className={css.more}>
          {name === date ? '' : `${date} · `}
          {t('problem.events', { count: log.events, shown: numbers.format(log.events) })}
        </div>
      </div>
      <Button size={32} busy={busy} aria-label={t('problem.exportNamed', { name })} onClick={save}>
        {t('problem.export')}
      </Button>
    </li>
  )
}
