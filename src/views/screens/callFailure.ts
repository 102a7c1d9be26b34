// What is said when something a person did came to nothing for no reason of theirs, by its status (D-062).
import type { CallRefusal } from '#actions/people/security.ts'

export type CallFailure = 'denied' | 'unavailable' | 'wrong' | 'tooMany'

/** 403 is denied; no answer, or a server that is away, unavailable; anything else went wrong. */
export function callFailure({ status }: Pick<CallRefusal, 'status'>): CallFailure {
  if (status === 403) return 'denied'
  if (status === 429) return 'tooMany'
  return status === 0 || status === 503 ? 'unavailable' : 'wrong'
}
