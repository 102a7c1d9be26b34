// API-NET: invitations and connections.
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { PlayerId } from '#core/model/ids.ts'
import { emailKey, isEmail } from '#core/model/people/fields/email.ts'
import {
  type AcceptedInvitation,
  INVITES_MAX,
  type Invitation,
  InvitationsRequest,
  InvitationToken,
} from '#core/model/people/network.ts'
import type { Context } from '../../context.ts'
import { ApiProblem } from '../../http/apiProblem.ts'
import { parse } from '../../http/parse.ts'
import { messageId, repeatKey } from '../../http/repeat.ts'
import {
  areConnected,
  connect,
  connectAccepted,
  connectionsOf,
  connectionTo,
  disconnect,
} from '../../people/connections.ts'
import { invite, onceForKey } from '../../people/invitations.ts'
import { emailsOf, findByEmail, holdPlayer } from '../../store/people/players.ts'
import type { Schema } from '../../store/schema.ts'
import { transact } from '../../store/transact.ts'
import { callingPlayer, signedIn } from '../access.ts'

const BASE = '/accounts/player'
const ConnectionPath = z.object({ id: PlayerId })
const CLOSED = 'The account with this email address is closed'
const DUPLICATE = "You've already added this email. Please enter a different valid email address."

export function networkRoutes(app: FastifyInstance, context: Context): void {
  const { db, links, limits, now } = context

  // API-NET-001
  app.post(`${BASE}/invitations/accept`, async (request) => {
    const { playerid } = await signedIn(context, request)
    const { invitation_token } = parse(InvitationToken, request.body, 'body')
    return accept(playerid, invitation_token, false)
  })

  // API-NET-003
  app.post(`${BASE}/invitations/connect`, async (request) => {
    const { playerid } = await signedIn(context, request)
    const { invitation_token } = parse(InvitationToken, request.body, 'body')
    return accept(playerid, invitation_token, true)
  })

  // API-NET-002
  app.post(`${BASE}/invitations`, async (request, reply) => {
    const { access, player } = await callingPlayer(context, request)
    if (!player.verified) {
      throw new ApiProblem(403, 'NOT_VERIFIED', 'Invitations can be sent once your account is verified.')
    }
    const { invitations } = parse(InvitationsRequest, request.body, 'body')
    const own = new Set((await emailsOf(db, player.playerid)).map(({ email }) => email))
    checkList(
      invitations.map(({ invitee_email }) => invitee_email),
      own,
    )
    const { playerid } = player
    const key = repeatKey(request)
    const spend = (weight: number, within?: Kysely<Schema>) =>
      limits.spend('invitations', playerid, request.ip, { weight, ...(within && { within }) })
    const sending = transact(db, (within) =>
      onceForKey(within, { playerid, key: key && messageId(key, invitations), now: now() }, async () => {
        await refuseClosed(within, invitations)
        await spend(invitations.length, within)
        for (const { invitee_email } of invitations) {
          await limits.spend('invite-one', `${playerid}\n${emailKey(invitee_email)}`, request.ip, { within })
        }
        const inviter = { player, inviter_email: access.email }
        const written = []
        for (const one of invitations) written.push(await invite(context, inviter, one, player.language, { within }))
        return written
      }),
    )
    const sent = await sending.catch(async (error: unknown) => {
      // Taken back with all else, asking whether accounts are closed would cost nothing; what was not sent costs nothing.
      if (error instanceof ApiProblem && error.code === 'BAD_INVITATION')
        await spend(Object.keys(error.fields ?? {}).length)
      throw error
    })
    return reply.code(201).send({ data: { invitations: sent } })
  })

  // API-NET-004
  app.get(`${BASE}/connections`, async (request) => {
    const { playerid } = await signedIn(context, request)
    return { data: { connections: await connectionsOf(db, playerid) } }
  })

  // API-NET-005
  app.delete(`${BASE}/connections/:id`, async (request, reply) => {
    const { playerid } = await signedIn(context, request)
    const { id } = parse(ConnectionPath, request.params, 'path')
    if (!(await disconnect(db, playerid, id, new Date(now())))) {
      throw new ApiProblem(404, 'CONNECTION_NOT_FOUND', 'There is no such connection.')
    }
    return reply.code(204).send()
  })

  // API-NET-006
  app.post(`${BASE}/connections/process`, async (request) => {
    const { playerid } = await signedIn(context, request)
    await db.transaction().execute(async (trx) => {
      await holdPlayer(trx, playerid)
      await connectAccepted(trx, playerid, new Date(now()))
    })
    return { data: { connected: await connectionsOf(db, playerid) } }
  })

  /** @param again whether an invitation this player has accepted before is fine (API-NET-003) */
  async function accept(playerid: string, token: string, again: boolean): Promise<AcceptedInvitation> {
    const known = await links.read('connection', token)
    // Who had no account when invited may have come by one in another way.
    const reading = known.state === 'bad' && !known.revoked ? await links.read('invitation', token) : known
    // One that was made void is over as much as one whose time is (H-588).
    const over = reading.state === 'expired' ? reading.lapsed : reading.state === 'bad' ? reading.revoked : undefined
    if (reading.state === 'bad' && !over) throw notForUser('This invitation is not valid.')
    const isOver = over !== undefined
    const claims = 'claims' in reading ? reading.claims : (over ?? null)
    // One that is over connects nobody: it answers to those alone who are connected.
    const isAnswered = claims !== null && (!isOver || (again && (await areConnected(db, playerid, claims.inviter_id))))
    if (!isAnswered) throw new ApiProblem(410, 'INVITATION_EXPIRED', 'This invitation has expired.')
    const own = await emailsOf(db, playerid)
    if (!own.some(({ email }) => email === emailKey(claims.email)) || claims.inviter_id === playerid) {
      throw notForUser('This invitation is for somebody else.')
    }
    const connection = await connectionTo(db, claims.inviter_id)
    if (!connection) throw notForUser('Who invited you has left.')
    if (isOver) return { data: { inviter_name: connection.full_name, connection } }
    const at = new Date(now())
    await db.transaction().execute(async (trx) => {
      if (!(await links.use(claims.jti, trx))) {
        if (!again || !(await areConnected(trx, playerid, claims.inviter_id))) throw accepted()
        return
      }
      await trx
        .updateTable('invitations')
        .set({ accepted_at: at, connected_at: at })
        .where('jti', '=', claims.jti)
        .execute()
      await connect(trx, playerid, claims.inviter_id, at)
    })
    return { data: { inviter_name: connection.full_name, connection } }
  }
}

const notForUser = (message: string) => new ApiProblem(409, 'INVITATION_NOT_FOR_USER', message)
const accepted = () => new ApiProblem(410, 'INVITATION_ACCEPTED', 'This invitation was accepted already.')

/** @throws ApiProblem 400 where nobody could follow the link: an account that was closed */
async function refuseClosed(db: Kysely<Schema>, invitations: readonly Invitation[]): Promise<void> {
  const fields: Record<string, string> = {}
  for (const [index, { invitee_email }] of invitations.entries()) {
    const known = await findByEmail(db, emailKey(invitee_email))
    if (known?.player.state === 'inactive') fields[`invitations.${index}.invitee_email`] = CLOSED
  }
  if (Object.keys(fields).length > 0) throw new ApiProblem(400, 'BAD_INVITATION', CLOSED, { fields })
}

/** @throws ApiProblem 400 for a list that is empty, too long, or has a bad, repeated or own e-mail in it */
function checkList(emails: readonly string[], own: ReadonlySet<string>): void {
  if (emails.length === 0 || emails.length > INVITES_MAX) {
    throw new ApiProblem(400, 'INVITATIONS_COUNT', `Send 1 to ${INVITES_MAX} invitations at a time.`)
  }
  const fields: Record<string, string> = {}
  const seen = new Set<string>()
  for (const [index, email] of emails.entries()) {
    const key = emailKey(email)
    const field = `invitations.${index}.invitee_email`
    if (!isEmail(email)) fields[field] = 'Please enter a valid email address'
    else if (seen.has(key)) fields[field] = DUPLICATE
    else if (own.has(key)) fields[field] = 'This is your own email address'
    seen.add(key)
  }
  const reason = Object.values(fields)[0]
  if (reason !== undefined) throw new ApiProblem(400, 'BAD_INVITATION', reason, { fields })
}
