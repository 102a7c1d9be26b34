// Who is connected with whom, and the invitations that lead there.
import { type Kysely, sql } from 'kysely'
import { NEWS_MAX, type NewConnection } from '#core/model/changes.ts'
import type { Connection } from '#core/model/people/network.ts'
import { fold } from '../store/catalogue/fold.ts'
import { fullName } from '../store/people/players.ts'
import type { Schema } from '../store/schema.ts'

/** All connections of a player whose accounts are open (H-046), sorted by name (API-NET-004). */
export async function connectionsOf(db: Kysely<Schema>, playerid: string): Promise<Connection[]> {
  const rows = await db
    .selectFrom('connections')
    .innerJoin('players', 'players.playerid', 'connections.other_id')
    .where('connections.playerid', '=', playerid)
    .where('players.state', '=', 'active')
    .select(['players.playerid', 'firstname', 'lastname', 'verified', firstEmail().as('email')])
    .execute()
  return rows
    .map((row) => ({ connection: asConnection(row), key: fold(fullName(row)) }))
    .sort((a, b) => (a.key === b.key ? compare(a.connection.player_id, b.connection.player_id) : compare(a.key, b.key)))
    .map(({ connection }) => connection)
}

/** How one player looks in another's network. Undefined for one that is unknown, or not open. */
export async function connectionTo(db: Kysely<Schema>, playerid: string): Promise<Connection | undefined> {
  const row = await db
    .selectFrom('players')
    .where('playerid', '=', playerid)
    .where('state', '=', 'active')
    .select(['players.playerid', 'firstname', 'lastname', 'verified', firstEmail().as('email')])
    .executeTakeFirst()
  return row && asConnection(row)
}

/** Whether a player has this connection. */
export async function areConnected(db: Kysely<Schema>, playerid: string, other: string): Promise<boolean> {
  const row = await db
    .selectFrom('connections')
    .where('playerid', '=', playerid)
    .where('other_id', '=', other)
    .select('other_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Who became a player's connection after the change of this number. */
export async function connectedSince(db: Kysely<Schema>, playerid: string, number: number): Promise<NewConnection[]> {
  const found = await db
    .selectFrom('connections')
    .innerJoin('players', 'players.playerid', 'connections.other_id')
    .where('connections.playerid', '=', playerid)
    .where('number', '>', number)
    .where('players.state', '=', 'active')
    .select(['players.playerid', 'firstname', 'lastname'])
    .orderBy('number', 'desc')
    .limit(NEWS_MAX)
    .execute()
  return found.map((row) => ({ player_id: row.playerid, full_name: fullName(row) }))
}

/** Connects two players, both ways. Nothing happens when they are, or when they are one and the same. */
export async function connect(db: Kysely<Schema>, one: string, other: string, at: Date): Promise<void> {
  await connectAll(db, one, [other], at)
}

/** Connects a player with each of these, both ways. */
async function connectAll(db: Kysely<Schema>, one: string, others: readonly string[], at: Date): Promise<void> {
  const sides = [...new Set(others)]
    .filter((other) => other !== one)
    .flatMap((other) => sidesOf(one, other))
    // All at once: one by one, those of two others would be counted in the order of whoever has them.
    .sort((a, b) => compare(a.playerid, b.playerid) || compare(a.other_id, b.other_id))
    .map((side) => ({ ...side, at }))
  if (sides.length === 0) return
  await db
    .insertInto('connections')
    .values(sides)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Invitations of theirs that still lie somewhere connect them no more. @returns false when they were not connected */
export async function disconnect(db: Kysely<Schema>, one: string, other: string, at: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await areConnected(trx, one, other))) return false
    await endInvitations(trx, one, other, at)
    let gone = 0
    // One after the other: a single statement takes them in the order they lie in.
    for (const { playerid, other_id } of sidesOf(one, other)) {
      const rows = await sql`delete from connections where playerid = ${playerid} and other_id = ${other_id}
        returning 1`.execute(trx)
      gone += rows.rows.length
    }
    return gone > 0
  })
}

/** Voids what each of two sent to any e-mail of the other and nobody used, and what was accepted and is still due. */
async function endInvitations(trx: Kysely<Schema>, one: string, other: string, at: Date): Promise<void> {
  const mailed = (inviter: string, invitee: string) => sql<boolean>`(invitations.inviter_id = ${inviter}
    and invitations.email in (select email from player_emails where playerid = ${invitee}))`
  const theirs = sql<boolean>`(${mailed(one, other)} or ${mailed(other, one)})`
  await sql`update link_tokens set revoked_at = ${at} where jti in (
    select link_tokens.jti from link_tokens join invitations on invitations.jti = link_tokens.jti
    where used_at is null and revoked_at is null and ${theirs} order by link_tokens.jti for update of link_tokens)`.execute(
    trx,
  )
  await sql`update invitations set connected_at = ${at}
    where accepted_at is not null and connected_at is null and ${theirs}`.execute(trx)
}

/**
 * Both rows of a connection, in the order in which they are taken always: each counts in the row of its player what is new
 * to them, and two who wait for each other's would wait for ever.
 */
const sidesOf = (one: string, other: string) =>
  [
    { playerid: one, other_id: other },
    { playerid: other, other_id: one },
  ].sort((a, b) => compare(a.playerid, b.playerid))

/** Connects a player with everybody whose invitation to one of their e-mails they accepted before they could (API-NET-006). */
export async function connectAccepted(db: Kysely<Schema>, playerid: string, at: Date): Promise<void> {
  const due = await db
    .updateTable('invitations')
    .set({ connected_at: at })
    .where('accepted_at', 'is not', null)
    .where('connected_at', 'is', null)
    .where('email', 'in', (query) =>
      query.selectFrom('player_emails').where('playerid', '=', playerid).select('player_emails.email'),
    )
    .returning('inviter_id')
    .execute()
  await connectAll(
    db,
    playerid,
    due.map(({ inviter_id }) => inviter_id),
    at,
  )
}

/** For queries of players: the e-mail their connections know them by; '' where they have none. */
export const firstEmail = () => sql<string>`coalesce((select shown from player_emails
  where player_emails.playerid = players.playerid order by place, player_emails.email limit 1), '')`

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function asConnection(row: {
  playerid: string
  firstname: string
  lastname: string
  email: string
  verified: boolean
}): Connection {
  return {
    player_id: row.playerid,
    full_name: fullName(row),
    first_name: row.firstname,
    last_name: row.lastname,
    email: row.email,
    verified: row.verified,
  }
}
