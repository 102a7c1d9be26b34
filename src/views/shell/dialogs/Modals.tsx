import { memo, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leaveExpired, signOut } from '#actions/people/session.ts'
import { downloadSummary, downloadsOpen } from '#projections/downloads/downloads.ts'
import { marksWaiting } from '#projections/library.ts'
import { session, sessionStatus } from '#projections/session.ts'
import { inviteOpen } from '../../forms/invite/invite.state.ts'
import { unsavedWords } from '../../forms/profile/unsaved.state.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { AlertDialog } from '../../kit/overlays/Dialog.tsx'
import { WithScript } from '../../kit/overlays/WithScript.tsx'
import { useMedia } from '../../kit/useMedia.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { closePeopleDialog, peopleDialog } from '../../music/people.state.ts'
import { closePlaylistDialog } from '../../music/playlists/playlists.state.ts'
import { closeHeaderPanel, headerPanel, signOutOpen } from '../../screens/account/account.state.ts'
import { media } from '../../theme/tokens.css.ts'
import { OverlayNav } from '../SideNav.tsx'
import { clearQueueDialog, headerPanels, inviteFlow, peopleDialogs, shortcutsDialog } from '../scripts.ts'
import { clearQueueOpen, navOpen, nowPlayingOpen, queueOpen, shortcutsOpen } from '../shell.state.ts'
import { PlaylistDialogs } from './PlaylistDialogs.tsx'

/** The dialogs that belong to no screen (SHELL-020). */
export const Modals = memo(function Modals() {
  const { showLogoutDisclaimerModal, status } = useSignalValue(session)
  const nav = useSignalValue(navOpen)
  const leaving = useSignalValue(signOutOpen)
  const shortcuts = useSignalValue(shortcutsOpen)
  const invites = useSignalValue(inviteOpen)
  const people = useSignalValue(peopleDialog)
  const clearing = useSignalValue(clearQueueOpen)
  const panel = useSignalValue(headerPanel)
  const phone = useMedia(media.phone)
  useEffect(() => closeOfSession, [])
  return (
    <>
      {nav && <OverlayNav />}
      {shortcuts && (
        <WithScript script={shortcutsDialog} onClose={closerOf(shortcutsOpen)}>
          {({ ShortcutsDialog }) => <ShortcutsDialog />}
        </WithScript>
      )}
      {invites && (
        <WithScript script={inviteFlow} onClose={closerOf(inviteOpen)}>
          {({ InviteFlow }) => <InviteFlow onClose={closerOf(inviteOpen)} />}
        </WithScript>
      )}
      {panel && phone && (
        <WithScript script={headerPanels} onClose={closeHeaderPanel}>
          {({ Panel }) => <Panel which={panel} />}
        </WithScript>
      )}
      <PlaylistDialogs />
      {people && (
        <WithScript script={peopleDialogs} onClose={closePeopleDialog}>
          {({ PeopleDialogs }) => <PeopleDialogs {...people} />}
        </WithScript>
      )}
      {clearing && (
        <WithScript script={clearQueueDialog} onClose={closerOf(clearQueueOpen)}>
          {({ ClearQueueDialog }) => <ClearQueueDialog />}
        </WithScript>
      )}
      {leaving && <SignOutDialog busy={status === 'signingOut'} />}
      {showLogoutDisclaimerModal && <ExpiredDialog busy={status === 'signingOut'} />}
    </>
  )
})

const OF_SESSION = [
  navOpen,
  signOutOpen,
  shortcutsOpen,
  inviteOpen,
  clearQueueOpen,
  queueOpen,
  nowPlayingOpen,
  downloadsOpen,
]

/** With a session goes what was open in it: whoever signs in next opened none of it. */
function closeOfSession(): void {
  if (sessionStatus.peek() !== 'signedOut') return
  for (const open of OF_SESSION) open.value = false
  closePeopleDialog()
  closeHeaderPanel()
  closePlaylistDialog()
}

const closerOf = (open: { value: boolean }) => () => {
  open.value = false
}

/** The session is over; the only way on is to sign in again (SESSION-009, SESSION-010). */
function ExpiredDialog({ busy }: { busy: boolean }) {
  const { t } = useTranslation('session')
  const { t: common } = useTranslation()
  return (
    <AlertDialog title={t('expired.title')} body={t('expired.message')} inert={false}>
      <Button variant="primary" data-autofocus="" busy={busy} onClick={leaveExpired}>
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
  const unsaved = useSignalValue(unsavedWords)
  const [marks] = useState(() => marksWaiting.peek())
  const close = () => {
    signOutOpen.value = false
  }
  const confirm = () => {
    close()
    signOut()
  }
  const body = [
    t('signOut.message'),
    running > 0 ? t('signOut.running', { count: running }) : '',
    marks > 0 ? t('signOut.marks', { count: marks }) : '',
    unsaved,
  ].filter(Boolean)
  return (
    <AlertDialog title={t('signOut.title')} body={body.join('\n')} onClose={close}>
      <Button onClick={close}>{common('cancel')}</Button>
      <Button variant="primary" data-autofocus="" busy={busy} onClick={confirm}>
        {t('signOut.confirm')}
      </Button>
    </AlertDialog>
  )
}
