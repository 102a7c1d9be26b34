// Lengths and digests of files that were made once.
import type { Kysely } from 'kysely'
import type { MediaLedger } from '../../media/contract.ts'
import type { Schema } from '../schema.ts'

export function createMediaLedger(db: Kysely<Schema>): MediaLedger {
  return {
    async get(key) {
      const row = await db.selectFrom('media_files').where('key', '=', key).selectAll().executeTakeFirst()
      return row ? { bytes: row.bytes, sha256: row.sha256, crc32: row.crc32 } : null
    },
    async put(key, value) {
      await db
        .insertInto('media_files')
        .values({ key, ...value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(value))
        .execute()
    },
  }
}
