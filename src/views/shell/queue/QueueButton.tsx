import { ListVideo } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../kit/controls/Button.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { closeNowPlaying, queueOpen } from '../shell.state.ts'

/** Shows the play queue and hides it again. */
export function QueueButton() {
  const { t } = useTranslation()
  const open = useSignalValue(queueOpen)
  const press = () => {
    closeNowPlaying()
    queueOpen.value = !open
  }
  return (
    <IconButton
      label={t('queue')}
      on={open}
      aria-expanded={open}
      data-keeps-open=""
      data-opens-queue=""
      icon={<ListVideo size={20} strokeWidth={1.75} />}
      onClick={press}
    />
  )
}
