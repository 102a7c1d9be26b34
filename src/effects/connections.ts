// Somebody who is signed in takes the invitation that was kept for them; once it is answered it is kept no longer (D-047).
import { effect, type ReadonlySignal } from '@preact/signals-react'
import type { On } from './hearing.ts'

export interface ConnectionsPorts {
  readonly on: On
  readonly isSignedIn: ReadonlySignal<boolean>
  /** Of two tabs that are signed in at once, the one that is looked at asks. */
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  accept(): void
  forget(link: string): void
}

/** @returns how to stop */
export function takeConnections({ on, isSignedIn, document, accept, forget }: ConnectionsPorts): () => void {
  const take = () => {
    if (isSignedIn.peek() && document.visibilityState === 'visible') accept()
  }
  document.addEventListener('visibilitychange', take)
  const stops = [
    effect(() => {
      if (isSignedIn.value) take()
    }),
    on('connection.accepted', ({ payload }) => forget(payload.link)),
    on('connection.refused', ({ payload: { link, why } }) => {
      if (why !== 'unanswered') forget(link)
    }),
    () => document.removeEventListener('visibilitychange', take),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
