import { useEffect, useRef } from 'react'

/** Calls `again` once the connection is back, where something did not come. */
export function useBackOnline(isLost: boolean, again: () => void): void {
  const latest = useRef(again)
  latest.current = again
  useEffect(() => {
    if (!isLost) return
    const back = () => latest.current()
    addEventListener('online', back)
    return () => removeEventListener('online', back)
  }, [isLost])
}
