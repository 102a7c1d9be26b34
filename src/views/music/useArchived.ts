import { useMemo } from 'react'
import { releaseCard, releaseDetail } from '#projections/releases.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'

/** Whether the release of a song is archived, as far as this page knows it: a song says nothing of that. */
export function useArchived(releaseid: string): boolean {
  const card = useSignalValue(useMemo(() => releaseCard(releaseid), [releaseid]))
  const detail = useSignalValue(useMemo(() => releaseDetail(releaseid), [releaseid]))
  return (detail?.release ?? card)?.archived ?? false
}
