import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answered, CallRefusal } from '#actions/people/security.ts'
import type { RequestStatus } from '#core/model/requestStatus.ts'

export interface Asked<T> {
  readonly status: Extract<RequestStatus, 'loading' | 'success' | 'error' | 'retrying'>
  /** What was answered last; it stays while it is asked for again. */
  readonly value: T | null
  readonly refusal: CallRefusal | null
  readonly ask: () => Promise<void>
  /** What is known to be another is shown so at once. */
  readonly change: (by: (value: T) => T) => void
}

/** Asks when it is first shown and whenever `ask` is called; of two answers the later question's counts. */
export function useAsked<T>(call: () => Promise<Answered<T>>): Asked<T> {
  const [state, setState] = useState<Omit<Asked<T>, 'ask' | 'change'>>({
    status: 'loading',
    value: null,
    refusal: null,
  })
  const turn = useRef(0)
  const latest = useRef(call)
  latest.current = call
  const ask = useCallback(async () => {
    const mine = ++turn.current
    setState((before) => (before.refusal === null ? before : { ...before, status: 'retrying' }))
    const answer = await latest.current()
    if (mine !== turn.current) return
    if (answer.ok) setState({ status: 'success', value: answer.value, refusal: null })
    else setState(({ value }) => ({ status: 'error', value, refusal: answer.refusal }))
  }, [])
  useEffect(() => {
    void ask()
    return () => {
      turn.current += 1
    }
  }, [ask])
  const change = useCallback(
    (by: (value: T) => T) =>
      setState((before) => (before.value === null ? before : { ...before, value: by(before.value) })),
    [],
  )
  return { ...state, ask, change }
}
