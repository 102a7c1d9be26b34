// Whether the invite flow is open, and what its list holds.
import { signal } from '@preact/signals-react'
import type { Relationship } from '#core/model/people/network.ts'

export const inviteOpen = signal(false, { name: 'inviteOpen' })

export interface InviteEntry {
  readonly email: string
  readonly relationship: Relationship
}

/** The list of a flow that was not finished, for whom it belongs to: a session may end over it. */
export const inviteDraft = signal<{ readonly playerid: string; readonly entries: readonly InviteEntry[] } | null>(
  null,
  {
    name: 'inviteDraft',
  },
)

export function openInvite(): void {
  inviteOpen.value = true
}
