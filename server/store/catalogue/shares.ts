// Releases that were shared with a player.
import { type Kysely, sql } from 'kysely'
import { NEWS_MAX, type ReceivedShare } from '#core/model/changes.ts'
import type { Schema } from '../schema.ts'

interface ShareRow {
  shareid: string
  releaseid: string
  title: string
  by: string
  message: string
  at: Date
}

/** Shares of open releases that came after the one of this number, newest first. */
export async function sharesSince(db: Kysely<Schema>, playerid: string, number: number): Promise<ReceivedShare[]> {
  const found = await sql<ShareRow>`
    select s.id as shareid, s.releaseid, r.title, trim(concat(p.firstname, ' ', p.lastname)) as by, s.message, s.at
    from shares s join releases r on r.releaseid = s.releaseid and r.access = 'open'
    left join players p on p.playerid = s.playerid
    where s.receiver = ${playerid} and s.number > ${number}
    order by s.number desc limit ${NEWS_MAX}`.execute(db)
  return found.rows.map(received)
}

/** Who shared a release with a player, newest first; whether they are still connected does not matter. */
export async function sharesOf(db: Kysely<Schema>, playerid: string, releaseid: string): Promise<ReceivedShare[]> {
  const found = await sql<ShareRow>`
    select s.id as shareid, s.releaseid, r.title, trim(concat(p.firstname, ' ', p.lastname)) as by, s.message, s.at
    from shares s join releases r on r.releaseid = s.releaseid
    left join players p on p.playerid = s.playerid
    where s.receiver = ${playerid} and s.releaseid = ${releaseid}
    order by s.at desc, s.number desc limit ${NEWS_MAX}`.execute(db)
  return found.rows.map(received)
}

const received = ({ at, ...row }: ShareRow): ReceivedShare => ({ ...row, date: at.toISOString() })
