import { type RefObject, useEffect, useRef } from 'react'
import { useSignalValue } from '../useSignalValue.ts'
import { layersInert } from './layers.state.ts'

/** Whether a layer takes neither presses nor keys. When it does again, keys go on where they were, else in the layer. */
export function useLayersInert(box: RefObject<HTMLElement | null>): boolean {
  const inert = useSignalValue(layersInert)
  const held = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const layer = box.current
    const hold = () => {
      held.current = layer?.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null
    }
    // What it opened with has the focus already.
    hold()
    layer?.addEventListener('focusin', hold)
    return () => layer?.removeEventListener('focusin', hold)
  }, [box])
  useEffect(() => {
    if (inert || document.activeElement !== document.body) return
    const place = held.current?.isConnected ? held.current : box.current
    place?.focus({ preventScroll: true })
  }, [inert, box])
  return inert
}
