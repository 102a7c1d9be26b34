// What the list of the invite flow holds; the shell, which opens it, needs none of it.
import { signal } from '@preact/signals-react'
import type { Relationship } from '#core/model/people/network.ts'

export interface InviteEntry {
  readonly email: string
  readonly relationship: Relationship
}

/** What is typed beside the list. */
export interface InviteTyped {
  readonly email: string
  readonly relationship: string
}

export interface InviteDraft {
  readonly playerid: string
  readonly entries: readonly InviteEntry[]
  readonly typed?: InviteTyped
}

/** The list of a flow that was not finished, for whom it belongs to: a session may end over it. */
export const inviteDraft = signal<InviteDraft | null>(null, { name: 'inviteDraft' })

export const isTyped = ({ email, relationship }: InviteTyped): boolean => email !== '' || relationship !== ''

/** What a list that was sent did not have on it: added, or typed, while it was on its way. @returns null: nothing */
export function leftOf(draft: InviteDraft | null, sent: readonly InviteEntry[]): InviteDraft | null {
  if (draft === null) return null
  const gone = new Set(sent.map(({ email }) => email))
  const entries = draft.entries.filter(({ email }) => !gone.has(email))
  return entries.length > 0 || draft.typed ? { ...draft, entries } : null
}
