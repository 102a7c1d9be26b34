import { useEffect, useMemo, useRef } from 'react'
import { releaseCard, releaseDetail } from '#projections/releases.ts'
import { inviteOpen } from '../../forms/invite/invite.state.ts'
import { ContactForm } from '../../forms/people/ContactForm.tsx'
import { ShareForm } from '../../forms/people/ShareForm.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { closePeopleDialog, type PeopleDialog } from '../../music/people.state.ts'

/** The forms that send a release to somebody, or write to its owner. */
export function PeopleDialogs({ kind, releaseid }: PeopleDialog) {
  const card = useSignalValue(useMemo(() => releaseCard(releaseid), [releaseid]))
  const detail = useSignalValue(useMemo(() => releaseDetail(releaseid), [releaseid]))
  const known = detail?.release ?? card
  // A list may let go of it while somebody writes.
  const held = useRef(known)
  if (known) held.current = known
  const release = held.current
  const isUnknown = release === undefined
  useEffect(() => {
    if (isUnknown) closePeopleDialog()
  }, [isUnknown])
  if (isUnknown) return null
  if (kind === 'contact') return <ContactForm release={release} onClose={closePeopleDialog} />
  return <ShareForm release={release} onClose={closePeopleDialog} onInvite={inviteInstead} />
}

/** One at a time: the flow takes the place of the form. */
function inviteInstead(): void {
  closePeopleDialog()
  inviteOpen.value = true
}
