import '../../i18n/network.ts'
import { useEffect, useRef, useState } from 'react'
import { clearInvitations } from '#actions/people/connections.ts'
import type { SentInvitation } from '#core/model/people/network.ts'
import { inviting } from '#projections/connections.ts'
import { claims } from '#projections/session.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { IntroForm } from './IntroForm.tsx'
import { type InviteEntry, inviteDraft, leftOf } from './inviteDraft.state.ts'
import { ListForm } from './ListForm.tsx'
import { SentView } from './SentView.tsx'

/** From what has to be understood over the list to what happened to each (INVITE-003 to INVITE-020). */
export function InviteFlow({ onClose }: { onClose: () => void }) {
  const me = useSignalValue(claims)
  const state = useSignalValue(inviting)
  // A session ended over a list: its owner goes on where they were, and anybody else begins.
  const [started, setStarted] = useState(() => {
    const draft = inviteDraft.peek()
    const isOwn = draft?.playerid === me?.playerid
    if (!isOwn) inviteDraft.value = null
    return isOwn && draft !== null && draft.entries.length > 0
  })
  const sent = useRef<readonly InviteEntry[]>([])
  useEffect(() => clearInvitations, [])
  const isSent = state?.status === 'done'
  useEffect(() => {
    // Who came onto the list while it was on its way is not invited yet.
    if (isSent) inviteDraft.value = leftOf(inviteDraft.peek(), sent.current)
  }, [isSent])
  if (!started) return <IntroForm onStart={() => setStarted(true)} onClose={onClose} />
  if (isSent) {
    const left = leftOf(inviteDraft.peek(), sent.current)
    return (
      <SentView
        sent={state.sent ?? sent.current.map(asSent)}
        left={left === null ? 0 : left.entries.length + (left.typed ? 1 : 0)}
        onMore={clearInvitations}
        onClose={onClose}
      />
    )
  }
  return <ListForm sent={sent} onClose={onClose} />
}

/** An answer that says nothing of each was good for all of them (API-GEN-003). */
const asSent = ({ email, relationship }: InviteEntry): SentInvitation => ({
  invitee_email: email,
  relationship,
  status: 'sent',
})
