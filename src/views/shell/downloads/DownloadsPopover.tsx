import { computed, effect } from '@preact/signals-react'
import { Settings2, X } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { clearCompletedDownloads } from '#actions/downloads.ts'
import { saveReceipt } from '#actions/receipt.ts'
import { downloadRows } from '#projections/downloads/downloadRows.ts'
import { downloadFolder, downloadSummary, downloadsOpen, peekJobs } from '#projections/downloads/downloads.ts'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { Tooltip } from '../../kit/controls/Tooltip.tsx'
import { EmptyTray } from '../../kit/graphics/drawings.tsx'
import { Popover } from '../../kit/overlays/Popover.tsx'
import { leaving, panelAround } from '../../kit/overlays/panelFocus.ts'
import { say } from '../../kit/said.ts'
import { useMedia } from '../../kit/useMedia.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { media } from '../../theme/tokens.css.ts'
import { QUEUE_WIDTH_PX } from '../queue/width.ts'
import { queueOpen, toastsReach } from '../shell.state.ts'
import { DownloadRows } from './DownloadRows.tsx'
import { DownloadSettings } from './DownloadSettings.tsx'
import * as css from './Downloads.css.ts'
import { settingsShown } from './panel.state.ts'
import { ServerAway } from './ServerAway.tsx'
import { Failures, StandingStill, Summary, WorkerLost } from './Standing.tsx'
import { useSpeedMeter } from './speed.state.ts'

const close = () => {
  downloadsOpen.value = false
}

const closeSettings = () => {
  settingsShown.value = false
}

/** Has the panel end above the notifications there are. @param head part of it */
function leaveRoom(head: HTMLElement | null) {
  const panel = head && panelAround(head)
  if (panel) return effect(() => panel.style.setProperty('--toasts', `${toastsReach.value}px`))
}

/** Every download with its state and the way out of a failure (DOWNLOAD-004 to DOWNLOAD-007). */
export function DownloadsPopover({ anchor }: { anchor: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('downloads')
  const { t: common } = useTranslation()
  const ids = useSignalValue(downloadRows)
  const phone = useMedia(media.phone)
  const wide = useMedia(media.wide)
  const besideQueue = useSignalValue(queueOpen) && wide
  const settings = useSignalValue(settingsShown)
  const { name } = useSignalValue(downloadFolder)
  useSpeedMeter()
  useEffect(() => closeSettings, [])
  return (
    <Popover
      anchor={anchor}
      role="dialog"
      label={t('title')}
      className={css.panel}
      onClose={close}
      {...(phone ? { right: 8 } : besideQueue ? { right: QUEUE_WIDTH_PX + 1 } : {})}
    >
      <div ref={leaveRoom} className={css.head}>
        <h2 className={css.title}>{t('title')}</h2>
        <IconButton
          size={36}
          label={t('settings')}
          icon={<Settings2 size={18} strokeWidth={1.75} />}
          on={settings}
          aria-expanded={settings}
          onClick={() => {
            settingsShown.value = !settings
          }}
        />
        <IconButton size={36} label={common('close')} icon={<X size={18} />} onClick={close} />
      </div>
      {settings && <DownloadSettings />}
      {ids.length === 0 ? (
        <div className={css.nothing}>
          <EmptyTray className={css.drawing} />
          <p className={css.nothingTitle}>{t('empty')}</p>
          <p className={css.nothingText}>
            {t('emptyHint')} {name === null ? t('emptySaved') : t('emptyFolder', { name })}
          </p>
        </div>
      ) : (
        <>
          <Summary />
          <WorkerLost />
          <ServerAway />
          <StandingStill />
          <Failures />
          <DownloadRows ids={ids} />
          <Foot />
        </>
      )}
    </Popover>
  )
}

const hasFinished = computed(() => downloadSummary.value.finished > 0)

function Foot() {
  const { t } = useTranslation('downloads')
  const finished = useSignalValue(hasFinished)
  const { name } = useSignalValue(downloadFolder)
  const clear = () => {
    // To whoever does not see the rows go.
    say(t('cleared', { count: downloadSummary.peek().finished }))
    clearCompletedDownloads()
  }
  return (
    <div className={css.foot}>
      <span className={css.footText}>{name === null ? t('savedTo') : t('folderIs', { name })}</span>
      <Tooltip text={t('receiptOf')}>
        <Button
          variant="link"
          size={32}
          disabled={!finished}
          aria-description={t('receiptOf')}
          onClick={() => say(t('receiptSaved', { count: saveReceipt(peekJobs()) }))}
        >
          {t('receipt')}
        </Button>
      </Tooltip>
      <Button variant="link" size={32} disabled={!finished} onClick={leaving(clear)}>
        {t('clearCompleted')}
      </Button>
    </div>
  )
}
