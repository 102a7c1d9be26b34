// Addresses of pages that are good once (promotional e-mails): which were used, on whichever server.
import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'
import { sweepRows } from './sweepRows.ts'

export interface PageUses {
  /**
   * @param jti id of the address's token
   * @param exp when the token ends, seconds since 1970
   * @returns false when it was used before
   */
  use(jti: string, exp: number): Promise<boolean>
  /** Forgets tokens that have ended. */
  sweep(): Promise<void>
}

/** @param now ms since 1970 */
export function createPageUses(db: Kysely<Schema>, now: () => number): PageUses {
  return {
    async use(jti, exp) {
      const used = await db
        .insertInto('used_pages')
        .values({ jti, expires_at: new Date(exp * 1000) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('jti')
        .executeTakeFirst()
      return used !== undefined
    },
    async sweep() {
      await sweepRows(db, 'used_pages', sql`expires_at < ${new Date(now())}`)
    },
  }
}
