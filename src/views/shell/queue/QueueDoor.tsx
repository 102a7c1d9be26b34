// The way to the queue while no play bar offers one: what is put into it plays nothing yet (QUEUE-004, D-105).
import { ListVideo } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isAnyWaiting, player, queue } from '#projections/player.ts'
import { Tooltip } from '../../kit/controls/Tooltip.tsx'
import { useMedia } from '../../kit/useMedia.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { media } from '../../theme/tokens.css.ts'
import * as css from '../Shell.css.ts'
import { queueOpen } from '../shell.state.ts'
import { QueueButton } from './QueueButton.tsx'

function useIsOffered(): boolean {
  return useSignalValue(player, ({ song, shouldShowMiniPlayer }) => song !== null && shouldShowMiniPlayer)
}

/** In the header, where there is no sidebar. On a phone it takes room from the title only while something waits. */
export function HeaderQueueDoor() {
  const isOffered = useIsOffered()
  const waits = useSignalValue(isAnyWaiting)
  const isEmpty = useSignalValue(queue, ({ items }) => items.length === 0) && !waits
  const desktop = useMedia(media.desktop)
  const phone = useMedia(media.phone)
  return isOffered || desktop || (phone && isEmpty) ? null : <QueueButton />
}

/** At the foot of the sidebar. */
export function SideQueueDoor({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation()
  const open = useSignalValue(queueOpen)
  const name = t('queue')
  if (useIsOffered()) return null
  const button = (
    <button
      type="button"
      className={css.footButton}
      aria-label={name}
      aria-expanded={open}
      data-keeps-open=""
      data-opens-queue=""
      onClick={() => {
        queueOpen.value = !open
      }}
    >
      <ListVideo size={20} strokeWidth={1.75} className={css.navIcon} aria-hidden="true" />
      {!collapsed && name}
    </button>
  )
  return collapsed ? <Tooltip text={name}>{button}</Tooltip> : button
}
