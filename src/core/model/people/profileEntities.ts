import type { Profile } from './profile.ts'
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
  save: {
    readonly requestId: string
    readonly status: 'waiting' | 'done' | 'refused'
    readonly refusal: Refusal | null
  } | null
  /** The address a mail was asked for that joins it to the account, or takes it off (PROFILE-003). */
  mergeEmailStarted: MailAsked | null
  mergeEmailError: Refusal | null
  splitEmailStarted: MailAsked | null
  splitEmailError: Refusal | null
}

export interface MailAsked {
  readonly requestId: string
  readonly email: string
  /** The mail is on its way. */
  readonly sent: boolean
}
