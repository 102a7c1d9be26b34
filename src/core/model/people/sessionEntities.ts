// The rows of the state that say who is signed in, and how one comes in.
import type { AccessClaims } from './account.ts'
import type { Connection, SentInvitation } from './network.ts'
import type { Refusal, SignInRefusalCode } from './refusal.ts'

export type SessionStatus = 'restoring' | 'unreachable' | 'signedOut' | 'signingIn' | 'signedIn' | 'signingOut'

/** SIGNIN-021; tokens stand as handles of the session worker's vault (D-152). */
export interface SessionState {
  status: SessionStatus
  loading: boolean
  claims: AccessClaims | null
  accessToken: string | null
  refreshToken: string | null
  errorCode: SignInRefusalCode | null
  errorMessage: string
  /** How long the server asked to wait, ms from its answer; left out where it did not. */
  retryAfterMs?: number
  showLogoutDisclaimerModal: boolean
}

/** What was asked for last of the ways in that lead through a mail. */
export interface AccessState {
  requestId: string
  status: 'idle' | 'waiting' | 'done' | 'refused'
  refusal: Refusal | null
  /** A mail with a link is on its way; no longer so when the address is changed (SIGNIN-021 to SIGNIN-024). */
  isEmailSent: boolean
  /** That mail holds a code as well; left out where it holds the link alone. */
  hasCode?: true
  /** So many passkeys open the account whose password was set; left out for none. */
  passkeys?: number
  /** To so many addresses beside that of the link more links can be mailed that open it; left out for none. */
  addresses?: number
}

/** The lists of SIGNIN-021, each entry with an id. */
export interface NetworkState {
  /** Invitations to connect on their way, by the handle of their link. */
  invitations: readonly { readonly id: string }[]
  /** `id` is `player_id` (D-046). */
  connections: readonly (Readonly<Connection> & { readonly id: string })[]
  /** Who ceased to be one in this session: connected again, they are news (H-058). */
  left?: readonly string[]
  /** How reading the list stands; left out before it was asked for. `success` from the first list on. */
  status?: 'loading' | 'success' | 'error'
  /** Deletions on their way: their connections are not shown, and stand in the list until it is certain. */
  removals?: readonly { readonly requestId: string; readonly id: string }[]
  /** Why the last deletion came to nothing (NETWORK-007), until it was read. */
  failure?: DeletionFailure
  /** Those that came to nothing before it, and were not read either; left out for none. */
  alsoFailed?: readonly DeletionFailure[]
}

export interface DeletionFailure {
  /** Of the connection. */
  readonly id: string
  readonly code: string
  readonly message: string
  /** For how long nobody needs to try again, ms from the answer. */
  readonly retryAfterMs?: number
}

/** The invitations that were sent last, while the flow that sends them is open. */
export interface InvitingState {
  requestId: string
  status: 'waiting' | 'done' | 'refused'
  refusal: Refusal | null
  /** What happened to each; null where that is not said. */
  sent: readonly Readonly<SentInvitation>[] | null
}

/** A release or a message on its way to somebody, or why it did not go; gone once it was sent. */
export interface SharingState {
  /** Of the release it is about; empty for one to support. */
  readonly title: string
  /** Of releases that go together, where there are several. */
  readonly count?: number
  /** `sent` is kept of a message to support alone, whose panel says so. */
  readonly status: 'waiting' | 'refused' | 'sent'
  /** With the server's own text (SHARE-012). */
  readonly refusal: Refusal | null
}

/** What was written to the owner of a release before, newest first, while its form is open. */
export interface ContactHistory {
  readonly messages: readonly {
    readonly title: string
    /** One of CONTACT_TYPES, counted from 1. */
    readonly contactType: number
    readonly text: string
    /** ms since 1970. */
    readonly at: number
  }[]
}
