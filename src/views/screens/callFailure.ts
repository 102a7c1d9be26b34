// What is said when something a person did came to nothing for no reason of theirs, by its status (D-062).
import { type CallRefusal, isUnanswered } from '#actions/people/security.ts'
import { hasNoAnswer, type Refusal } from '#core/model/people/refusal.ts'

export type CallFailure = 'denied' | 'unavailable' | 'wrong' | 'tooMany'

/** 403 is denied; no answer, or a server that is away, unavailable; anything else went wrong. */
export function callFailure(refusal: CallRefusal): CallFailure {
  const { status } = refusal
  if (status === 403) return 'denied'
  if (status === 429) return 'tooMany'
  return status === 503 || isUnanswered(refusal) ? 'unavailable' : 'wrong'
}

/** Codes of the contract that stand for one status (api-contract.md, "Errors"). */
const STATUS: Readonly<Record<string, number>> = { TOO_MANY_REQUESTS: 429, ACCOUNT_INACTIVE: 403 }

/** A refusal as facts carry it, with the status its code stands for. */
export function asCallRefusal(refusal: Refusal): CallRefusal {
  const { code } = refusal
  const bare = /^HTTP_(\d{3})(?:_LATER)?$/.exec(code)?.[1]
  return { ...refusal, status: hasNoAnswer(code) ? 0 : (STATUS[code] ?? Number(bare ?? 500)) }
}
