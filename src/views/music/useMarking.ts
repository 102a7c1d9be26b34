import { useMemo } from 'react'
import { isMarking } from '#projections/library.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'

/** Whether the server is being asked to mark a release, or one of its songs (D-117). */
export function useMarking(releaseid: string, trackid: string | null = null): boolean {
  return useSignalValue(useMemo(() => isMarking(releaseid, trackid), [releaseid, trackid]))
}
