import { useEffect, useState } from 'react'
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

/** How far another mail is that was asked for: `asked` until that wish is made, for so long all else tells of the one before. */
export type Another = 'none' | 'asked' | 'waiting' | 'sent'

/** @returns how far another mail is, and how to say that it is asked for, or no longer spoken of */
export function useAnother(): readonly [Another, (to: 'none' | 'asked') => void] {
  const { busy, isDone } = useAccess()
  const [another, setAnother] = useState<Another>('none')
  useEffect(() => {
    if (another === 'asked' && busy) setAnother('waiting')
    if (another !== 'waiting' || busy) return
    setAnother(isDone ? 'sent' : 'none')
  }, [another, busy, isDone])
  return [another, setAnother]
}

/** An address the server takes for none is told of as the server has it (SIGNIN-031, D-010): not at its field. */
function ofForm(refusal: Refusal): Refusal {
  if (refusal.code !== 'INVALID_EMAIL' || !refusal.fields) return refusal
  const { fields: _, ...rest } = refusal
  const known = bare.get(refusal) ?? rest
  bare.set(refusal, known)
  return known
}
