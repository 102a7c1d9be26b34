// When a session is over, or there is none, a public computer forgets what it was lent for (D-006).
import type { On } from './hearing.ts'

/** @returns how to stop */
export function forgetPublicSession({ on, leave }: { readonly on: On; leave(): void }): () => void {
  const stops = [on('session.ended', leave), on('session.absent', leave)]
  return () => {
    for (const stop of stops) stop()
  }
}
