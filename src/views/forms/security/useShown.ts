import { type RefObject, useEffect, useRef } from 'react'

/** @returns whether it still is on the page; an answer may come once it was closed, or left */
export function useShown(): Readonly<RefObject<boolean>> {
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  return shown
}
