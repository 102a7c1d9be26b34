/** What the engine asks the server for in answer to an event: a pure function, which a replay holds against the log. */
import type { AppEvent } from '#core/events/index.ts'
import { SELF } from '#core/model/entities.ts'
import type { Invitation } from '#core/model/people/network.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'

export type ConnectionsRequest =
  | { readonly ask: 'list' }
  /** Without an answer the list is asked for as well. */
  | { readonly ask: 'delete'; readonly requestId: string; readonly id: string }
  | { readonly ask: 'invite'; readonly requestId: string; readonly invitations: Invitation[] }
  /** Behind it stands the list of who is connected then. */
  | { readonly ask: 'accept'; readonly link: string }

export function planConnections(state: ReadonlyStore, event: AppEvent): ConnectionsRequest | null {
  switch (event.type) {
    case 'connection.listRequested':
      return { ask: 'list' }
    case 'change.noticed': {
      const isHeld = state.get('network', SELF)?.status === 'success'
      return isHeld && event.payload.domains.includes('connections') ? { ask: 'list' } : null
    }
    case 'connection.deleteRequested': {
      const { requestId, id } = event.payload
      const isTaken = state.get('network', SELF)?.removals?.some((one) => one.requestId === requestId)
      return isTaken ? { ask: 'delete', requestId, id } : null
    }
    case 'connection.inviteRequested':
      return { ask: 'invite', ...event.payload }
    case 'connection.acceptRequested':
      return { ask: 'accept', link: event.payload.link }
    default:
      return null
  }
}
