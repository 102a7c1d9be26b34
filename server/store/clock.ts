/**
 * The clock of the service: the process's own, set by the database's, so that what one server writes another compares
 * by the same time, however wrong the clocks of their machines are.
 */
import { type Kysely, sql } from 'kysely'

export interface Clock {
  /** ms since 1970. */
  now(): number
  /** Asks the database for the time and goes by it from then on. */
  set<DB>(db: Kysely<DB>): Promise<void>
  /** Moves the clock by ms; null puts it right again. Test controls only. */
  move(ms: number | null): void
}

/** @param own the clock of the process, whole ms since 1970: all there is to go by until it is set */
export function createClock(own: () => number = Date.now): Clock {
  /** How far the database's clock is ahead of ours, ms. */
  let ahead = 0
  let moved = 0
  return {
    now: () => own() + ahead + moved,
    async set(db) {
      const asked = own()
      const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
      const answered = own()
      const at = rows[0]?.at.getTime() ?? asked
      // Read at some moment between the two, and cut to a millisecond as they are: what agrees with that stays, so that
      // a slow answer moves nothing.
      ahead = Math.min(Math.max(ahead, at - answered - 1), at - asked + 1)
    },
    move(ms) {
      moved = ms === null ? 0 : moved + ms
    },
  }
}
