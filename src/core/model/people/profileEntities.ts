import type { AudioFormat } from '../catalogue/release.ts'
import type { MailEdits, Profile } from './profile.ts'
import type { Refusal } from './refusal.ts'

/** The profile of whoever is signed in, once it was asked for. */
export interface ProfileState {
  /** How reading it stands; what was read before stays while it is read again. */
  status: 'loading' | 'success' | 'error'
  /** Null until it was read for the first time. */
  profile: Profile | null
  /** Names what was read (D-042); null from a server that does not say. */
  version: string | null
  /** What was saved last, and what came of it. */
  save: ProfileSave | null
  /** What was under way when the next was saved, oldest first: whoever saved it waits for its answer as well. */
  earlier?: readonly ProfileSave[]
  /** The format that was chosen and is not saved yet: it holds whatever is read meanwhile (H-051). */
  unsavedFormat?: UnsavedFormat
  /** The mail choices that were made and are not saved yet, likewise. */
  unsavedMails?: UnsavedMails
  /** The address a mail was asked for that joins it to the account, or takes it off (PROFILE-003). */
  mergeEmailStarted: MailAsked | null
  mergeEmailError: Refusal | null
  splitEmailStarted: MailAsked | null
  splitEmailError: Refusal | null
}

export interface ProfileSave {
  readonly requestId: string
  readonly status: 'waiting' | 'done' | 'refused'
  readonly refusal: Refusal | null
}

export interface UnsavedFormat {
  readonly requestId: string
  readonly format: AudioFormat
  /** Saving it failed. */
  readonly isRefused: boolean
}

export interface UnsavedMails {
  readonly requestId: string
  readonly edits: MailEdits
  /** Saving them failed. */
  readonly isRefused: boolean
}

/** The save under a request, and what came of it; null where it is not known (any more). */
export function saveOf(state: ProfileState | undefined, requestId: string | undefined): ProfileSave | null {
  if (!state || requestId === undefined) return null
  const all = state.save === null ? (state.earlier ?? []) : [...(state.earlier ?? []), state.save]
  return all.find((save) => save.requestId === requestId) ?? null
}

export interface MailAsked {
  readonly requestId: string
  readonly email: string
  /** The mail is on its way. */
  readonly sent: boolean
}
