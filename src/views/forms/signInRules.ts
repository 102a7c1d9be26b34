/** What a sign-in must hold. It stands before anything else does, so it is held by the rules themselves, without yup. */
import { EMAIL } from '#core/model/people/fields/email.ts'
import { cleaned, textFault } from '#core/model/text/textRule.ts'
import type { Judged } from './form/judge.ts'

export interface SignInValues {
  email: string
  password: string
  publicDevice: boolean
}

/** What is typed in one way in and holds in the other as well: nobody says twice that a computer is a public one. */
export type SignInTyped = Omit<SignInValues, 'password'>

/** @param words what is said of each fault */
export function signInRules(words: { emailMissing: string; emailWrong: string; passwordMissing: string }) {
  return ({ email, password, publicDevice }: SignInValues): Judged<SignInValues> => {
    const fault = textFault(EMAIL, email)
    const errors: Record<string, string> = {}
    if (fault !== null) errors.email = fault === 'missing' ? words.emailMissing : words.emailWrong
    // It is only compared: spaces count.
    if (password === '') errors.password = words.passwordMissing
    const isRight = Object.keys(errors).length === 0
    return { errors, sent: isRight ? { email: cleaned(EMAIL, email), password, publicDevice } : null }
  }
}
