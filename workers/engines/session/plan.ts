/**
 * What a wish asks of the session and of what lies beside it: a pure function, which a replay holds against the log.
 * What the session does by itself (renewals, what other tabs tell) has no event that led to it, and nothing is compared.
 */
import type { AppEvent, EventOf } from '#core/events/index.ts'

export type SessionRequest =
  | { readonly ask: 'signIn'; readonly requestId: string | null }
  | { readonly ask: 'signOut' }
  /** What was kept of a session is tried again. */
  | { readonly ask: 'restore' }
  | { readonly ask: 'mail'; readonly wish: EventOf<'access.mailRequested'>['payload'] }
  | { readonly ask: 'password'; readonly wish: EventOf<'access.passwordChosen'>['payload'] }

export function planSession(event: AppEvent): SessionRequest | null {
  switch (event.type) {
    case 'session.signInRequested':
      return { ask: 'signIn', requestId: null }
    case 'access.codeSent':
    case 'access.linkFollowed':
      return { ask: 'signIn', requestId: event.payload.requestId }
    case 'session.signOutRequested':
      return { ask: 'signOut' }
    case 'session.retryRequested':
      return { ask: 'restore' }
    case 'access.mailRequested':
      return { ask: 'mail', wish: event.payload }
    case 'access.passwordChosen':
      return { ask: 'password', wish: event.payload }
    default:
      return null
  }
}
