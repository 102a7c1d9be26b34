/**
 * The session as screens need it. Legal moves: restoring leads to signedIn, signedOut or
 * unreachable, which leads back to restoring or on when the server answers by itself; signedOut to
 * signingIn; signingIn to signedIn or back; signedIn to signingOut or signedOut; a late answer to a
 * sign-in after the session began is dropped.
 */
import type { AppEvent } from '../../events/index.ts'
import { type Entities, SELF, SINGLES } from '../../model/entities.ts'
import type { Store } from '../store.ts'

export function reduceSession(state: Store, event: AppEvent): void {
  if (!event.type.startsWith('session.')) return
  const session = state.single('session')
  const { retryAfterMs: _, ...rest } = session
  const change = (fields: Partial<Entities['session']>) => state.set('session', SELF, { ...rest, ...fields })
  switch (event.type) {
    case 'session.signInRequested':
      if (session.status !== 'signedOut') return
      return change({ status: 'signingIn', loading: true, errorCode: null, errorMessage: '' })
    case 'session.started':
      if (session.status === 'signedIn') return
      return state.set('session', SELF, {
        ...SINGLES.session,
        status: 'signedIn',
        claims: event.payload.claims,
        accessToken: event.payload.accessToken,
        refreshToken: event.payload.refreshToken,
      })
    case 'session.absent':
      if (session.status !== 'restoring' && session.status !== 'unreachable') return
      return change({ status: 'signedOut' })
    case 'session.unreachable':
      if (session.status !== 'restoring') return
      return change({ status: 'unreachable' })
    case 'session.retryRequested':
      if (session.status !== 'unreachable') return
      return change({ status: 'restoring' })
    case 'session.signInFailed':
      if (session.status !== 'signingIn') return
      return change({
        status: 'signedOut',
        loading: false,
        errorCode: event.payload.code,
        errorMessage: event.payload.message,
        ...(event.payload.retryAfterMs === undefined ? {} : { retryAfterMs: event.payload.retryAfterMs }),
      })
    case 'session.messageCleared':
      return change({ errorCode: null, errorMessage: '' })
    case 'session.refreshed':
      if (session.status !== 'signedIn') return
      // A dialog that says the session expired would no longer be true.
      return change({ ...event.payload, showLogoutDisclaimerModal: false })
    case 'session.expired':
      if (session.status !== 'signedIn') return
      return change({ showLogoutDisclaimerModal: true })
    case 'session.signOutRequested':
      if (session.status !== 'signedIn') return
      return change({ status: 'signingOut', loading: true })
    case 'session.ended':
      return state.set('session', SELF, { ...SINGLES.session, status: 'signedOut' })
  }
}
