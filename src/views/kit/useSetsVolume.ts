import { useEffect, useState } from 'react'

function probed(): HTMLAudioElement {
  const probe = document.createElement('audio')
  probe.volume = 0.5
  return probe
}

const isKept = (probe: HTMLAudioElement) => probe.volume === 0.5

/**
 * Whether the page sets the volume. iOS leaves it to the keys of the device: what a page sets is 1 again, at once or in
 * the next task. What is known at once is said at once, so that a bar with a rail does not move when it comes.
 */
export function useSetsVolume(): boolean {
  const [probe] = useState(probed)
  const [sets, setSets] = useState(() => isKept(probe))
  useEffect(() => {
    const later = setTimeout(() => setSets(isKept(probe)))
    return () => clearTimeout(later)
  }, [probe])
  return sets
}
