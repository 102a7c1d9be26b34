import { useEffect, useState } from 'react'
import { peaksOf } from '#actions/resources.ts'
import { isOnline } from '#projections/session.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'

/**
 * @param trackid null: of no track
 * @param isNear it is fetched once it is about to be seen
 * @returns the outline of a track's loudness; null while it is not known, and for a track that has none. What could not
 * be had is asked for again when the connection comes back.
 */
export function usePeaks(trackid: string | null, isNear = true): Uint8Array | null {
  const online = useSignalValue(isOnline)
  const [known, setKnown] = useState<{ trackid: string; peaks: Uint8Array } | null>(null)
  const peaks = known?.trackid === trackid ? known.peaks : null
  const isWanted = isNear && peaks === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: without a connection those that are kept are found
  useEffect(() => {
    if (trackid === null || !isWanted) return
    let gone = false
    void peaksOf(trackid).then((found) => !gone && found && setKnown({ trackid, peaks: found }))
    return () => {
      gone = true
    }
  }, [trackid, isWanted, online])
  return peaks
}
