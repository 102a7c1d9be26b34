/** What the engine asks the server for in answer to an event: a pure function, which a replay holds against the log. */
import type { AppEvent, EventOf } from '#core/events/index.ts'
import { SELF } from '#core/model/entities.ts'
import { outcomeOf } from '#core/model/people/refusal.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'

export type ProfileRequest =
  /** `again`: others changed it, or perhaps a save without an answer did; it is told only if it is another. */
  | { readonly ask: 'read'; readonly again: boolean }
  | { readonly ask: 'save'; readonly wish: EventOf<'profile.saveRequested'>['payload'] }
  | { readonly ask: 'mail'; readonly wish: EventOf<'profile.mailRequested'>['payload'] }

export function planProfile(state: ReadonlyStore, event: AppEvent): ProfileRequest | null {
  switch (event.type) {
    case 'profile.requested':
      return { ask: 'read', again: false }
    case 'change.noticed':
      return event.payload.domains.includes('profile') ? readAgain(state) : null
    case 'profile.refused':
      return outcomeOf(event.payload) === 'unknown' ? readAgain(state) : null
    case 'profile.saveRequested':
      return { ask: 'save', wish: event.payload }
    case 'profile.mailRequested':
      return { ask: 'mail', wish: event.payload }
    default:
      return null
  }
}

/** What nobody holds is read when it is wanted. */
function readAgain(state: ReadonlyStore): ProfileRequest | null {
  const isHeld = (state.get('profile', SELF)?.profile ?? null) !== null
  return isHeld ? { ask: 'read', again: true } : null
}
