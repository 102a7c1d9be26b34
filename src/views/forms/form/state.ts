// What the fields of a form know of it, besides what formik tells them.
import { createContext, useContext } from 'react'
import type { Refusal } from '#core/model/people/refusal.ts'

export interface FormState {
  /** An answer is on its way: what is typed can be read and not changed. */
  readonly waiting: boolean
  /** How often it was sent, or tried to be. */
  readonly tries: number
  /** What the server said of a field, as long as that holds what it judged. */
  refusedOf(name: string): string | undefined
  /** Whether a field holds what the last answer was about. */
  isAnswered(name: string): boolean
  readonly refusal: Refusal | null
  /** Until then trying again is of no use, a `moment`; 0 when it may be tried. */
  readonly waitUntil: number
  /** Texts of `refusal.fields` that have no field in this form. */
  readonly elsewhere: readonly string[]
  /** Several errors are listed above the form: what is said of it as a whole stands over them, in the same box. */
  readonly isListed: boolean
  /** Speaks, without moving the focus. */
  say(words: string): void
}

export const FormContext = createContext<FormState | null>(null)

/** @throws Error outside of a Form */
export function useForm(): FormState {
  const state = useContext(FormContext)
  if (state === null) throw new Error('a field stands in a Form')
  return state
}
