// Connections and invitations: those that are sent, and one to connect from its link to the server's answer (D-047).
import '#bridge/connections.ts'
import { wish } from '#bridge/dispatch.ts'
import {
  connectionAcceptRequested,
  connectionDeleteRequested,
  connectionFailureRead,
  connectionInviteCleared,
  connectionInviteRequested,
  connectionListRequested,
} from '#core/events/people/connections.ts'
import { emailKey } from '#core/model/people/fields/email.ts'
import type { Invitation } from '#core/model/people/network.ts'
import { isHandleFor } from '#core/model/people/secrets.ts'
import { CONNECTION, readText, writeText } from '#platform/storage/storage.ts'
import { ports } from '../ports.ts'
import { keepLink } from './access.ts'

/** Remembers an invitation for whoever signs in next, or is signed in. @param token of its link, or the handle of one */
export async function keepConnection(token: string): Promise<void> {
  writeText('local', CONNECTION, await keepLink(token))
}

/** Takes the invitation that was kept, if there is one. To be called while somebody is signed in. */
export function acceptConnection(): void {
  const link = readText('local', CONNECTION)
  if (link === null) return
  if (isHandleFor('link', link)) wish(connectionAcceptRequested({ link }))
  // Nothing of ours.
  else writeText('local', CONNECTION, null)
}

/** The server said what there is to say of it; one that came meanwhile stays. @param link its handle */
export function forgetConnection(link: string): void {
  if (readText('local', CONNECTION) === link) writeText('local', CONNECTION, null)
}

/** Reads the connections of whoever is signed in. */
export function listConnections(): void {
  wish(connectionListRequested({}))
}

/** Ends a connection, for both. @param id the other one's player id (D-046) */
export function deleteConnection(id: string): void {
  wish(connectionDeleteRequested({ requestId: ports().mintId(), id }))
}

/** What was said of a deletion that failed was read. */
export function dismissDeletion(): void {
  wish(connectionFailureRead({}))
}

/** Sends one to five invitations (INVITE-016). */
export function sendInvitations(invitations: readonly Invitation[]): void {
  const lowered = invitations.map(({ invitee_email, relationship }) => ({
    invitee_email: emailKey(invitee_email),
    relationship,
  }))
  wish(connectionInviteRequested({ requestId: ports().mintId(), invitations: lowered }))
}

/** Takes back what was said of the list that was sent last. */
export function clearInvitations(): void {
  wish(connectionInviteCleared({}))
}
