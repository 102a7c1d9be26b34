import { type RefObject, useEffect, useLayoutEffect, useMemo } from 'react'
import { openRelease } from '#actions/releases.ts'
import type { ReleaseCard, ReleaseDetail } from '#core/model/catalogue/release.ts'
import type { DetailError } from '#core/model/entities.ts'
import { isId } from '#core/model/ids.ts'
import { releaseCard, releaseDetail } from '#projections/releases.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'

export interface ShownRelease {
  /** What a list already knew of it, or the detail itself. */
  readonly card: Readonly<ReleaseCard> | undefined
  readonly detail: Readonly<ReleaseDetail> | null
  readonly error: DetailError | null
}

/**
 * Opens a release and gives what is known of it so far: a card first, where a list has one.
 * @param wished the one that whoever leads here has just opened
 */
export function useRelease(releaseid: string, wished?: RefObject<string | null>): ShownRelease {
  const card = useSignalValue(useMemo(() => releaseCard(releaseid), [releaseid]))
  const state = useSignalValue(useMemo(() => releaseDetail(releaseid), [releaseid]))
  // Nobody has to ask the server for what nothing is called.
  const isNone = !isId(releaseid)
  const isKnown = isNone || state !== undefined
  useLayoutEffect(() => {
    if (!isNone && wished?.current !== releaseid) openRelease(releaseid)
  }, [releaseid, isNone, wished])
  // It may be let go of while it is shown in a dialog over another page.
  useEffect(() => {
    if (!isKnown && releaseDetail(releaseid).peek() === undefined) openRelease(releaseid)
  }, [releaseid, isKnown])
  return {
    card: state?.release ?? card,
    detail: state?.release ?? null,
    error: isNone ? 'RELEASE_NOT_FOUND' : state?.status === 'error' ? (state.error ?? 'UNKNOWN') : null,
  }
}
