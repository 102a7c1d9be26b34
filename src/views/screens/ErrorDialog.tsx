import { session } from '#projections/session.ts'
import { Button } from '../kit/controls/Button.tsx'
import { AlertDialog } from '../kit/overlays/Dialog.tsx'
import { useSignalValue } from '../kit/useSignalValue.ts'

/** The error modal: a title, a message and one OK (SHELL-021). Not over the news that the session is over, which is why. */
export function ErrorDialog({ title, body, ok, onOk }: { title: string; body: string; ok: string; onOk: () => void }) {
  const { showLogoutDisclaimerModal } = useSignalValue(session)
  if (showLogoutDisclaimerModal) return null
  return (
    <AlertDialog title={title} body={body} error onClose={onOk}>
      <Button variant="primary" data-autofocus="" onClick={onOk}>
        {ok}
      </Button>
    </AlertDialog>
  )
}
