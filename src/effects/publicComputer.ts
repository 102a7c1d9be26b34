// When a session is over, or there is none, a public computer forgets what it was lent for (D-006).
import type { Entities } from '#core/model/entities.ts'
import type { On } from './hearing.ts'

/**
 * Whether the page stays as it is, as far as is known. One that may keep nothing begins anew once nobody is signed in:
 * until then what came with its address has to stay there, or a mailed link would be gone with it.
 * @param keeps this page may keep something on this device
 */
export const staysAsItIs = (status: Entities['session']['status'], keeps: boolean): boolean =>
  status !== 'restoring' && (keeps || status !== 'signedOut')

export interface PublicSessionPorts {
  readonly on: On
  /** Whether this page may keep something on this device. */
  keeps(): boolean
  leave(): void
}

/** @returns how to stop */
export function forgetPublicSession({ on, keeps, leave }: PublicSessionPorts): () => void {
  /** When the session began that is shown, or was last: by its end the page may be lent to the next one already (H-484). */
  let isKept = false
  const leaveUnlessKept = () => {
    if (!isKept) leave()
  }
  const stops = [
    on('session.started', () => {
      isKept = keeps()
    }),
    on('session.ended', leaveUnlessKept),
    on('session.absent', leaveUnlessKept),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
