/** What the engine asks the server for in answer to an event: a pure function, which a replay holds against the log. */
import type { AppEvent, EventOf } from '#core/events/index.ts'

export type SharingRequest =
  /** What was written about this release before; that the form was opened is counted. */
  | { readonly ask: 'history'; readonly releaseid: string }
  | { readonly ask: 'share'; readonly wish: EventOf<'sharing.shareRequested'>['payload'] }
  | { readonly ask: 'support'; readonly wish: EventOf<'sharing.supportRequested'>['payload'] }
  | { readonly ask: 'contact'; readonly wish: EventOf<'sharing.contactRequested'>['payload'] }

export function planSharing(event: AppEvent): SharingRequest | null {
  switch (event.type) {
    case 'sharing.contactOpened':
      return { ask: 'history', releaseid: event.payload.releaseid }
    case 'sharing.shareRequested':
      return { ask: 'share', wish: event.payload }
    case 'sharing.supportRequested':
      return { ask: 'support', wish: event.payload }
    case 'sharing.contactRequested':
      return { ask: 'contact', wish: event.payload }
    default:
      return null
  }
}
