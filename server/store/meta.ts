// Single facts about the store: which catalogue it holds, and how far seeding came.
import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

type Fact = 'catalogue' | 'catalogue_seeding' | 'covers_prepared'

export async function readMeta(db: Kysely<Schema>, name: Fact): Promise<string | null> {
  const row = await db.selectFrom('meta').where('name', '=', name).select('value').executeTakeFirst()
  return row?.value ?? null
}

export async function writeMeta(db: Kysely<Schema>, name: Fact, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
