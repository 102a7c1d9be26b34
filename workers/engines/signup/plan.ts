/** What the engine asks the server for in answer to an event: a pure function, which a replay holds against the log. */
import type { AppEvent, EventOf } from '#core/events/index.ts'
import { SELF } from '#core/model/entities.ts'
import type { SignUpState } from '#core/model/people/signupWizard.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'

type Wish = { readonly requestId: string; readonly state: SignUpState }
export type SignUpAsked =
  /** `until`: when an invitation is over, ms since 1970; that is told as well. */
  | { readonly ask: 'languages'; readonly until: number }
  | ({ readonly ask: 'about' | 'code' | 'confirm' } & Wish)
  | ({ readonly ask: 'check'; readonly wish: EventOf<'signup.codeSent'>['payload'] } & Wish)

export function planSignUp(store: ReadonlyStore, event: AppEvent): SignUpAsked | null {
  const state = store.get('signUp', SELF)
  if (!state) return null
  switch (event.type) {
    case 'signup.opened':
      return { ask: 'languages', until: event.payload.until ?? Number.POSITIVE_INFINITY }
    case 'signup.aboutSent':
      // With an invitation there is nothing to ask (SIGNUP-015).
      return state.invitation === null ? { ask: 'about', requestId: event.payload.requestId, state } : null
    case 'signup.codeAsked':
      return { ask: 'code', requestId: event.payload.requestId, state }
    case 'signup.codeSent':
      return { ask: 'check', requestId: event.payload.requestId, wish: event.payload, state }
    case 'signup.companySent':
      return { ask: 'confirm', requestId: event.payload.requestId, state }
    default:
      return null
  }
}
