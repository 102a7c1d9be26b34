import { computed, type ReadonlySignal, useSignalEffect } from '@preact/signals-react'
import { CircleCheck, Clock, Pause, Play, RotateCw, X } from 'lucide-react'
import { memo, type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { pauseDownload, removeDownload, restartDownload, resumeDownload } from '#actions/downloads.ts'
import { type DownloadJob, type FailureReason, isInterrupted } from '#core/model/downloads/download.ts'
import { wayOutOf } from '#core/model/downloads/fault.ts'
import { readableBytes } from '#core/model/text/formats.ts'
import { bundleStanding, downloadJob } from '#projections/downloads/downloads.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { Ring } from '../../kit/graphics/Ring.tsx'
import { Grip } from '../../kit/lists/reorder/Grip.tsx'
import * as reorder from '../../kit/lists/reorder/reorder.css.ts'
import type { Handle } from '../../kit/lists/reorder/reorder.ts'
import { panelAround } from '../../kit/overlays/panelFocus.ts'
import { say } from '../../kit/said.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { Cover } from '../../music/Cover.tsx'
import { tag } from '../../music/marks.css.ts'
import { Explicit } from '../../music/marks.tsx'
import { problemOpen } from '../../screens/problem.state.ts'
import { cx } from '../../theme/cx.ts'
import { BundleMore, useBundleWords } from './BundleWords.tsx'
import * as css from './Downloads.css.ts'
import './lateWords.ts'
import { settingsShown } from './panel.state.ts'
import { quietWords, withQuiet } from './quiet.ts'
import { speeds } from './speed.state.ts'

type Job = Readonly<DownloadJob>

interface Ordering {
  handle: Handle
  lifted: boolean
  /** Its place, from 1, and how many there are, where not all of them are in the document. */
  place?: number
  of?: number
  /** px between it and the rows in sight, where it stands far from them. */
  gapBefore?: number
  gapAfter?: number
}

/** One download. It is rendered when its status changes; the figures tick in place. */
export const DownloadRow = memo(function DownloadRow({ id, ...order }: { id: string } & Ordering) {
  const held = useMemo(() => downloadJob(id), [id])
  const phase = useMemo(() => computed(() => phaseOf(held.value)), [held])
  useSignalValue(phase)
  const job = held.peek()
  return job ? <Row job={job} id={id} {...order} /> : null
})

/** What the row looks like; figures are not part of it. */
function phaseOf(job: Job | undefined): string {
  if (!job) return ''
  const { status, isZipping, totalBytes, progress, reason, leftOut = 0 } = job
  return [status, isZipping, totalBytes === null, progress === 100, reason, leftOut].join(' ')
}

function Row({ job, id, handle, lifted, place, of, gapBefore, gapAfter }: { job: Job; id: string } & Ordering) {
  const { t } = useTranslation('downloads')
  const progress = useMemo(() => {
    const held = downloadJob(id)
    return computed(() => {
      const now = held.value
      const isLoading = now?.type === 'bundle' && now.status !== 'finished' && !now.isZipping
      return isLoading ? bundleStanding(id).value.percent : progressOf(now)
    })
  }, [id])
  const meter = useRef<HTMLDivElement>(null)
  useSignalEffect(() => {
    const value = progress.value
    if (value === null) meter.current?.removeAttribute('aria-valuenow')
    else meter.current?.setAttribute('aria-valuenow', String(value))
  })
  const row = useRef<HTMLLIElement>(null)
  useFocusKept(row)
  const failed = job.status === 'failed'
  const isCut = isInterrupted(job)
  return (
    <li
      ref={row}
      className={cx(css.row, lifted && reorder.lifted)}
      data-download-id={id}
      data-status={job.status}
      data-reason={job.reason ?? undefined}
      // What leads to it gives it the focus, and so does a button of it that goes.
      tabIndex={-1}
      aria-posinset={place}
      aria-setsize={of}
      style={{ marginBlockStart: gapBefore, marginBlockEnd: gapAfter }}
    >
      {/* A song stays with its bundle. */}
      {job.place === undefined && (
        <Grip
          id={id}
          handle={handle}
          label={t('reorder', { title: job.title })}
          lifted={lifted}
          describedBy="downloads-reorder"
          className={css.grip}
          wordsOf={(way) => t(`move.${way}`)}
        />
      )}
      <Cover src={job.coverart} size={40} radius={6} />
      <div className={css.words}>
        <div className={css.name}>
          <span className={css.nameText} dir="auto">
            {job.title}
          </span>
          {job.explicit && <Explicit />}
          {job.version !== '' && <bdi className={css.version}>({job.version})</bdi>}
        </div>
        <div className={css.line}>
          <span className={cx(tag, css.format)}>
            {t(`kind.${job.gather?.as === 'files' ? 'files' : job.type}`, { format: job.format.toUpperCase() })}
          </span>
          {job.type === 'bundle' ? <BundleStatus job={job} id={id} /> : <StatusWords job={job} id={id} />}
        </div>
        {failed && job.reason && !isCut && <NextStep reason={job.reason} />}
        {(job.type === 'bundle' || (job.leftOut ?? 0) > 0) && <BundleMore job={job} id={id} />}
      </div>
      <div className={css.end}>
        <div
          ref={meter}
          role="progressbar"
          aria-label={job.title}
          aria-valuemin={0}
          aria-valuemax={100}
          className={cx(css.state, css.stateOf[job.status])}
        >
          <StateSign job={job} progress={progress} />
        </div>
        <span className={css.actions}>
          {/* One button by its key: a press that changes what it does leaves it the focus. */}
          {failed && (
            <IconButton
              key="way"
              size={36}
              label={t('restart', { title: job.title })}
              aria-description={job.version || undefined}
              icon={<RotateCw size={16} />}
              onClick={() => restartDownload(id)}
            />
          )}
          {mayPause(job) && job.place === undefined && (
            <IconButton
              key="way"
              size={36}
              label={t('pause', { title: job.title })}
              aria-description={job.version || undefined}
              icon={<Pause size={16} strokeWidth={1.75} />}
              onClick={() => pauseDownload(id)}
            />
          )}
          {job.status === 'paused' && (
            <IconButton
              key="way"
              size={36}
              label={t('resume', { title: job.title })}
              aria-description={job.version || undefined}
              icon={<Play size={16} fill="currentColor" />}
              onClick={() => resumeDownload(id)}
            />
          )}
          <IconButton
            size={36}
            label={t('remove', { title: job.title })}
            aria-description={job.version || undefined}
            icon={<X size={18} />}
            onClick={() => {
              // To whoever does not see the row go.
              say(t('removed', { title: job.title }))
              removeDownload(id)
            }}
          />
        </span>
      </div>
    </li>
  )
}

/**
 * A button of the row that goes while it has the focus, as with the end of a download, leaves it to the row: on another
 * button the press that was meant for this one would do something else.
 */
function useFocusKept(row: RefObject<HTMLElement | null>): void {
  const held = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const box = row.current
    const came = ({ target }: FocusEvent) => {
      held.current = target as Element
    }
    box?.addEventListener('focusin', came)
    return () => box?.removeEventListener('focusin', came)
  }, [row])
  useLayoutEffect(() => {
    if (held.current?.isConnected !== false) return
    held.current = null
    if (document.activeElement === document.body) row.current?.focus({ preventScroll: true })
  })
}

const LEADS = {
  report: () => {
    problemOpen.value = true
  },
  /** They come above the rows, which may be far from there: the focus says that they did. */
  settings: (from: Element) => {
    flushSync(() => {
      settingsShown.value = true
    })
    panelAround(from)?.querySelector('select')?.focus()
  },
}

/** What to do about a failure, and the way there where it is not one of the row's own buttons. */
function NextStep({ reason }: { reason: FailureReason }) {
  const { t } = useTranslation('faults')
  const way = wayOutOf(reason)
  return (
    <div className={css.next}>
      {t(`step.${reason}`)}{' '}
      {(way === 'settings' || way === 'report') && (
        <button type="button" className={css.nextWay} onClick={({ currentTarget }) => LEADS[way](currentTarget)}>
          {t(`way.${way}`)}
        </button>
      )}
    </div>
  )
}

/** What is whole already is on its way to the disk. */
function mayPause({ status, progress }: Job): boolean {
  return status === 'waiting' || (status === 'loading' && progress !== 100)
}

function progressOf(job: Job | undefined): number | null {
  if (!job) return 0
  if (job.status === 'finished') return 100
  if (job.status === 'waiting') return job.isZipping ? Math.floor(job.zippingProgress) : 0
  return job.progress
}

function StateSign({ job, progress }: { job: Job; progress: ReadonlySignal<number | null> }) {
  if (job.status === 'finished') return <CircleCheck size={20} strokeWidth={1.75} aria-hidden="true" />
  // A failed or paused row shows its ways on instead.
  if (job.status === 'failed' || job.status === 'paused') return null
  if (job.status === 'waiting' && !job.isZipping) return <Clock size={18} strokeWidth={1.75} aria-hidden="true" />
  return <Ring progress={progress} size={28} />
}

/** A bundle's status: that of its songs while they are under way, else as any other's. */
function BundleStatus({ job, id }: { job: Job; id: string }) {
  const words = useBundleWords(id)
  const isOwn =
    job.status === 'finished' || job.status === 'paused' || (job.status === 'failed' && job.reason !== 'parts')
  if (isOwn) return <StatusWords job={job} id={id} />
  return <span className={cx(css.said, css.long, job.status === 'failed' && css.bad)}>{words}</span>
}

/** The status in words, ticking as text alone. */
function StatusWords({ job, id }: { job: Job; id: string }) {
  const { t } = useTranslation('downloads')
  const { t: faults } = useTranslation('faults')
  const words = useMemo(() => {
    const held = downloadJob(id)
    const isArriving = computed(() => held.value?.status === 'loading' && held.value.progress !== 100)
    return computed(() => {
      // While bytes come the words tick with the speed, once a second: the ring beside them shows each percent.
      const now = isArriving.value ? held.peek() : held.value
      if (!now) return ''
      if (now.status === 'finished') return ''
      if (isInterrupted(now))
        return now.progress ? t('status.interruptedAt', { percent: now.progress }) : t('status.interrupted')
      if (now.status === 'failed')
        return t('status.failed', { reason: now.reason ? faults(`reason.${now.reason}`) : '' })
      if (now.status === 'paused')
        return now.progress ? t('status.pausedAt', { percent: now.progress }) : t('status.paused')
      if (now.status === 'waiting') {
        // It counts down with the speeds.
        const quiet = now.retryAt && speeds.value ? quietWords(now, faults, t, Date.now()) : null
        if (!now.isZipping) return withQuiet(t(now.zipperReady ? 'status.zipped' : 'status.waiting'), quiet)
        const percent = Math.floor(now.zippingProgress)
        return withQuiet(percent > 0 ? t('status.zippingPercent', { percent }) : t('status.zipping'), quiet)
      }
      if (now.progress === 100) return t('status.saving')
      const speed = speeds.value.jobs[id]
      const pace = speed ? `${readableBytes(speed)}/s` : null
      const figures =
        now.totalBytes === null
          ? t('status.bytes', { size: readableBytes(now.receivedBytes) })
          : t('status.percent', { percent: now.progress ?? 0, size: readableBytes(now.totalBytes) })
      return withQuiet(figures, quietWords(now, faults, t, Date.now()) ?? pace)
    })
  }, [id, t, faults])
  const finished = job.status === 'finished'
  return (
    <>
      <span
        className={cx(
          css.said,
          finished && css.good,
          job.status === 'failed' && !isInterrupted(job) && css.bad,
          (job.status === 'paused' || isInterrupted(job)) && css.held,
        )}
      >
        {finished ? t('status.finished') : words}
      </span>
      {finished && job.totalBytes !== null && <span className={css.said}>· {readableBytes(job.totalBytes)}</span>}
      {job.artist !== '' && (
        <span className={css.who}>
          · <bdi>{job.artist}</bdi>
        </span>
      )}
    </>
  )
}
