import { useMemo } from 'react'
import { clearSignInMessage } from '#actions/people/session.ts'
import type { Refusal } from '#core/model/people/refusal.ts'
import { session } from '#projections/session.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'

/** What was said last: a form that is left and come back to says the very same, so its wait goes on (`Form`). */
let said: Refusal | null = null

/** Why the last sign-in failed; one object as long as it stands. */
export function useSignInRefusal(): Refusal | null {
  const { errorCode, errorMessage, retryAfterMs, loading } = useSignalValue(session)
  return useMemo(() => {
    // After each try it is another one, in the same words or not.
    if (errorCode === null || loading) said = null
    if (errorCode === null) return null
    if (said?.code !== errorCode || said.message !== errorMessage || said.retryAfterMs !== retryAfterMs)
      said = { code: errorCode, message: errorMessage, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
    return said
  }, [errorCode, errorMessage, retryAfterMs, loading])
}

/** What was said to a form that is left is not said again; how long nobody needs to try is (D-157). */
export function forgetSignInRefusal(): void {
  const { errorCode, retryAfterMs } = session.peek()
  if (errorCode !== null && retryAfterMs === undefined) clearSignInMessage()
}
