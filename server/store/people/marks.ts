// A player's marks on releases and tracks: flagged and archived (API-FLAG).
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../schema.ts'

export interface Marks {
  /** Marks a release and all its songs (FLAG-002). @returns false where it is archived, and nothing was marked (FLAG-008) */
  flagRelease(playerid: string, releaseid: string): Promise<boolean>
  /** Clears the mark of a release and of all its songs (D-118). */
  unflagRelease(playerid: string, releaseid: string): Promise<void>
  /** @returns false where its release is archived, and nothing was marked (FLAG-008) */
  flagTrack(playerid: string, releaseid: string, trackid: string): Promise<boolean>
  unflagTrack(playerid: string, releaseid: string, trackid: string): Promise<void>
  archive(playerid: string, releaseid: string): Promise<void>
  restore(playerid: string, releaseid: string): Promise<void>
  clearFlags(playerid: string): Promise<void>
  restoreAll(playerid: string): Promise<void>
  /** Which of these tracks the player has flagged. */
  flaggedAmong(playerid: string, trackids: readonly string[]): Promise<Set<string>>
}

export function createMarks(db: Kysely<Schema>): Marks {
  const run = async (statement: { execute(db: Kysely<Schema>): Promise<unknown> }) => {
    await statement.execute(db)
  }
  /** One after the other where a player flags and archives the same release at once, on whichever server. */
  const inTurn = <T>(playerid: string, releaseid: string, work: (trx: Kysely<Schema>) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`mark\n${playerid}\n${releaseid}`}, 0))`.execute(trx)
      return work(trx)
    })
  const flag = (playerid: string, releaseid: string, statement: RawBuilder<unknown>): Promise<boolean> =>
    inTurn(playerid, releaseid, async (trx) => {
      const archived = sql`select 1 from archived where playerid = ${playerid} and releaseid = ${releaseid}`
      if ((await archived.execute(trx)).rows.length > 0) return false
      await statement.execute(trx)
      return true
    })
  return {
    flagRelease: (playerid, releaseid) =>
      flag(
        playerid,
        releaseid,
        sql`insert into flags (playerid, releaseid, trackid)
        select ${playerid}::text, ${releaseid}::text, ''
        union all select ${playerid}::text, releaseid, trackid from tracks where releaseid = ${releaseid}
        on conflict do nothing`,
      ),
    unflagRelease: (playerid, releaseid) =>
      run(sql`delete from flags where playerid = ${playerid} and releaseid = ${releaseid}`),
    flagTrack: (playerid, releaseid, trackid) =>
      flag(
        playerid,
        releaseid,
        sql`insert into flags (playerid, releaseid, trackid)
        values (${playerid}, ${releaseid}, ${trackid}) on conflict do nothing`,
      ),
    unflagTrack: (playerid, releaseid, trackid) =>
      run(sql`delete from flags where playerid = ${playerid} and releaseid = ${releaseid} and trackid = ${trackid}`),
    archive: (playerid, releaseid) =>
      inTurn(playerid, releaseid, async (trx) => {
        await sql`insert into archived (playerid, releaseid) values (${playerid}, ${releaseid})
          on conflict do nothing`.execute(trx)
      }),
    restore: (playerid, releaseid) =>
      run(sql`delete from archived where playerid = ${playerid} and releaseid = ${releaseid}`),
    clearFlags: (playerid) => run(sql`delete from flags where playerid = ${playerid}`),
    restoreAll: (playerid) => run(sql`delete from archived where playerid = ${playerid}`),
    async flaggedAmong(playerid, trackids) {
      const found = await sql<{ trackid: string }>`select trackid from flags
        where playerid = ${playerid} and trackid = any(${[...trackids]}::text[])`.execute(db)
      return new Set(found.rows.map((row) => row.trackid))
    },
  }
}
