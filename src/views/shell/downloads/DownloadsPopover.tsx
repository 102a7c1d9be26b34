import { computed, useSignalEffect } from '@preact/signals-react'
import { Pause, Play, RotateCw, Settings2, X } from 'lucide-react'
import { type CSSProperties, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  clearCompletedDownloads,
  moveDownload,
  pauseAllDownloads,
  resumeAllDownloads,
  retryFailedDownloads,
  saveReceipt,
} from '#actions/downloads.ts'
import { readableBytes } from '#core/model/formats.ts'
import {
  downloadFolder,
  downloadJob,
  downloadRows,
  downloadSummary,
  downloadsOpen,
  peekJobs,
} from '#projections/downloads.ts'
import { Button, IconButton } from '../../parts/Button.tsx'
import { EmptyTray } from '../../parts/drawings.tsx'
import { Popover } from '../../parts/Popover.tsx'
import { useGrowing } from '../../parts/useGrowing.ts'
import { useMedia } from '../../parts/useMedia.ts'
import { useReorder } from '../../parts/useReorder.ts'
import { useSignalValue } from '../../parts/useSignalValue.ts'
import { useTallWindow } from '../../parts/useTallWindow.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { media } from '../../theme/tokens.css.ts'
import { QUEUE_WIDTH_PX } from '../queue/width.ts'
import { queueOpen } from '../shell.state.ts'
import { DownloadRow } from './DownloadRow.tsx'
import { DownloadSettings } from './DownloadSettings.tsx'
import * as css from './Downloads.css.ts'
import { ServerAway } from './ServerAway.tsx'
import { speeds, useSpeedMeter } from './speed.state.ts'

const close = () => {
  downloadsOpen.value = false
}

/** Every download with its state and the way out of a failure (DOWNLOAD-004 to DOWNLOAD-007). */
export function DownloadsPopover({ anchor }: { anchor: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('downloads')
  const { t: common } = useTranslation()
  const ids = useSignalValue(downloadRows)
  const phone = useMedia(media.phone)
  const wide = useMedia(media.wide)
  const besideQueue = useSignalValue(queueOpen) && wide
  const [settings, setSettings] = useState(false)
  useSpeedMeter()
  return (
    <Popover
      anchor={anchor}
      role="dialog"
      label={t('title')}
      className={css.panel}
      onClose={close}
      {...(phone ? { right: 8 } : besideQueue ? { right: QUEUE_WIDTH_PX + 1 } : {})}
    >
      <div className={css.head}>
        <h2 className={css.title}>{t('title')}</h2>
        <IconButton
          size={36}
          label={t('settings')}
          icon={<Settings2 size={18} strokeWidth={1.75} />}
          on={settings}
          aria-expanded={settings}
          onClick={() => setSettings(!settings)}
        />
        <IconButton size={36} label={common('close')} icon={<X size={18} />} onClick={close} />
      </div>
      {settings && <DownloadSettings />}
      {ids.length === 0 ? (
        <div className={css.nothing}>
          <EmptyTray className={css.drawing} />
          <p className={css.nothingTitle}>{t('empty')}</p>
          <p className={css.nothingText}>{t('emptyHint')}</p>
        </div>
      ) : (
        <>
          <Summary />
          <ServerAway />
          <Failures />
          <Rows ids={ids} />
          <Foot />
        </>
      )}
    </Popover>
  )
}

/** Of more rows than `atOnce` only those in sight are made: a thousand took 25 ms of each second, and take 9. */
const WINDOW = { rowPx: css.ROW_PX, attribute: 'data-download-id', atOnce: 400 } as const

/** The rows, in an order that can be changed by hand. */
function Rows({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('downloads')
  const list = useRef<HTMLUListElement>(null)
  const order = useReorder(ids, list, moveDownload)
  const { said, lifted } = order
  const stretch = useTallWindow(list, order.ids, WINDOW, lifted)
  const grown = useGrowing(ids.length)
  const { first, last } = stretch ?? { first: 0, last: grown }
  return (
    <>
      <ul ref={list} className={css.list} aria-label={t('title')} style={stretch ? roomOf(stretch) : undefined}>
        {order.ids.slice(first, last).map((id, n) => (
          <DownloadRow
            key={id}
            id={id}
            handle={order.handle}
            lifted={lifted === id}
            {...(stretch ? { place: first + n + 1, of: ids.length } : {})}
          />
        ))}
      </ul>
      <p id="downloads-reorder" hidden>
        {t('reorderHint')}
      </p>
      <p role="status" className={visuallyHidden}>
        {said &&
          t(`reordered.${said.what}`, {
            title: downloadJob(said.id).peek()?.title ?? '',
            place: said.at,
            count: ids.length,
          })}
      </p>
    </>
  )
}

const roomOf = ({ above, below }: { above: number; below: number }) =>
  ({ '--above': `${above}px`, '--below': `${below}px`, '--rows': 'visible' }) as CSSProperties

const failedCount = computed(() => downloadSummary.value.failed)

/** What failed, and one press that tries all of it again. */
function Failures() {
  const { t } = useTranslation('downloads')
  const failed = useSignalValue(failedCount)
  if (failed === 0) return null
  return (
    <div className={css.failures}>
      <span className={css.failuresText}>{t('failures', { count: failed })}</span>
      <Button variant="link" size={32} icon={<RotateCw size={14} />} onClick={retryFailedDownloads}>
        {t('retryAll')}
      </Button>
    </div>
  )
}

/** One line that says how it stands altogether, over a bar that shows it. */
function Summary() {
  const { t } = useTranslation('downloads')
  const { active, waiting, paused, finished } = useSignalValue(downloadSummary)
  const { all, left } = useSignalValue(speeds)
  const fill = useRef<HTMLDivElement>(null)
  useSignalEffect(() => {
    const { progress, active, waiting } = downloadSummary.value
    if (!fill.current) return
    fill.current.style.transform = `scaleX(${progress / 100})`
    // When all is done it is gone, and does not run back.
    fill.current.style.visibility = active + waiting > 0 ? '' : 'hidden'
  })
  const parts: string[] = []
  if (waiting > 0) parts.push(t('summary.waiting', { count: waiting }))
  if (paused > 0) parts.push(t('summary.paused', { count: paused }))
  if (active === 0 && finished > 0) parts.push(t('summary.finished', { count: finished }))
  const tail: string[] = []
  if (active > 0 && all > 0) tail.push(`${readableBytes(all)}/s`)
  if (active > 0 && left !== null) tail.push(t('summary.left', { time: timeLeft(left, t) }))
  return (
    <>
      <div className={css.top}>
        <p className={css.summary}>
          {active > 0 && <span className={css.strong}>{t('summary.active', { count: active })}</span>}
          {active > 0 && parts.length > 0 && ', '}
          {parts.join(', ')}
          {tail.map((text) => ` · ${text}`)}
        </p>
        {active + waiting > 0 ? (
          <Button size={32} icon={<Pause size={14} />} onClick={pauseAllDownloads}>
            {t('pauseAll')}
          </Button>
        ) : (
          paused > 0 && (
            <Button size={32} icon={<Play size={14} />} onClick={resumeAllDownloads}>
              {t('resumeAll')}
            </Button>
          )
        )}
      </div>
      <div className={css.total}>
        <div ref={fill} className={css.totalFill} />
      </div>
    </>
  )
}

type Words = ReturnType<typeof useTranslation<'downloads'>>['t']

function timeLeft(seconds: number, t: Words): string {
  if (seconds >= 5400) return t('hours', { count: Math.round(seconds / 3600) })
  return seconds < 90
    ? t('seconds', { count: Math.max(1, Math.round(seconds)) })
    : t('minutes', { count: Math.round(seconds / 60) })
}

const hasFinished = computed(() => downloadSummary.value.finished > 0)

function Foot() {
  const { t } = useTranslation('downloads')
  const finished = useSignalValue(hasFinished)
  const { name } = useSignalValue(downloadFolder)
  return (
    <div className={css.foot}>
      <span className={css.footText}>{name === null ? t('savedTo') : t('folderIs', { name })}</span>
      <Button variant="link" size={32} disabled={!finished} onClick={() => saveReceipt(peekJobs())}>
        {t('receipt')}
      </Button>
      <Button variant="link" size={32} disabled={!finished} onClick={clearCompletedDownloads}>
        {t('clearCompleted')}
      </Button>
    </div>
  )
}
