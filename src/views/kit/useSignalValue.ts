import type { ReadonlySignal } from '@preact/signals-react'
import { useCallback, useSyncExternalStore } from 'react'

/** The value of a signal, read in render: the component renders again when it changes. The only way to read one there. */
export function useSignalValue<T>(signal: ReadonlySignal<T>): T {
  const subscribe = useCallback(
    (changed: () => void) => {
      let first = true
      return signal.subscribe(() => {
        if (first) first = false
        else changed()
      })
    },
    [signal],
  )
  return useSyncExternalStore(
    subscribe,
    () => signal.peek(),
    () => signal.peek(),
  )
}
