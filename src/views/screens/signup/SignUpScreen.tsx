import '../../i18n/forms.ts'
import '../../i18n/signup.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { acceptConnection, keepConnection } from '#actions/people/connections.ts'
import { readProfile } from '#actions/people/profile.ts'
import {
  forgetSignUp,
  keepProgress,
  openSignUp,
  proceedWithoutInvitation,
  resumeSignUp,
} from '#actions/people/signup.ts'
import { emailKey } from '#core/model/people/fields/email.ts'
import type { SignUpState } from '#core/model/people/signupWizard.ts'
import { profile } from '#projections/profile.ts'
import { claims, sessionStatus } from '#projections/session.ts'
import { signUp } from '#projections/signup.ts'
import { LongWait } from '../../forms/form/LongWait.tsx'
import { AboutForm } from '../../forms/signup/AboutForm.tsx'
import { CodeForm } from '../../forms/signup/CodeForm.tsx'
import { CompanyForm } from '../../forms/signup/CompanyForm.tsx'
import { useNavigate } from '../../kit/routing/RouterView.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { AccessPage } from '../AccessPage.tsx'
import { pageTitle } from '../pageTitle.state.ts'
import { useTries } from '../useTries.tsx'
import { EndScreen } from './EndScreen.tsx'
import { InvitedElsewhere } from './InvitedElsewhere.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { wizardPlace } from './place.ts'

const ADDRESS = '/signup'

/** What an entry of the history knows of the wizard. */
interface Entry {
  readonly step?: unknown
  /** The entry before it is the step before it. */
  readonly pushed?: boolean
}

/**
 * The wizard (ROUTE-010, ROUTE-011). Each step is an entry of the history, and the address alone says which is shown; so
 * the browser's Back is the wizard's. A token leaves the address as soon as the vault has it (D-162).
 */
export function SignUpScreen() {
  const isOut = useSignalValue(sessionStatus) === 'signedOut'
  // Whoever signs out here for an invitation opens it anew.
  return <SignUp key={isOut ? 'out' : 'in'} isOut={isOut} />
}

function SignUp({ isOut }: { isOut: boolean }) {
  const { token = null } = useParams()
  const navigate = useNavigate()
  const { t } = useTranslation('signup')
  const state = useSignalValue(signUp)
  const opened = useRef(false)
  const { key } = useLocation()
  const keyBefore = useRef(key)
  const { screen, broke } = useTries()
  // Back before the sign-in is drawn finds this page as it was left: over.
  useEffect(() => {
    const isSame = keyBefore.current === key
    keyBefore.current = key
    if (!isSame && state?.end === 'coworker') void openSignUp(null)
  }, [key, state])
  useEffect(() => {
    if (opened.current && token === null) return
    opened.current = true
    let isHere = true
    // Without a vault the token stays where it is.
    openSignUp(token).then(
      () => {
        if (isHere && token !== null) navigate(ADDRESS, { replace: true })
      },
      () => isHere && broke(),
    )
    return () => {
      isHere = false
    }
  }, [token, navigate, broke])
  useEffect(() => {
    if (isOut && state && opened.current && state.end !== 'received' && state.end !== 'coworker') keepProgress(state)
  }, [state, isOut])
  useEffect(() => {
    pageTitle.value = t('title')
    return () => {
      pageTitle.value = ''
    }
  }, [t])
  if (screen) return screen
  return (
    <AccessPage aside={state && isOut && <LanguageChoice languages={state.languages} chosen={state.language} />}>
      {!state || token !== null ? <div /> : isOut ? <Wizard state={state} /> : <SignedIn state={state} />}
    </AccessPage>
  )
}

/** D-004: nobody signed in signs up; but an invitation does not vanish without a word. */
function SignedIn({ state: { invitation } }: { state: SignUpState }) {
  const who = useSignalValue(claims)
  const status = useSignalValue(sessionStatus)
  const held = useSignalValue(profile)
  const isFor = (email: string) => invitation !== null && emailKey(email) === emailKey(invitation.email)
  const isNamed = who !== null && isFor(who.email)
  // It may be for another address of the same account (H-030).
  const isAsked = invitation !== null && who !== null && !isNamed
  useEffect(() => {
    if (isAsked) readProfile()
  }, [isAsked])
  const emails = held?.profile?.emails ?? null
  const isOwn = isNamed || (isAsked && emails?.some(isFor) === true)
  const link = isOwn ? (invitation?.token ?? null) : null
  useEffect(() => {
    if (link === null) return
    forgetSignUp()
    void keepConnection(link).then(acceptConnection)
  }, [link])
  if (invitation === null || isOwn) return <Navigate to="/releases" replace />
  if (isAsked && emails === null && held?.status !== 'error') return <LongWait />
  return <InvitedElsewhere email={invitation.email} other={who?.email ?? ''} busy={status === 'signingOut'} />
}

function Wizard({ state }: { state: SignUpState }) {
  const navigate = useNavigate()
  const location = useLocation()
  const entry = (location.state ?? {}) as Entry
  /** Of an invited person: asked for at first and sent at last, so it stays on this page. */
  const [password, setPassword] = useState('')
  const sent = useRef<string | null>(null)
  const { end, about, invitation, passed, request } = state
  const { steps, at } = wizardPlace(state, entry.step, password !== '')
  const step = steps[at] ?? 'about'
  const next = steps[at + 1]

  const firstKey = useRef(location.key)
  const isEntered = firstKey.current !== location.key
  const isLeaving = useRef(false)
  const keyBefore = useRef(location.key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every entry begins anew
  useEffect(() => {
    isLeaving.current = false
    // Back, or on, from an end that leads back to the form shows the step of the entry it came to.
    if (keyBefore.current !== location.key && end !== null && end !== 'received' && end !== 'coworker') resumeSignUp()
    keyBefore.current = location.key
  }, [location.key])

  const goOn = () => next && navigate(ADDRESS, { state: { step: next, pushed: true } satisfies Entry })
  const goBack = () => {
    if (isLeaving.current) return
    isLeaving.current = true
    sent.current = null
    if (entry.pushed) navigate(-1)
    else navigate(ADDRESS, { replace: true, state: { step: steps[at - 1] } satisfies Entry })
  }

  // What was sent here and came to something leads on, unless its person has gone back meanwhile.
  useEffect(() => {
    if (passed === null || sent.current !== passed) return
    sent.current = null
    goOn()
  })
  // The browser's own Back.
  useEffect(() => {
    if (request !== null && request.step !== step) sent.current = null
  }, [request, step])
  // Only an end that was reached here: whoever comes back to this page is led nowhere.
  const endBefore = useRef(end)
  useEffect(() => {
    const before = endBefore.current
    endBefore.current = end
    if (before === end || (end !== 'received' && end !== 'coworker')) return
    forgetSignUp()
    setPassword('')
    if (end === 'coworker') navigate('/?successSignUpCoworker=true', { replace: true })
  }, [end, navigate])

  if (end === 'coworker') return <div />
  if (end !== null)
    return (
      <EndScreen
        end={end}
        email={about?.email ?? ''}
        isInvited={invitation !== null}
        link={state.refusal?.code === 'SIGNUP_FAILED' ? (invitation?.token ?? null) : null}
        onProceed={() => {
          proceedWithoutInvitation()
          navigate(ADDRESS, { replace: true })
        }}
      />
    )
  const place = { step: at + 1, count: steps.length, isEntered }
  const busy = request?.step === step
  const refusal = state.refusal?.step === step ? state.refusal : null
  if (step === 'about')
    return (
      <AboutForm
        key={invitation?.token ?? 'own'}
        {...{ place, busy, refusal, invitation, password }}
        onSent={(requestId, chosen) => {
          sent.current = requestId
          setPassword(chosen)
        }}
      />
    )
  if (step === 'code')
    return (
      <CodeForm
        {...{ place, busy, refusal }}
        email={about?.email ?? ''}
        isVerified={about !== null && state.verified === about.email}
        sentAt={state.codeSentAt}
        onSent={(requestId) => {
          sent.current = requestId
        }}
        onNext={goOn}
        onBack={goBack}
      />
    )
  return (
    <CompanyForm
      {...{ place, busy, refusal }}
      industry={about?.industry ?? 'other'}
      account={invitation ? { email: invitation.email, password } : null}
      onBack={goBack}
    />
  )
}
