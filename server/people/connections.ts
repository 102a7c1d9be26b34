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
  if (one === other) return
  const sides = [
    { playerid: one, other_id: other, at },
    { playerid: other, other_id: one, at },
    // In one order always, so that two who connect each other do not wait for each other.
  ].sort((a, b) => compare(a.playerid, b.playerid))
  await db
    .insertInto('connections')
    .values(sides)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @returns false when they were not connected */
export async function disconnect(db: Kysely<Schema>, one: string, other: string): Promise<boolean> {
  const gone = await sql`delete from connections
    where (playerid = ${one} and other_id = ${other}) or (playerid = ${other} and other_id = ${one})
    returning playerid`.execute(db)
  return gone.rows.length > 0
}

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
  for (const { inviter_id } of due) await connect(db, playerid, inviter_id, at)
}

const firstEmail = () => sql<string>`coalesce((select shown from player_emails
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
