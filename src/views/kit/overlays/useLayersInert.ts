import { type RefObject, useEffect } from 'react'
import { useSignalValue } from '../useSignalValue.ts'
import { layersInert } from './layers.state.ts'

/** Whether a layer takes neither presses nor keys. When it does again, keys that have no other place go on in it. */
export function useLayersInert(box: RefObject<HTMLElement | null>): boolean {
  const inert = useSignalValue(layersInert)
  useEffect(() => {
    if (!inert && document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  }, [inert, box])
  return inert
}
