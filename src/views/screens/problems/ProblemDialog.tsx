import { messageOf } from '#core/model/text/messageOf.ts'
import '../../i18n/problem.ts'
import { X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportLog, listLogs } from '#actions/log.ts'
import { mediumDate, readableBytes } from '#core/model/text/formats.ts'
import { app, claims, supportEmail } from '#projections/session.ts'
import * as fields from '../../forms/fields/fields.css.ts'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { tick } from '../../kit/controls/Tick.css.ts'
import { Spinner } from '../../kit/graphics/Spinner.tsx'
import { grouped } from '../../kit/numbers.ts'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import * as css from './ProblemDialog.css.ts'

type LogEntry = Awaited<ReturnType<typeof listLogs>>[number]

/** The event logs of this player on this device: what is in them, and each with a way to hand it over. */
export function ProblemDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('problem')
  const { t: common } = useTranslation()
  const id = useId()
  const { logLost } = useSignalValue(app)
  const support = useSignalValue(supportEmail)
  const { logs, failure } = useLogs()
  /** Why the log that was to be exported last was not: the others can be still. */
  const [unsaved, setUnsaved] = useState('')
  const [personal, setPersonal] = useState(false)
  const [saved, setSaved] = useState('')
  return (
    <Dialog labelledBy={id} onClose={onClose} className={css.panel}>
      <div className={css.head}>
        <h2 id={id} className={css.title}>
          {t('title')}
        </h2>
        <IconButton label={common('close')} icon={<X size={20} />} onClick={onClose} />
      </div>
      <div className={css.body}>
        <p className={css.text}>{t('text')}</p>
        <dl className={css.facts}>
          <dt>{t('in.name')}</dt>
          <dd>{t('in.text')}</dd>
          <dt>{t('people.name')}</dt>
          <dd>{personal ? t('people.kept') : t('people.masked')}</dd>
          <dt>{t('never.name')}</dt>
          <dd>{t('never.text')}</dd>
        </dl>
        <div className={fields.check}>
          <input
            id={`${id}p`}
            type="checkbox"
            className={tick}
            checked={personal}
            aria-describedby={`${id}h`}
            onChange={(event) => setPersonal(event.currentTarget.checked)}
          />
          <label htmlFor={`${id}p`} className={fields.checkLabel}>
            {t('keep.label')}
          </label>
          <span id={`${id}h`} className={fields.checkHint}>
            {t('keep.hint')}
          </span>
        </div>
        {logLost && failure === '' && <p className={css.lost}>{t('lost')}</p>}
        {failure !== '' ? (
          <p role="alert" className={css.failed}>
            {t('failed', { reason: failure })}
          </p>
        ) : logs === null ? (
          <p className={css.text}>
            <Spinner />
          </p>
        ) : logs.length === 0 ? (
          <p className={css.text}>{t('empty')}</p>
        ) : (
          <ul className={css.list} aria-label={t('list')}>
            {logs.map((log, index) => (
              <LogRow
                key={log.logId}
                log={log}
                running={index === 0 && log.closedAt === null}
                personal={personal}
                onSaved={setSaved}
                onFailed={setUnsaved}
              />
            ))}
          </ul>
        )}
        {unsaved !== '' && (
          <p role="alert" className={css.failed}>
            {t('notExported', { reason: unsaved })}
          </p>
        )}
        <p role="status" className={css.saved}>
          {saved}
        </p>
        <p className={css.text}>
          {t('send', { email: support })}{' '}
          <a className={css.link} href="/replay.html" target="_blank" rel="noopener">
            {t('replay')}
          </a>
        </p>
      </div>
    </Dialog>
  )
}

/** The logs there are, read again for whoever is signed in then; null while they are being read. */
function useLogs() {
  const playerId = useSignalValue(claims)?.playerid
  const [logs, setLogs] = useState<readonly LogEntry[] | null>(null)
  const [failure, setFailure] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: with a session its log ends, and another one is of now
  useEffect(() => {
    let current = true
    const show = (found: typeof logs, why: string) => {
      if (!current) return
      setLogs(found)
      setFailure(why)
    }
    listLogs().then(
      (found) => show(found, ''),
      (error: unknown) => show(null, messageOf(error)),
    )
    return () => {
      current = false
    }
  }, [playerId])
  return { logs, failure }
}

interface RowProps {
  log: LogEntry
  /** It is the log of this page, and goes on. */
  running: boolean
  personal: boolean
  onSaved: (words: string) => void
  onFailed: (reason: string) => void
}

function LogRow({ log, running, personal, onSaved, onFailed }: RowProps) {
  const { t } = useTranslation('problem')
  const [busy, setBusy] = useState(false)
  const began = new Date(log.startedAt).toISOString()
  const date = t('from', { date: mediumDate(began), time: began.slice(11, 16) })
  const name = running ? t('now') : date
  const save = () => {
    setBusy(true)
    onSaved('')
    onFailed('')
    exportLog(log.logId, personal)
      .then(
        ({ fileName, bytes }) => onSaved(t('saved', { fileName, size: readableBytes(bytes) })),
        (error: unknown) => onFailed(messageOf(error)),
      )
      .finally(() => setBusy(false))
  }
  const facts = [
    running ? date : '',
    t('events', { count: log.events, shown: grouped(log.events) }),
    t('size', { size: readableBytes(log.bytes) }),
  ]
  return (
    <li className={css.row}>
      <div className={css.words}>
        <div className={css.name}>{name}</div>
        <div className={css.more}>{facts.filter(Boolean).join(' · ')}</div>
      </div>
      <Button size={32} busy={busy} aria-label={t('exportNamed', { name })} onClick={save}>
        {t('export')}
      </Button>
    </li>
  )
}
