import { useMemo } from 'react'
import { isMarking } from '#projections/library.ts'
import { releaseCard, releaseDetail } from '#projections/releases.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'

/** Whether the release of a song is archived, as far as this page knows it: a song says nothing of that. */
export function useArchived(releaseid: string): boolean {
  const card = useSignalValue(useMemo(() => releaseCard(releaseid), [releaseid]))
  const detail = useSignalValue(useMemo(() => releaseDetail(releaseid), [releaseid]))
  return (detail?.release ?? card)?.archived ?? false
}

/** Whether the server is being asked to mark a release, or one of its songs (D-117). */
export function useMarking(releaseid: string, trackid: string | null = null): boolean {
  return useSignalValue(useMemo(() => isMarking(releaseid, trackid), [releaseid, trackid]))
}
