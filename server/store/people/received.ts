// What came to a player: releases that were shared with them, and people who are connected with them now.
import { type Kysely, sql } from 'kysely'
import { NEWS_MAX, type NewConnection, type ReceivedShare } from '#core/model/people/changes.ts'
import type { Schema } from '../schema.ts'
import { fullName } from './players.ts'

interface ShareRow {
  shareid: string
  releaseid: string
  title: string
  firstname: string | null
  lastname: string | null
  message: string
  at: Date
}

/** Shares of open releases that came after the one of this number, newest first. */
export async function sharesSince(db: Kysely<Schema>, playerid: string, number: number): Promise<ReceivedShare[]> {
  const found = await sql<ShareRow>`
    select s.id as shareid, s.releaseid, r.title, p.firstname, p.lastname, s.message, s.at
    from shares s join releases r on r.releaseid = s.releaseid and r.access = 'open'
    left join players p on p.playerid = s.playerid
    where s.receiver = ${playerid} and s.number > ${number}
    order by s.number desc limit ${NEWS_MAX}`.execute(db)
  return found.rows.map(received)
}

/** Who shared a release with a player, newest first; whether they are still connected does not matter. */
export async function sharesOf(db: Kysely<Schema>, playerid: string, releaseid: string): Promise<ReceivedShare[]> {
  const found = await sql<ShareRow>`
    select s.id as shareid, s.releaseid, r.title, p.firstname, p.lastname, s.message, s.at
    from shares s join releases r on r.releaseid = s.releaseid
    left join players p on p.playerid = s.playerid
    where s.receiver = ${playerid} and s.releaseid = ${releaseid}
    order by s.at desc, s.number desc limit ${NEWS_MAX}`.execute(db)
  return found.rows.map(received)
}

/** Who became a connection after the change of this number. */
export async function connectedSince(db: Kysely<Schema>, playerid: string, number: number): Promise<NewConnection[]> {
  const found = await db
    .selectFrom('connections')
    .innerJoin('players', 'players.playerid', 'connections.other_id')
    .where('connections.playerid', '=', playerid)
    .where('number', '>', number)
    .select(['players.playerid', 'firstname', 'lastname'])
    .orderBy('number', 'desc')
    .limit(NEWS_MAX)
    .execute()
  return found.map((row) => ({ player_id: row.playerid, full_name: fullName(row) }))
}

function received({ firstname, lastname, at, ...row }: ShareRow): ReceivedShare {
  return { ...row, by: fullName({ firstname: firstname ?? '', lastname: lastname ?? '' }), date: at.toISOString() }
}
