import { computed, useSignalEffect } from '@preact/signals-react'
import { Settings2, X } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clearCompletedDownloads } from '#actions/downloads.ts'
import { readableBytes } from '#core/model/formats.ts'
import { downloadOrder, downloadSummary, downloadsOpen } from '#projections/downloads.ts'
import { Button, IconButton } from '../../parts/Button.tsx'
import { EmptyTray } from '../../parts/drawings.tsx'
import { Popover } from '../../parts/Popover.tsx'
import { useMedia } from '../../parts/useMedia.ts'
import { useSignalValue } from '../../parts/useSignalValue.ts'
import { media } from '../../theme/tokens.css.ts'
import { QUEUE_WIDTH_PX } from '../queue/width.ts'
import { queueOpen } from '../shell.state.ts'
import { DownloadRow } from './DownloadRow.tsx'
import { DownloadSettings } from './DownloadSettings.tsx'
import * as css from './Downloads.css.ts'
import { speeds, useSpeedMeter } from './speed.state.ts'

const close = () => {
  downloadsOpen.value = false
}

/** Every download with its state and the way out of a failure (DOWNLOAD-004 to DOWNLOAD-007). */
export function DownloadsPopover({ anchor }: { anchor: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('downloads')
  const { t: common } = useTranslation()
  const { ids } = useSignalValue(downloadOrder)
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
          <ul className={css.list} aria-label={t('title')}>
            {ids.map((id) => (
              <DownloadRow key={id} id={id} />
            ))}
          </ul>
          <Foot />
        </>
      )}
    </Popover>
  )
}

/** One line that says how it stands altogether, over a bar that shows it. */
function Summary() {
  const { t } = useTranslation('downloads')
  const { active, waiting, finished, failed } = useSignalValue(downloadSummary)
  const { all, left } = useSignalValue(speeds)
  const fill = useRef<HTMLDivElement>(null)
  useSignalEffect(() => {
    if (fill.current) fill.current.style.transform = `scaleX(${downloadSummary.value.progress / 100})`
  })
  const parts: string[] = []
  if (waiting > 0) parts.push(t('summary.waiting', { count: waiting }))
  if (failed > 0) parts.push(t('summary.failed', { count: failed }))
  if (active === 0 && finished > 0) parts.push(t('summary.finished', { count: finished }))
  const tail: string[] = []
  if (active > 0 && all > 0) tail.push(`${readableBytes(all)}/s`)
  if (active > 0 && all > 0 && left > 0) tail.push(t('summary.left', { time: timeLeft(left / all, t) }))
  return (
    <>
      <p className={css.summary}>
        {active > 0 && <span className={css.strong}>{t('summary.active', { count: active })}</span>}
        {active > 0 && parts.length > 0 && ', '}
        {parts.join(', ')}
        {tail.map((text) => ` · ${text}`)}
      </p>
      <div className={css.total}>
        <div ref={fill} className={css.totalFill} />
      </div>
    </>
  )
}

type Words = ReturnType<typeof useTranslation<'downloads'>>['t']

function timeLeft(seconds: number, t: Words): string {
  return seconds < 90
    ? t('seconds', { count: Math.max(1, Math.round(seconds)) })
    : t('minutes', { count: Math.round(seconds / 60) })
}

const hasFinished = computed(() => downloadSummary.value.finished > 0)

function Foot() {
  const { t } = useTranslation('downloads')
  const finished = useSignalValue(hasFinished)
  return (
    <div className={css.foot}>
      <span className={css.footText}>{t('savedTo')}</span>
      <Button variant="link" size={32} disabled={!finished} onClick={clearCompletedDownloads}>
        {t('clearCompleted')}
      </Button>
    </div>
  )
}
