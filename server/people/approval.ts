// The approval of a sign-up: by the operator's command, by a test control, or by time when the operator wants it so.
import { RESET_LINK_TTL_H } from '../auth/linkTokens.ts'
import type { Context } from '../context.ts'
import { emailsOf, findByEmail } from '../store/people/players.ts'
import { transact } from '../store/transact.ts'
import { connectAccepted } from './connections.ts'

/** What an approval needs of a server. */
type ApprovalContext = Pick<Context, 'db' | 'links' | 'mail' | 'now'>

/**
 * Approves whoever signed up with this e-mail; somebody who is in but not verified, as a coworker is who was invited,
 * becomes verified.
 */
export async function approveByEmail(
  context: ApprovalContext,
  email: string,
): Promise<'approved' | 'verified' | 'already' | 'inactive' | 'unknown'> {
  const found = await findByEmail(context.db, email)
  if (!found) return 'unknown'
  const { playerid, state } = found.player
  if (state === 'inactive') return 'inactive'
  if (await approve(context, playerid)) return 'approved'
  const verified = await context.db
    .updateTable('players')
    .set({ verified: true })
    .where('playerid', '=', playerid)
    .where('state', '=', 'active')
    .where('verified', '=', false)
    .returning('playerid')
    .executeTakeFirst()
  return verified ? 'verified' : 'already'
}

/**
 * Makes a pending player active and verified, connects them with who invited them, and writes the
 * welcome mail: a link to set a password, or, when they set one at sign-up, a link that signs in.
 * @returns false when the player is not pending
 */
export async function approve(context: ApprovalContext, playerid: string): Promise<boolean> {
  const { db, links, mail, now } = context
  return transact(db, async (trx) => {
    const player = await trx
      .updateTable('players')
      .set({ state: 'active', verified: true })
      .where('playerid', '=', playerid)
      .where('state', '=', 'pending')
      .returningAll()
      .executeTakeFirst()
    if (!player) return false
    await connectAccepted(trx, playerid, new Date(now()))
    const email = (await emailsOf(trx, playerid))[0]?.shown
    if (email === undefined) return true
    const setup = player.password_hash !== null
    const { token } = setup
      ? await links.mint('setup', { email }, { email, playerid }, trx)
      : await links.mint('reset', { email, welcome_email: true }, { email, playerid }, trx)
    await mail.send(
      'welcome_set_password',
      email,
      { name: player.firstname, token, hours: RESET_LINK_TTL_H, setup },
      player.language,
      { within: trx },
    )
    return true
  })
}

/** Approves sign-ups that have waited long enough (APPROVE_AFTER_MIN). */
export async function approveWaiting(context: Context, minutes: number): Promise<void> {
  const waiting = await context.db
    .selectFrom('signups')
    .innerJoin('players', 'players.playerid', 'signups.playerid')
    .where('players.state', '=', 'pending')
    .where('signups.at', '<=', new Date(context.now() - minutes * 60_000))
    .select('players.playerid')
    .execute()
  for (const { playerid } of waiting) await approve(context, playerid)
}
