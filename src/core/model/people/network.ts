// Invitations and connections (API-NET).
import * as z from 'zod/mini'
import { type Fields, isFields, said } from '../catalogue/releaseWire.ts'
import { PlayerId } from '../ids.ts'
import { later } from '../later.ts'
import { LinkToken } from './account.ts'
import { EmailText } from './fields/email.ts'

/** What the invitation dropdown offers (INVITE-007). */
export const Relationship = later(() => z.enum(['coworker', 'industry-contact', 'other']))
export type Relationship = z.infer<typeof Relationship>

/** What stands in a token: `other` becomes `industry-contact` (D-022). */
export const TokenRelationship = later(() => z.enum(['coworker', 'industry-contact']))
export type TokenRelationship = z.infer<typeof TokenRelationship>

/** Claims of an invitation and of a connection token; `email` is the invitee's. `exp` in seconds since 1970. */
export const InvitationClaims = later(() =>
  z.object({
    email: z.string(),
    inviter_email: z.string(),
    inviter_id: PlayerId,
    relationship: TokenRelationship,
    welcome_email: z.boolean(),
    exp: z.int(),
  }),
)
export type InvitationClaims = z.infer<typeof InvitationClaims>

export const Invitation = later(() => z.strictObject({ invitee_email: EmailText, relationship: Relationship }))
export type Invitation = z.infer<typeof Invitation>

/** So many are invited at a time (INVITE-009). */
export const INVITES_MAX = 5

/** API-NET-002. How many there may be, and that none stands twice, is told by the server with a text. */
export const InvitationsRequest = later(() =>
  z.strictObject({ invitations: z.array(Invitation).check(z.maxLength(100)) }),
)
export type InvitationsRequest = z.infer<typeof InvitationsRequest>

export const SentInvitation = later(() =>
  z.object({
    invitee_email: z.string(),
    relationship: Relationship,
    status: z.enum(['sent', 'already_connected']),
  }),
)
export type SentInvitation = z.infer<typeof SentInvitation>
export const InvitationsAnswer = later(() => z.object({ data: z.object({ invitations: z.array(SentInvitation) }) }))

/** API-NET-001 and 003. */
export const InvitationToken = later(() => z.strictObject({ invitation_token: LinkToken }))

export const Connection = later(() =>
  z.object({
    player_id: PlayerId,
    full_name: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    verified: z.boolean(),
  }),
)
export type Connection = z.infer<typeof Connection>

/** As one may come over the wire: who they are to us has to be said, what they are called need not be (H-470): then it is their address. */
const WireConnection: z.ZodMiniType<Connection> = later(() =>
  z.pipe(
    z.transform((value) => (isFields(value) ? nameless(said(value)) : value)),
    Connection,
  ),
)

function nameless(one: Fields): Fields {
  const [first_name, last_name] = [one.first_name ?? '', one.last_name ?? '']
  const full_name = `${first_name} ${last_name}`.trim() || (one.email ?? '')
  return { full_name, email: '', ...one, first_name, last_name }
}

/** A server may name no more than who invited. */
const Accepted = later(() => z.object({ inviter_name: z.string(), connection: z.exactOptional(WireConnection) }))
export const AcceptedInvitation = later(() =>
  z.object({
    data: z.pipe(
      z.transform((value) => (isFields(value) ? said(value) : value)),
      Accepted,
    ),
  }),
)
export type AcceptedInvitation = z.infer<typeof AcceptedInvitation>

/** API-NET-004, sorted by `full_name`. */
export const ConnectionsAnswer = later(() => z.object({ data: z.object({ connections: z.array(WireConnection) }) }))
/** API-NET-006. */
export const ProcessAnswer = later(() => z.object({ data: z.object({ connected: z.array(WireConnection) }) }))
