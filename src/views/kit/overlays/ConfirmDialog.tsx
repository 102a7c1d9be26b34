import { useTranslation } from 'react-i18next'
import { Button } from '../controls/Button.tsx'
import { AlertDialog } from './Dialog.tsx'

interface Props {
  title: string
  body: string
  verb: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that nothing takes back; what leaves everything as it is has the focus. */
export function ConfirmDialog({ title, body, verb, onConfirm, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <AlertDialog title={title} body={body} onClose={onClose}>
      <Button data-autofocus="" onClick={onClose}>
        {t('cancel')}
      </Button>
      <Button variant="primary" onClick={onConfirm}>
        {verb}
      </Button>
    </AlertDialog>
  )
}
