/**
 * The wizard's state: answers to another request than the one on its way are dropped. Which step is shown is the
 * address's matter; here stands what is known.
 */
import type { AppEvent } from '../../events/index.ts'
import { SELF } from '../../model/entities.ts'
import {
  ENGLISH_ONLY,
  type Invited,
  SIGNUP_LANGUAGE_DEFAULT,
  type SignUpForm,
  type SignUpState,
  type SignUpStep,
} from '../../model/people/signupWizard.ts'
import type { Store } from '../store.ts'

const formOf = (invitation: Invited | null): SignUpForm => ({
  inviter_id: invitation?.inviter_id ?? '',
  token: invitation?.token ?? '',
  password: '',
  confirm_password: '',
})

const EMPTY: SignUpState = {
  about: null,
  verified: '',
  emailToken: null,
  codeSentTo: '',
  codeSentAt: 0,
  language: SIGNUP_LANGUAGE_DEFAULT,
  invitation: null,
  form: formOf(null),
  request: null,
  passed: null,
  refusal: null,
  end: null,
  languages: ENGLISH_ONLY,
}

export function reduceSignUp(state: Store, event: AppEvent): void {
  const now = state.get('signUp', SELF) ?? EMPTY
  const change = (fields: Partial<SignUpState>) => state.set('signUp', SELF, { ...now, ...fields })
  const ask = (requestId: string, step: SignUpStep, fields: Partial<SignUpState> = {}) =>
    change({ request: { requestId, step }, refusal: null, end: null, ...fields })
  switch (event.type) {
    case 'signup.opened': {
      const { progress, invitation, ended } = event.payload
      const form = { ...formOf(invitation), ...progress.about }
      const { languages } = now
      return change({ ...EMPTY, languages, ...progress, invitation, form, end: ended ? 'expired' : null })
    }
    case 'signup.aboutSent': {
      const { requestId, about } = event.payload
      const known = { about, form: { ...now.form, ...about } }
      if (now.invitation) return change({ ...known, request: null, refusal: null, end: null, passed: requestId })
      return ask(requestId, 'about', known)
    }
    case 'signup.codeAsked':
    case 'signup.codeSent':
      return ask(event.payload.requestId, 'code')
    case 'signup.companySent': {
      const { requestId, company, password } = event.payload
      const handle = password ?? ''
      const form = { ...formOf(now.invitation), ...now.about, ...company, password: handle, confirm_password: handle }
      return ask(requestId, 'company', { form })
    }
    // The code is as old as it was.
    case 'app.clockPutBack':
      return now.codeSentTo === '' ? undefined : change({ codeSentAt: now.codeSentAt - event.payload.byMs })
    case 'signup.languageChosen':
      return change({ language: event.payload.language })
    case 'signup.languagesReceived':
      return change({ languages: event.payload.languages })
    case 'signup.invitationEnded':
      // Who has gone on without it is not held up.
      return now.invitation ? change({ end: 'expired' }) : undefined
    case 'signup.resumed':
      return change({ end: null, refusal: null })
    case 'signup.passed': {
      const { requestId, sent, emailToken } = event.payload
      if (now.request?.requestId !== requestId) return
      const email = now.about?.email ?? ''
      const at = state.single('app').startedAt + event.t
      return change({
        request: null,
        passed: requestId,
        ...(sent ? { codeSentTo: email, codeSentAt: at } : {}),
        ...(emailToken === undefined ? {} : { verified: email, emailToken }),
      })
    }
    case 'signup.refused': {
      const { end, ...refusal } = event.payload
      if (now.request?.requestId !== refusal.requestId) return
      const { step } = now.request
      const gone = refusal.code === 'INVALID_EMAIL_TOKEN' ? { verified: '', emailToken: null, codeSentTo: '' } : {}
      return change({ request: null, refusal: { ...refusal, step }, end: end ?? null, ...gone })
    }
    case 'signup.confirmed': {
      const { requestId, isPending } = event.payload
      if (now.request?.requestId !== requestId) return
      const isOpen = now.invitation?.relationship === 'coworker' && !isPending
      return change({ request: null, end: isOpen ? 'coworker' : 'received' })
    }
  }
}
