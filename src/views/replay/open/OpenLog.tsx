import { FileUp, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/controls/Button.tsx'
import { grouped } from '../../kit/numbers.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { useReplay } from '../model/context.ts'
import type { Replay } from '../model/replay.ts'
import * as css from './OpenLog.css.ts'

/** What can be picked: whatever it is called, its first bytes say what it is. */
const ACCEPT = '.gz,.evlog,.jsonl,.json,application/gzip'

/** Opens the first of some files. */
export function openFile(replay: Replay, files: FileList | null | undefined): void {
  const file = files?.[0]
  if (file) void replay.open(file, file.name)
}

/** A button that lets a log be picked. */
export function PickLog({ variant, size }: { variant: 'primary' | 'secondary'; size: 32 | 36 | 40 }) {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant={variant} size={size} icon={<FileUp size={16} />} onClick={() => input.current?.click()}>
        {t('open.pick')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={ACCEPT}
        className={css.input}
        aria-label={t('open.file')}
        tabIndex={-1}
        onChange={(event) => {
          openFile(replay, event.target.files)
          event.target.value = ''
        }}
      />
    </>
  )
}

/** What stands there before a log is open. */
export function Welcome() {
  const { t } = useTranslation('replay')
  return (
    <div className={css.welcome}>
      <div className={css.drop}>
        <FileUp size={40} strokeWidth={1.25} aria-hidden="true" className={css.sign} />
        <h2 className={css.title}>{t('open.title')}</h2>
        <p className={css.words}>{t('open.words')}</p>
        <PickLog variant="primary" size={40} />
        <p className={css.note}>
          <ShieldCheck size={16} aria-hidden="true" />
          {t('open.sealed')}
        </p>
      </div>
    </div>
  )
}

/** Why a file was not opened, and what is still open. */
export function Refused() {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const refused = useSignalValue(replay.refused)
  const log = useSignalValue(replay.log)
  if (!refused) return null
  const isOfFile = !refused.isExport && refused.seq === undefined
  return (
    <div role="alert" className={css.refused}>
      <TriangleAlert size={18} aria-hidden="true" />
      <p>
        <strong>
          {refused.seq !== undefined
            ? t('open.notShown', { seq: grouped(refused.seq) })
            : t(refused.isExport ? 'open.notWritten' : 'open.refused', { name: refused.name })}
        </strong>{' '}
        {isOfFile && `${t(`open.why.${whyOf(refused.reason)}`)} `}
        <span className={css.reason}>{refused.reason}</span>
        {log && isOfFile && ` ${t('open.stays', { name: log.name })}`}
      </p>
      <Button
        size={32}
        onClick={() => {
          replay.refused.value = null
        }}
      >
        {t('open.dismiss')}
      </Button>
    </div>
  )
}

function whyOf(reason: string): 'noLog' | 'newer' | 'unknown' {
  if (/line 1: format \d+ of a newer build/.test(reason)) return 'newer'
  return /line 1: not the header/.test(reason) ? 'noLog' : 'unknown'
}

/** Long work, how far it is, and how to end it. */
export function UnderWay() {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const work = useSignalValue(replay.underWay)
  const opening = useSignalValue(replay.opening)
  if (!work) return null
  return (
    <div className={css.work}>
      <div className={css.workWords}>
        <span role="status">{t(`work.${work.stage}`, { name: opening ?? '' })}</span>
        <span className={css.count}>{t('work.events', { count: work.events })}</span>
      </div>
      <progress
        className={css.progress}
        aria-label={t(`work.${work.stage}`, { name: opening ?? '' })}
        max={1}
        {...(work.done === null ? {} : { value: work.done })}
      />
      <Button size={32} onClick={() => replay.stop()}>
        {t('work.stop')}
      </Button>
    </div>
  )
}
