// Who is signed in is shown by the profile as well: the avatar's letters and its colour (D-054).
import { effect, type ReadonlySignal } from '@preact/signals-react'

export interface ProfilePorts {
  readonly isSignedIn: ReadonlySignal<boolean>
  read(): void
}

/** Reads the profile whenever somebody is signed in. @returns how to stop */
export function readOnSignIn({ isSignedIn, read }: ProfilePorts): () => void {
  return effect(() => {
    if (isSignedIn.value) read()
  })
}
