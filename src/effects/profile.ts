// Who is signed in is shown by the profile as well: the avatar's letters and its colour (D-054). Its format decides what
// is downloaded, so a read that failed is made again.
import { effect, type ReadonlySignal } from '@preact/signals-react'

/** The first pause after a read that failed, and the longest, in ms; it doubles. */
const PAUSE_MS = 5_000
const PAUSE_MAX_MS = 300_000

export interface ProfilePorts {
  readonly isSignedIn: ReadonlySignal<boolean>
  /** Whether reading it failed, and nothing was read before. */
  readonly isMissing: ReadonlySignal<boolean>
  /** Whether there is a connection. */
  readonly isOnline: ReadonlySignal<boolean>
  read(): void
  /** Runs something after so many ms. @returns how not to */
  after(ms: number, run: () => void): () => void
}

/** Reads the profile whenever somebody is signed in, until it was read. @returns how to stop */
export function readOnSignIn({ isSignedIn, isMissing, isOnline, read, after }: ProfilePorts): () => void {
  let pause = PAUSE_MS
  const stopReading = effect(() => {
    pause = PAUSE_MS
    if (isSignedIn.value) read()
  })
  const stopRepeating = effect(() => {
    // Without a connection it waits for one.
    if (!isSignedIn.value || !isMissing.value || !isOnline.value) return
    const cancel = after(pause, read)
    pause = Math.min(2 * pause, PAUSE_MAX_MS)
    return cancel
  })
  return () => {
    stopReading()
    stopRepeating()
  }
}
