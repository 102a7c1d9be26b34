import { useEffect, useState } from 'react'
import { isOnline } from '#projections/session.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'

const OFFLINE_HIDE_DELAY_MS = 500

/** Whether the page counts as offline: at once when the connection goes, half a second after it came back (SESSION-015). */
export function useOffline(): boolean {
  const online = useSignalValue(isOnline)
  const [offline, setOffline] = useState(!online)
  useEffect(() => {
    if (!online) return setOffline(true)
    const timer = setTimeout(() => setOffline(false), OFFLINE_HIDE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [online])
  return offline || !online
}
