import type { Refusal } from '#core/model/people/refusal.ts'
import { access } from '#projections/access.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'

export interface Access {
  /** An answer is on its way. */
  readonly busy: boolean
  readonly refusal: Refusal | null
  readonly isEmailSent: boolean
  /** That mail holds a code as well as the link. */
  readonly hasCode: boolean
  /** What was asked for last came to pass. */
  readonly isDone: boolean
  /** Passkeys that open the account whose password was set. */
  readonly passkeys: number
  /** Addresses beside the one of the link that links can be mailed to. */
  readonly addresses: number
}

const bare = new WeakMap<Refusal, Refusal>()

/** The last request of a way in that leads through a mail. */
export function useAccess(): Access {
  const state = useSignalValue(access)
  return {
    busy: state?.status === 'waiting',
    refusal: state?.refusal ? ofForm(state.refusal) : null,
    isEmailSent: state?.isEmailSent ?? false,
    hasCode: state?.hasCode ?? false,
    isDone: state?.status === 'done',
    passkeys: state?.passkeys ?? 0,
    addresses: state?.addresses ?? 0,
  }
}

/** An address the server takes for none is told of as the server has it (SIGNIN-031, D-010): not at its field. */
function ofForm(refusal: Refusal): Refusal {
  if (refusal.code !== 'INVALID_EMAIL' || !refusal.fields) return refusal
  const { fields: _, ...rest } = refusal
  const known = bare.get(refusal) ?? rest
  bare.set(refusal, known)
  return known
}
