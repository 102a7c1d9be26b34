// Invitations to connect, and who is connected (API-NET). Tokens stand in the session worker's vault: events name handles.
import * as z from 'zod/mini'
import { PlayerId, RequestId } from '../../model/ids.ts'
import { later } from '../../model/later.ts'
import { Connection, Invitation, SentInvitation } from '../../model/people/network.ts'
import { RefusalDetails, WaitDetails } from '../../model/people/refusal.ts'
import { defineEvent } from '../define.ts'

const link = later(() => z.string().check(z.maxLength(200)))

/** Whoever is signed in takes the invitation under a handle; asked again while it is under way, it is asked once. */
export const connectionAcceptRequested = defineEvent('connection.acceptRequested', () => ({ link }), { kind: 'wish' })
/** Two players are connected; `inviter` is the other one's name, `id` who it is. */
export const connectionAccepted = defineEvent(
  'connection.accepted',
  () => ({ link, inviter: z.string(), id: z.optional(PlayerId) }),
  { kind: 'fact', heard: true, personal: ['inviter'] },
)
/** `unanswered`: nobody said whether it is good, so it waits for the next visit; all else is the end of it. */
export const connectionRefused = defineEvent(
  'connection.refused',
  () => ({ link, why: z.enum(['accepted', 'notForUser', 'expired', 'unreadable', 'unanswered']) }),
  { kind: 'fact', heard: true },
)
/** With whom the player is connected, as the server has it now. */
export const connectionListed = defineEvent('connection.listed', () => ({ connections: z.array(Connection) }), {
  kind: 'fact',
  personal: ['connections.full_name', 'connections.first_name', 'connections.last_name', 'connections.email'],
})

/** Somebody looks at their connections; asked again while it is under way, it is asked once. */
export const connectionListRequested = defineEvent('connection.listRequested', () => ({}), { kind: 'wish' })
/** The server has what was listed last. */
export const connectionListKept = defineEvent('connection.listKept', () => ({}), { kind: 'fact' })
export const connectionListFailed = defineEvent('connection.listFailed', () => ({ code: z.string() }), { kind: 'fact' })
/** `id` of the connected player (D-046). The row is gone at once, and back in its place when that fails. */
export const connectionDeleteRequested = defineEvent(
  'connection.deleteRequested',
  () => ({ requestId: RequestId, id: PlayerId }),
  { kind: 'wish' },
)
/** One that was gone already counts as deleted. */
export const connectionDeleted = defineEvent('connection.deleted', () => ({ requestId: RequestId, id: PlayerId }), {
  kind: 'fact',
})
export const connectionDeleteFailed = defineEvent(
  'connection.deleteFailed',
  () => ({ requestId: RequestId, id: PlayerId, code: z.string(), message: z.string(), ...WaitDetails }),
  { kind: 'fact' },
)
/** What was said of a deletion that failed was read. */
export const connectionFailureRead = defineEvent('connection.failureRead', () => ({}), { kind: 'wish' })
/** One to five invitations, addresses in lower case. */
export const connectionInviteRequested = defineEvent(
  'connection.inviteRequested',
  () => ({ requestId: RequestId, invitations: z.array(Invitation) }),
  { kind: 'wish', personal: ['invitations.invitee_email'] },
)
/** `invitations`: what happened to each; null where the answer did not say. */
export const connectionInvited = defineEvent(
  'connection.invited',
  () => ({ requestId: RequestId, invitations: z.nullable(z.array(SentInvitation)) }),
  { kind: 'fact', personal: ['invitations.invitee_email'] },
)
export const connectionInviteFailed = defineEvent(
  'connection.inviteFailed',
  () => ({ requestId: RequestId, code: z.string(), message: z.string(), ...RefusalDetails }),
  { kind: 'fact' },
)
/** The invite flow was left, or begins anew: what was said of the last list is no longer shown. */
export const connectionInviteCleared = defineEvent('connection.inviteCleared', () => ({}), { kind: 'wish' })
