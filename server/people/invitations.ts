// Writing invitations (API-NET-002).
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import { emailKey } from '#core/model/people/fields/email.ts'
import { type Relationship, SentInvitation } from '#core/model/people/network.ts'
import { INVITE_TTL_D } from '../auth/linkTokens.ts'
import type { Context } from '../context.ts'
import { findByEmail, fullName } from '../store/people/players.ts'
import type { PlayerRow, Schema } from '../store/schema.ts'
import { sweepRows } from '../store/sweepRows.ts'
import { transact } from '../store/transact.ts'
import { areConnected } from './connections.ts'

/** For so long a list whose answer was lost may be asked for again, ms. */
const SENT_KEPT_MS = 24 * 3600 * 1000

/** As it was answered, and kept. */
const Sent = z.array(SentInvitation)

/**
 * Sends a list once for its key, and answers it again whenever that key comes again.
 * @param key null: nobody will ask again
 */
export async function onceForKey(
  trx: Kysely<Schema>,
  { playerid, key, now }: { playerid: string; key: string | null; now: number },
  send: () => Promise<SentInvitation[]>,
): Promise<SentInvitation[]> {
  if (key === null) return send()
  await trx
    .deleteFrom('sent_lists')
    .where('playerid', '=', playerid)
    .where('at', '<', new Date(now - SENT_KEPT_MS))
    .execute()
  // Another call with this key is waited for here.
  const first = await trx
    .insertInto('sent_lists')
    .values({ playerid, key, at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  const own = trx.selectFrom('sent_lists').where('playerid', '=', playerid).where('key', '=', key)
  if (!first) return Sent.parse(JSON.parse((await own.select('answer').executeTakeFirstOrThrow()).answer))
  const sent = await send()
  await trx
    .updateTable('sent_lists')
    .set({ answer: JSON.stringify(sent) })
    .where('playerid', '=', playerid)
    .where('key', '=', key)
    .execute()
  return sent
}

/** Forgets lists nobody can ask for again: they name people who have no account. @param now ms since 1970 */
export async function sweepSentLists(db: Kysely<Schema>, now: number): Promise<void> {
  await sweepRows(db, 'sent_lists', sql`at < ${new Date(now - SENT_KEPT_MS)}`)
}

/** @param inviter_email the e-mail the inviter is signed in with */
export interface Inviter {
  player: PlayerRow
  inviter_email: string
}

/**
 * Invites one e-mail: to sign up, or, when it has an account, to connect. Whoever is connected
 * already gets no mail.
 * @param options.keepOnly keeps the mail in the outbox and sends it to nobody: start data
 * @param options.within the transaction it is part of; one of its own without
 */
export async function invite(
  context: Pick<Context, 'db' | 'links' | 'mail' | 'now'>,
  { player, inviter_email }: Inviter,
  invitee: { invitee_email: string; relationship: Relationship },
  language: string,
  { keepOnly = false, within }: { keepOnly?: boolean; within?: Kysely<Schema> } = {},
): Promise<SentInvitation> {
  const { db, links, mail, now } = context
  const email = emailKey(invitee.invitee_email)
  const { relationship } = invitee
  return within ? write(within) : transact(db, write)

  async function write(trx: Kysely<Schema>): Promise<SentInvitation> {
    const known = await findByEmail(trx, email)
    if (known && (await areConnected(trx, player.playerid, known.player.playerid)))
      return { invitee_email: email, relationship, status: 'already_connected' }
    const { token, jti } = await links.mint(
      known ? 'connection' : 'invitation',
      {
        email,
        inviter_email,
        inviter_id: player.playerid,
        // The claim knows two (D-022); what was chosen stays on the invitation.
        relationship: relationship === 'coworker' ? 'coworker' : 'industry-contact',
        welcome_email: false,
      },
      { email, playerid: null },
      trx,
    )
    await trx
      .insertInto('invitations')
      .values({
        invitationid: randomUUID(),
        inviter_id: player.playerid,
        email,
        relationship,
        jti,
        at: new Date(now()),
        accepted_at: null,
        connected_at: null,
      })
      .execute()
    await mail.send(
      known ? 'invitation_existing' : 'invitation_new',
      email,
      { inviter: fullName(player), token, days: INVITE_TTL_D },
      known?.player.language ?? language,
      { within: trx, replyTo: inviter_email, keepOnly },
    )
    return { invitee_email: email, relationship, status: 'sent' }
  }
}
