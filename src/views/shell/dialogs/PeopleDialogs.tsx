import { computed } from '@preact/signals-react'
import { useEffect, useMemo, useRef } from 'react'
import { releaseCard, releaseDetail } from '#projections/releases.ts'
import { inviteOpen } from '../../forms/invite/invite.state.ts'
import { ContactForm } from '../../forms/people/ContactForm.tsx'
import { type Releases, ShareForm } from '../../forms/people/ShareForm.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { closePeopleDialog, type PeopleDialog } from '../../music/people.state.ts'

/** The forms that send releases to somebody, or write to the owner of one. */
export function PeopleDialogs({ kind, releaseids, leftOut, to }: PeopleDialog) {
  const known = useSignalValue(useMemo(() => computed(() => allOf(releaseids)), [releaseids]))
  // A list may let go of them while somebody writes.
  const held = useRef(known)
  if (known) held.current = known
  const releases = held.current
  const isUnknown = releases === null
  useEffect(() => {
    if (isUnknown) closePeopleDialog()
  }, [isUnknown])
  if (isUnknown) return null
  if (kind === 'contact') return <ContactForm release={releases[0]} onClose={closePeopleDialog} />
  return (
    <ShareForm releases={releases} leftOut={leftOut} to={to} onClose={closePeopleDialog} onInvite={inviteInstead} />
  )
}

/** Null as soon as one of them is not known. */
function allOf([first, ...rest]: PeopleDialog['releaseids']): Releases | null {
  const one = (releaseid: string) => releaseDetail(releaseid).value?.release ?? releaseCard(releaseid).value
  const known = one(first)
  const others = rest.flatMap((releaseid) => one(releaseid) ?? [])
  return known && others.length === rest.length ? [known, ...others] : null
}

/** One at a time: the flow takes the place of the form. */
function inviteInstead(): void {
  closePeopleDialog()
  inviteOpen.value = true
}
