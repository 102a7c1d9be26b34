import type { ReadonlySignal } from '@preact/signals-react'
import { useCallback, useSyncExternalStore } from 'react'

/**
 * The value of a signal, read in render: the component renders again when it changes. The only way to read one there.
 * @param part what is read of it, when that is not all: another part that changes renders nothing. It makes no new object
 */
export function useSignalValue<T>(signal: ReadonlySignal<T>): T
export function useSignalValue<T, P>(signal: ReadonlySignal<T>, part: (value: T) => P): P
export function useSignalValue<T>(signal: ReadonlySignal<T>, part: (value: T) => unknown = whole): unknown {
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
  const read = () => part(signal.peek())
  return useSyncExternalStore(subscribe, read, read)
}

const whole = <T>(value: T): T => value
