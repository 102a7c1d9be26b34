import '../../i18n/notices.ts'
/** How the downloads stand altogether, above their rows: what is done, what stands still, what failed. */
import { computed, useSignalEffect } from '@preact/signals-react'
import { CirclePause, Pause, Play, RotateCw, TriangleAlert } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { pauseAllDownloads, resumeAllDownloads, retryFailedDownloads } from '#actions/downloads.ts'
import { readableBytes } from '#core/model/text/formats.ts'
import { peekFirstFailed } from '#projections/downloads/downloadRows.ts'
import { bytesListed, downloadFailures, downloadSummary, downloadsLost } from '#projections/downloads/downloads.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { leaving } from '../../kit/overlays/panelFocus.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'
import * as css from './Downloads.css.ts'
import './lateWords.ts'
import { wantedRow } from './panel.state.ts'
import { speeds } from './speed.state.ts'
import { timeLeft } from './timeLeft.ts'

/** So many reasons are named. */
const REASONS_MAX = 2

/** Everything but the percentage, which ticks. */
const counts = computed(() => {
  const { active, waiting, paused, interrupted, failed, finished, kept } = downloadSummary.value
  return [active, waiting, paused, interrupted, failed, finished, kept].join(' ')
})

function useCounts() {
  const [active = 0, waiting = 0, paused = 0, interrupted = 0, failed = 0, finished = 0, kept = 0] = useSignalValue(
    counts,
  )
    .split(' ')
    .map(Number)
  return { active, waiting, paused, interrupted, failed, finished, kept }
}

const anyBytes = computed(() => (bytesListed.value.total ?? bytesListed.value.received) > 0)

/** What is done of all, over a bar that shows the same, and how fast it goes. */
export function Summary() {
  const { t } = useTranslation('downloads')
  const { active, waiting, paused, interrupted, failed, finished } = useCounts()
  const fill = useRef<HTMLDivElement>(null)
  const hasBytes = useSignalValue(anyBytes)
  const bytes = useMemo(
    () =>
      computed(() => {
        // Bytes come many times a second; who reads looks once a second, and when a file is done.
        void [speeds.value, counts.value]
        const { received, total, isExact } = bytesListed.peek()
        if (total === null || total === 0) return received > 0 ? readableBytes(received) : ''
        const words = { received: readableBytes(received), total: readableBytes(total) }
        return isExact ? t('summary.bytes', words) : t('summary.bytesAbout', words)
      }),
    [t],
  )
  useSignalEffect(() => {
    const { received, total } = bytesListed.value
    const { active, waiting } = downloadSummary.value
    if (!fill.current) return
    // By whole percents: a fill that moves a little all the time is a picture of the page sixty times a second.
    fill.current.style.transform = `scaleX(${total ? Math.floor((100 * received) / total) / 100 : 0})`
    // When all is done it is gone, and does not run back.
    fill.current.style.visibility = active + waiting > 0 ? '' : 'hidden'
  })
  const count = active + waiting + paused + interrupted + failed + finished
  return (
    <>
      <div className={css.top}>
        <div className={css.summary}>
          <p>
            <span className={css.strong}>{t('summary.done', { count, finished })}</span>
            {hasBytes && <span className={css.dot}> · </span>}
            <span className={css.figure}>{bytes}</span>
          </p>
          {active + waiting > 0 && <Pace active={active} waiting={waiting} />}
        </div>
        {active + waiting > 0 && (
          <Button size={32} icon={<Pause size={14} />} onClick={leaving(pauseAllDownloads)}>
            {t('pauseAll')}
          </Button>
        )}
      </div>
      <div className={css.total}>
        <div ref={fill} className={css.totalFill} />
      </div>
    </>
  )
}

function Pace({ active, waiting }: { active: number; waiting: number }) {
  const { t } = useTranslation('downloads')
  const { all, left } = useSignalValue(speeds)
  const parts: string[] = []
  if (active > 0) parts.push(t('summary.active', { count: active }))
  if (waiting > 0) parts.push(t('summary.waiting', { count: waiting }))
  const tail: string[] = []
  if (active > 0 && all > 0) tail.push(`${readableBytes(all)}/s`)
  if (active > 0 && left !== null) tail.push(t('summary.left', { time: timeLeft(left, t) }))
  return <p>{[parts.join(', '), ...tail].join(' · ')}</p>
}

/** Nothing goes on in this page any more. */
export function WorkerLost() {
  const { t } = useTranslation(['common', 'notices'])
  if (!useSignalValue(downloadsLost)) return null
  return (
    <div className={cx(css.notice, css.isBad)} data-standing="lost">
      <TriangleAlert size={16} strokeWidth={1.75} className={css.noticeSign} aria-hidden="true" />
      <span className={css.noticeText}>{t('notices:error.workerLost.downloads')}</span>
      <Button variant="link" size={32} icon={<RotateCw size={14} />} onClick={() => location.reload()}>
        {t('crash.reload')}
      </Button>
    </div>
  )
}

/** What stands still until somebody says so, and one press that lets all of it go on. */
export function StandingStill() {
  const { t } = useTranslation('downloads')
  const { paused, interrupted, kept } = useCounts()
  const isLost = useSignalValue(downloadsLost)
  if (isLost || paused + interrupted === 0) return null
  const cut = t(kept > 0 ? 'still.interrupted' : 'describeMore.interrupted', { count: interrupted })
  const held = t('still.paused', { count: paused })
  const words = paused === 0 ? cut : interrupted === 0 ? held : t('still.both', { interrupted: cut, paused: held })
  return (
    <div className={cx(css.notice, css.isHeld)} data-standing="still">
      <CirclePause size={16} strokeWidth={1.75} className={css.noticeSign} aria-hidden="true" />
      <span className={css.noticeText}>{words}</span>
      <Button variant="link" size={32} icon={<Play size={14} />} onClick={leaving(resumeAllDownloads)}>
        {t('resumeAll')}
      </Button>
    </div>
  )
}

/** How many failed and why: it leads to the first of them; one press tries all of them again. */
export function Failures() {
  const { t } = useTranslation('downloads')
  const { t: faults } = useTranslation('faults')
  const failures = useSignalValue(downloadFailures)
  const [first] = failures
  if (!first) return null
  const count = failures.reduce((all, one) => all + one.count, 0)
  const named = failures.slice(0, REASONS_MAX)
  const others = count - named.reduce((all, one) => all + one.count, 0)
  const each = named.map((one) => t('failures.each', { count: one.count, reason: faults(`reason.${one.reason}`) }))
  if (others > 0) each.push(t('failures.more', { count: others }))
  const words =
    failures.length === 1
      ? t('failures.one', { count, reason: faults(`reason.${first.reason}`) })
      : t('failures.many', { count, reasons: each.join(', ') })
  return (
    <div className={cx(css.notice, css.isBad)} data-standing="failed">
      <TriangleAlert size={16} strokeWidth={1.75} className={css.noticeSign} aria-hidden="true" />
      <button
        type="button"
        className={cx(css.noticeText, css.leads)}
        title={t('failures.show')}
        onClick={() => {
          wantedRow.value = peekFirstFailed()
        }}
      >
        {words}
      </button>
      <Button variant="link" size={32} icon={<RotateCw size={14} />} onClick={leaving(retryFailedDownloads)}>
        {t('retryAll')}
      </Button>
    </div>
  )
}
