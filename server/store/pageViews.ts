// Page views (API-MISC-004): what is kept of them, and for how long.
import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'
import { sweepRows } from './sweepRows.ts'

const KEPT_D = 90
/** Rows that are kept at most, however many come. */
const KEPT_MAX = 1_000_000
/** A clock may be wrong by a day (P8); a view from further away is dated by the server. */
const CLOCK_MS = 86_400_000

/** When a view was, by what its client says. @param given ms since 1970, or no number */
export function viewedAt(given: number, now: number): Date {
  return new Date(Math.abs(given - now) <= CLOCK_MS ? given : now)
}

/** Forgets old views, and the oldest when there are too many. @param now ms since 1970 */
export async function sweepPageViews(db: Kysely<Schema>, now: number, most = KEPT_MAX): Promise<void> {
  const old = new Date(now - KEPT_D * 86_400_000)
  await sweepRows(db, 'page_views', sql`at < ${old}`)
  // Ids are given in the order of coming.
  await sweepRows(db, 'page_views', sql`id <= (select max(id) from page_views) - ${most}::bigint`)
}
