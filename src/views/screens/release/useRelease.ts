import { useLayoutEffect, useMemo } from 'react'
import { openRelease } from '#actions/releases.ts'
import type { ReleaseCard, ReleaseDetail } from '#core/model/catalogue/release.ts'
import type { DetailError } from '#core/model/entities.ts'
import { releaseCard, releaseDetail } from '#projections/releases.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'

export interface ShownRelease {
  /** What a list already knew of it, or the detail itself. */
  readonly card: Readonly<ReleaseCard> | undefined
  readonly detail: Readonly<ReleaseDetail> | null
  readonly error: DetailError | null
}

/** Opens a release and gives what is known of it so far: a card first, where a list has one. */
export function useRelease(releaseid: string): ShownRelease {
  useLayoutEffect(() => openRelease(releaseid), [releaseid])
  const card = useSignalValue(useMemo(() => releaseCard(releaseid), [releaseid]))
  const state = useSignalValue(useMemo(() => releaseDetail(releaseid), [releaseid]))
  return {
    card: state?.release ?? card,
    detail: state?.release ?? null,
    error: state?.status === 'error' ? (state.error ?? 'UNKNOWN') : null,
  }
}
