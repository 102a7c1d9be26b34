import { useMemo } from 'react'
import type { Refusal } from '#core/model/people/refusal.ts'
import { session } from '#projections/session.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'

/** Why the last sign-in failed; one object as long as it stands. */
export function useSignInRefusal(): Refusal | null {
  const { errorCode, errorMessage, retryAfterMs, loading } = useSignalValue(session)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each try it is another one, in the same words or not
  return useMemo(
    () =>
      errorCode === null
        ? null
        : { code: errorCode, message: errorMessage, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
    [errorCode, errorMessage, retryAfterMs, loading],
  )
}
