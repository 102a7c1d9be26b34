/**
 * Makes the calls behind the sign-up, one after the other as its steps are sent. What a call came to is a fact; whether
 * it is said at the form or on a screen of its own is decided here (D-023, D-024). Nothing is repeated by itself: the
 * words are kept, and a press sends them again.
 */

import type { TokenBroker } from '#core/contracts/session.ts'
import type { AppDraft, AppEvent, EventOf } from '#core/events/index.ts'
import {
  signUpConfirmed,
  signUpInvitationEnded,
  signUpLanguagesReceived,
  signUpPassed,
  signUpRefused,
} from '#core/events/people/signup.ts'
import { isHandleFor, type SecretPurpose } from '#core/model/people/secrets.ts'
import type { SignUpRequest } from '#core/model/people/signup.ts'
import { ENGLISH_ONLY, type SignUpEnd, type SignUpState } from '#core/model/people/signupWizard.ts'
import { languages } from '#workers/api/languages.ts'
import { checkAccount, confirmSignUp, sendCode, validateCode } from '#workers/api/signup.ts'
import { ApiError, refusalOf, serversText } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import type { Clock } from '#workers/api/transport/clock.ts'
import type { Engine, Report } from '../engine.ts'
import { planSignUp } from './plan.ts'

/** A code that is younger is still good: who goes back and on gets no second one, ms. */
const CODE_TTL_MS = 10 * 60_000
/** The clock of the log may be ahead of the device's by so much, ms. */
const AHEAD_MS = 1000
/** No answer, or none of the server's own: who tries again may have more luck. */
const AWAY: ReadonlySet<string> = new Set(['NETWORK', 'REDIRECTED'])

export interface SignUpParts {
  readonly api: Api
  readonly clock: Clock
  readonly broker: Pick<TokenBroker, 'reveal' | 'take' | 'keepSecret'>
  readonly report: Report
  /** Where the wizard stands, without a token. */
  readonly pageUrl: string
}

type Refused = Parameters<typeof signUpRefused>[0]

export function createSignUpEngine({ api, clock, broker, report, pageUrl }: SignUpParts): Engine {
  /** The code that was given last, and the key of its first try: its answer may have been lost. */
  let given = { email: '', digits: '', key: '' }

  /** What stands under a handle, or nothing where the vault lost it. */
  async function reveal(purpose: SecretPurpose, handle: string | null): Promise<string | null> {
    return handle !== null && isHandleFor(purpose, handle) ? broker.reveal(purpose, handle) : null
  }

  /** The same for what is sent once: another press brings another handle. */
  async function take(purpose: SecretPurpose, handle: string | null): Promise<string | null> {
    return handle !== null && isHandleFor(purpose, handle) ? broker.take(purpose, handle) : null
  }

  /** The links that proved who it is are of no more use, to whoever finds them on this device either. */
  async function forgetLinks({ invitation, emailToken }: SignUpState): Promise<void> {
    // What the server answered stands, whatever becomes of this.
    for (const handle of [invitation?.token ?? null, emailToken]) await take('link', handle).catch(() => null)
  }

  async function about({ requestId }: { requestId: string }, state: SignUpState): Promise<AppDraft> {
    const email = state.about?.email ?? ''
    try {
      await checkAccount(api, email)
    } catch (error) {
      const isTaken = error instanceof ApiError && error.status === 409
      return refusal(
        requestId,
        error,
        isTaken ? ['CHECK_EMAIL_FAILED', 'taken'] : isAtForm(error) ? [] : [null, 'failed'],
      )
    }
    const age = clock.now() - state.codeSentAt
    // One that was sent later than now was sent by a clock that was ahead: nobody knows how old it is.
    const isYoung = state.codeSentTo === email && age > -AHEAD_MS && age < CODE_TTL_MS
    if (state.verified === email || isYoung) return signUpPassed({ requestId })
    return send({ requestId }, state)
  }

  async function send({ requestId }: { requestId: string }, state: SignUpState): Promise<AppDraft> {
    try {
      await sendCode(api, state.about?.email ?? '', state.language)
      return signUpPassed({ requestId, sent: true })
    } catch (error) {
      return refusal(requestId, error)
    }
  }

  async function check(
    { requestId, code }: EventOf<'signup.codeSent'>['payload'],
    state: SignUpState,
  ): Promise<AppDraft> {
    try {
      const digits = await take('code', code)
      // The code was right for all anybody knows: a guess is not to be counted for it.
      if (digits === null) return unsent(requestId)
      const email = state.about?.email ?? ''
      if (given.email !== email || given.digits !== digits) given = { email, digits, key: requestId }
      const token = await validateCode(api, email, digits, given.key)
      return signUpPassed({ requestId, emailToken: await broker.keepSecret('link', token) })
    } catch (error) {
      const isExpired = error instanceof ApiError && error.status === 409
      return refusal(requestId, error, isExpired ? ['CODE_EXPIRED'] : [])
    }
  }

  async function confirm({ requestId }: { requestId: string }, state: SignUpState): Promise<AppDraft> {
    const { about, form, invitation } = state
    const token = await reveal('link', invitation ? invitation.token : state.emailToken)
    const password = invitation ? await take('password', form.password) : ''
    if (password === null) return unsent(requestId)
    if (about === null || token === null)
      return signUpRefused({ requestId, code: 'INVALID_EMAIL_TOKEN', message: '', end: 'expired' })
    const { inviter_id, ...said } = form
    const request = {
      ...said,
      ...about,
      language: state.language,
      token: invitation ? token : '',
      email_token: invitation ? '' : token,
      password,
      confirm_password: password,
      inviter_id,
      inviter_email: invitation?.inviter_email ?? '',
      inviter_relationship: invitation?.relationship ?? '',
      sign_up_page_url: pageUrl,
    }
    try {
      // The form asked the same rules; what the server still finds wrong it says.
      const isPending = await confirmSignUp(api, request as SignUpRequest)
      await forgetLinks(state)
      return signUpConfirmed({ requestId, ...(isPending && { isPending }) })
    } catch (error) {
      if (isProofRefused(error)) {
        await forgetLinks(state)
        return refusal(requestId, error, ['INVALID_EMAIL_TOKEN', 'expired'])
      }
      if (error instanceof ApiError && error.status === 409)
        return refusal(requestId, error, ['SIGNUP_FAILED', 'failed'])
      return refusal(requestId, error, isAtForm(error) ? [] : [null, 'failed'])
    }
  }

  /** @param ended told when an invitation that is good until then (ms since 1970) is over by the server's clock */
  async function readLanguages(until: number, ended: () => void): Promise<AppDraft> {
    let now = clock.now()
    const read = await languages(api, (headers) => {
      const told = Date.parse(headers.get('Date') ?? '')
      if (!Number.isNaN(told)) now = told
    }).catch(() => [])
    if (until <= now) ended()
    return signUpLanguagesReceived({ languages: read.length > 0 ? read : [...ENGLISH_ONLY] })
  }

  return {
    accept(event: AppEvent, store) {
      const asked = planSignUp(store, event)
      if (asked === null) return
      const requestId = asked.ask === 'languages' ? '' : asked.requestId
      const answer = (draft: Promise<AppDraft>) =>
        void draft.catch((error: unknown) => refusal(requestId, error)).then((fact) => report(fact, event.seq))
      switch (asked.ask) {
        case 'languages':
          return answer(readLanguages(asked.until, () => report(signUpInvitationEnded({}), event.seq)))
        case 'about':
          return answer(about(asked, asked.state))
        case 'code':
          return answer(send(asked, asked.state))
        case 'check':
          return answer(check(asked.wish, asked.state))
        case 'confirm':
          return answer(confirm(asked, asked.state))
      }
    },
  }
}

/**
 * Whether the server itself says that the proof is worth nothing. A bare 403 may be of what stands between: who sends
 * again may have more luck (H-559).
 */
function isProofRefused(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false
  return error.code === 'INVALID_EMAIL_TOKEN' || (error.code === 'HTTP_403' && serversText(error) !== '')
}

/** What is said where it was typed: wrong fields, a wait, a line that is down. */
function isAtForm(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 429 || AWAY.has(error.code))
}

/** A vault that began anew lost what was to be sent: as if no server could be reached. */
function unsent(requestId: string): AppDraft {
  return signUpRefused({ requestId, code: 'UNREACHABLE', message: '' })
}

function refusal(requestId: string, error: unknown, [code, end]: [(string | null)?, SignUpEnd?] = []): AppDraft {
  const fact: Refused = {
    requestId,
    ...refusalOf(error),
    ...(code == null ? {} : { code }),
    ...(end === undefined ? {} : { end }),
  }
  return signUpRefused(fact)
}
