/** What the engine asks the server for in answer to an event: a pure function, which a replay holds against the log. */
import type { AppEvent, EventOf } from '#core/events/index.ts'
import { SELF } from '#core/model/entities.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'

export type ProfileRequest =
  /** `again`: others changed it, and it is told only if it is another. */
  | { readonly ask: 'read'; readonly again: boolean }
  | { readonly ask: 'save'; readonly wish: EventOf<'profile.saveRequested'>['payload'] }
  | { readonly ask: 'mail'; readonly wish: EventOf<'profile.mailRequested'>['payload'] }

export function planProfile(state: ReadonlyStore, event: AppEvent): ProfileRequest | null {
  switch (event.type) {
    case 'profile.requested':
      return { ask: 'read', again: false }
    case 'change.noticed': {
      const isHeld = (state.get('profile', SELF)?.profile ?? null) !== null
      return isHeld && event.payload.domains.includes('profile') ? { ask: 'read', again: true } : null
    }
    case 'profile.saveRequested':
      return { ask: 'save', wish: event.payload }
    case 'profile.mailRequested':
      return { ask: 'mail', wish: event.payload }
    default:
      return null
  }
}
