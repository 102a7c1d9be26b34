// Which step of the wizard is shown: the one the address asks for, as far as the sign-up has come.
import type { SignUpState, SignUpStep } from '#core/model/people/signupWizard.ts'

const STEPS: readonly SignUpStep[] = ['about', 'code', 'company']
const INVITED_STEPS: readonly SignUpStep[] = ['about', 'company']

export interface WizardPlace {
  /** Two with an invitation (D-018). */
  readonly steps: readonly SignUpStep[]
  /** Of those, from 0 on. */
  readonly at: number
}

/**
 * @param wanted the step the history's entry names; anything
 * @param hasPassword the page still knows the password of an invited person
 */
export function wizardPlace(state: SignUpState, wanted: unknown, hasPassword: boolean): WizardPlace {
  const steps = state.invitation ? INVITED_STEPS : STEPS
  const at = Math.max(0, steps.indexOf(wanted as SignUpStep))
  return { steps, at: Math.min(at, steps.indexOf(furthest(state, hasPassword))) }
}

function furthest({ about, invitation, verified, codeSentTo }: SignUpState, hasPassword: boolean): SignUpStep {
  if (about === null) return 'about'
  if (invitation) return hasPassword ? 'company' : 'about'
  if (verified === about.email) return 'company'
  return codeSentTo === about.email ? 'code' : 'about'
}
