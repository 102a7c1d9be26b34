import { useEffect, useState } from 'react'

/**
 * Whether the page sets the volume. iOS leaves it to the keys of the device: what a page sets is 1 again, at once or in
 * the next task.
 */
export function useSetsVolume(): boolean {
  const [sets, setSets] = useState(false)
  useEffect(() => {
    const probe = document.createElement('audio')
    probe.volume = 0.5
    const later = setTimeout(() => setSets(probe.volume === 0.5))
    return () => clearTimeout(later)
  }, [])
  return sets
}
