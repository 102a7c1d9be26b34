// Invitations to connect, and who is connected (API-NET). Tokens stand in the session worker's vault: events name handles.
import * as z from 'zod/mini'
import { Connection } from '../../model/people/network.ts'
import { defineEvent } from '../define.ts'

const link = z.string().check(z.maxLength(200))

/** Whoever is signed in takes the invitation under a handle; asked again while it is under way, it is asked once. */
export const connectionAcceptRequested = defineEvent('connection.acceptRequested', { link }, { kind: 'wish' })
/** Two players are connected; `inviter` is the other one's name. */
export const connectionAccepted = defineEvent(
  'connection.accepted',
  { link, inviter: z.string() },
  { kind: 'fact', heard: true, personal: ['inviter'] },
)
/** `unanswered`: nobody said whether it is good, so it waits for the next visit; all else is the end of it. */
export const connectionRefused = defineEvent(
  'connection.refused',
  { link, why: z.enum(['accepted', 'notForUser', 'expired', 'unreadable', 'unanswered']) },
  { kind: 'fact', heard: true },
)
/** With whom the player is connected, as the server has it now. */
export const connectionListed = defineEvent(
  'connection.listed',
  { connections: z.array(Connection) },
  {
    kind: 'fact',
    personal: ['connections.full_name', 'connections.first_name', 'connections.last_name', 'connections.email'],
  },
)
