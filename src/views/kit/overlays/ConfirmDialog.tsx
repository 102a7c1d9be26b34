import { useTranslation } from 'react-i18next'
import { Button } from '../controls/Button.tsx'
import { AlertDialog } from './Dialog.tsx'

interface Props {
  title: string
  body: string
  verb: string
  onConfirm: () => void
  onClose: () => void
  /** Where the focus goes to when what it was asked from is gone with what was asked. */
  returnTo?: () => HTMLElement | null
}

/** Asks before something that nothing takes back; what leaves everything as it is has the focus. */
export function ConfirmDialog({ title, body, verb, onConfirm, onClose, returnTo }: Props) {
  const { t } = useTranslation()
  return (
    <AlertDialog title={title} body={body} onClose={onClose} returnTo={returnTo}>
      <Button data-autofocus="" onClick={onClose}>
        {t('cancel')}
      </Button>
      <Button variant="primary" onClick={onConfirm}>
        {verb}
      </Button>
    </AlertDialog>
  )
}
