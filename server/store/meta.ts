// Single facts about the store: which catalogue it holds, how far seeding came, which players of a demo are closed, what the server
// says of itself (notes.ts), what tells one state of the releases from the next (choices.ts), and that imported songs of
// one channel are noted (measured.ts).
import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

type Fact =
  | 'catalogue'
  | 'catalogue_seeding'
  | 'catalogue_turn'
  | 'covers_prepared'
  | 'demo_closed'
  | 'mono_noted'
  | 'server'

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

export async function deleteMeta(db: Kysely<Schema>, name: Fact): Promise<void> {
  await db.deleteFrom('meta').where('name', '=', name).execute()
}
