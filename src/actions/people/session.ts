import { wish } from '#bridge/dispatch.ts'
import {
  sessionMessageCleared,
  sessionRetryRequested,
  sessionSignInRequested,
  sessionSignOutRequested,
} from '#core/events/people/session.ts'
import { ports } from '../ports.ts'

/**
 * Signs in. The password goes to the session worker's vault and nowhere else; the answer is the session's state.
 * @param publicDevice nothing of the session is kept on this device
 */
export async function signIn(username: string, password: string, publicDevice: boolean): Promise<void> {
  const handle = await ports().keepSecret('credentials', JSON.stringify({ username: username.trim(), password }))
  wish(sessionSignInRequested({ handle, publicDevice }))
}

/** Ends the session on this device, and what the player leaves on it. */
export function signOut(): void {
  wish(sessionSignOutRequested({}))
}

/** The answer to the session-expired dialog (SESSION-010): whoever signs in again finds everything as it was (H-137). */
export function leaveExpired(): void {
  wish(sessionSignOutRequested({ expired: true }))
}

/** The form was changed: the last failure is no longer shown. */
export function clearSignInMessage(): void {
  wish(sessionMessageCleared({}))
}

/** Tries again to reach the server with the session that is kept on this device. */
export function retrySession(): void {
  wish(sessionRetryRequested({}))
}
