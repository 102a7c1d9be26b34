import { useTranslation } from 'react-i18next'
import { signOut } from '#actions/session.ts'
import { downloadSummary } from '#projections/downloads.ts'
import { session } from '#projections/session.ts'
import { Button } from '../parts/Button.tsx'
import { AlertDialog } from '../parts/Dialog.tsx'
import { useSignalValue } from '../parts/useSignalValue.ts'
import { PlaylistDialogs } from './PlaylistDialogs.tsx'
import { ProblemDialog } from './ProblemDialog.tsx'
import { ClearQueueDialog } from './queue/ClearQueueDialog.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { OverlayNav } from './SideNav.tsx'
import { clearQueueOpen, navOpen, problemOpen, shortcutsOpen, signOutOpen } from './shell.state.ts'

/** The dialogs that belong to no screen (SHELL-020). */
export function Modals() {
  const { showLogoutDisclaimerModal, status } = useSignalValue(session)
  const nav = useSignalValue(navOpen)
  const problem = useSignalValue(problemOpen)
  const leaving = useSignalValue(signOutOpen)
  const shortcuts = useSignalValue(shortcutsOpen)
  const clearing = useSignalValue(clearQueueOpen)
  return (
    <>
      {nav && <OverlayNav />}
      {problem && <ProblemDialog />}
      {shortcuts && <ShortcutsDialog />}
      <PlaylistDialogs />
      {clearing && <ClearQueueDialog />}
      {leaving && <SignOutDialog busy={status === 'signingOut'} />}
      {showLogoutDisclaimerModal && <ExpiredDialog busy={status === 'signingOut'} />}
    </>
  )
}

/** The session is over; the only way on is to sign in again (SESSION-009, SESSION-010). */
function ExpiredDialog({ busy }: { busy: boolean }) {
  const { t } = useTranslation('session')
  const { t: common } = useTranslation()
  return (
    <AlertDialog title={t('expired.title')} body={t('expired.message')}>
      <Button variant="primary" data-autofocus="" busy={busy} onClick={signOut}>
        {common('ok')}
      </Button>
    </AlertDialog>
  )
}

function SignOutDialog({ busy }: { busy: boolean }) {
  const { t } = useTranslation('session')
  const { t: common } = useTranslation()
  const { active, waiting } = useSignalValue(downloadSummary)
  const running = active + waiting
  const close = () => {
    signOutOpen.value = false
  }
  const confirm = () => {
    close()
    signOut()
  }
  const body = [t('signOut.message'), running > 0 ? t('signOut.running', { count: running }) : ''].filter(Boolean)
  return (
    <AlertDialog title={t('signOut.title')} body={body.join('\n')} onClose={close}>
      <Button onClick={close}>{common('cancel')}</Button>
      <Button variant="primary" data-autofocus="" busy={busy} onClick={confirm}>
        {t('signOut.confirm')}
      </Button>
    </AlertDialog>
  )
}
