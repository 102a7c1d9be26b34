import { session } from '#projections/session.ts'
import { Button } from '../kit/controls/Button.tsx'
import { AlertDialog } from '../kit/overlays/Dialog.tsx'
import { useSignalValue } from '../kit/useSignalValue.ts'

interface Props {
  title: string
  body: string
  ok: string
  /** It stands for the page or the dialog that could not be shown: Back leaves that, and it with it. */
  isPlace?: boolean
  onOk: () => void
}

/** The error modal: a title, a message and one OK (SHELL-021). Not over the news that the session is over, which is why. */
export function ErrorDialog({ title, body, ok, isPlace, onOk }: Props) {
  const { showLogoutDisclaimerModal } = useSignalValue(session)
  if (showLogoutDisclaimerModal) return null
  return (
    <AlertDialog title={title} body={body} error isPlace={isPlace} onClose={onOk}>
      <Button variant="primary" data-autofocus="" onClick={onOk}>
        {ok}
      </Button>
    </AlertDialog>
  )
}
