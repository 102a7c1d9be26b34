import { useTranslation } from 'react-i18next'
import { clearQueue } from '#actions/player.ts'
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx'
import { clearQueueOpen } from '../shell.state.ts'

/** Asks before the queue is emptied; what plays goes on (QUEUE-007, D-106). */
export function ClearQueueDialog() {
  const { t } = useTranslation('player')
  const close = () => {
    clearQueueOpen.value = false
  }
  return (
    <ConfirmDialog
      title={t('playQueue.clear')}
      body={t('playQueue.clearConfirm')}
      verb={t('playQueue.clear')}
      onConfirm={() => {
        close()
        clearQueue()
      }}
      onClose={close}
      returnTo={() => document.querySelector<HTMLElement>('[data-queue-heading]')}
    />
  )
}
