// A player's marks on releases and tracks: flagged and archived (API-FLAG).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

export interface Marks {
  /** Whether this player has archived the release. */
  isArchived(playerid: string, releaseid: string): Promise<boolean>
  /** Marks a release and all its songs (FLAG-002). */
  flagRelease(playerid: string, releaseid: string): Promise<void>
  /** Clears the mark of a release and of all its songs (D-118). */
  unflagRelease(playerid: string, releaseid: string): Promise<void>
  flagTrack(playerid: string, releaseid: string, trackid: string): Promise<void>
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
  return {
    async isArchived(playerid, releaseid) {
      const found = await sql`select 1 from archived where playerid = ${playerid} and releaseid = ${releaseid}`.execute(
        db,
      )
      return found.rows.length > 0
    },
    flagRelease: (playerid, releaseid) =>
      run(sql`insert into flags (playerid, releaseid, trackid)
        select ${playerid}::text, ${releaseid}::text, ''
        union all select ${playerid}::text, releaseid, trackid from tracks where releaseid = ${releaseid}
        on conflict do nothing`),
    unflagRelease: (playerid, releaseid) =>
      run(sql`delete from flags where playerid = ${playerid} and releaseid = ${releaseid}`),
    flagTrack: (playerid, releaseid, trackid) =>
      run(sql`insert into flags (playerid, releaseid, trackid)
        values (${playerid}, ${releaseid}, ${trackid}) on conflict do nothing`),
    unflagTrack: (playerid, releaseid, trackid) =>
      run(sql`delete from flags where playerid = ${playerid} and releaseid = ${releaseid} and trackid = ${trackid}`),
    archive: (playerid, releaseid) =>
      run(sql`insert into archived (playerid, releaseid) values (${playerid}, ${releaseid}) on conflict do nothing`),
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
