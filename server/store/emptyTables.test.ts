import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { emptyTables } from './emptyTables.ts'

it('empties every table but the shared key and the list of migrations', { tags: ['long'] }, async () => {
  const db = await openDatabase()
  const tables = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' order by 1`.execute(db)
  await sql`create table emptied (name text)`.execute(db)
  await sql`create function note() returns trigger language plpgsql as
    'begin insert into emptied values (tg_table_name); return null; end'`.execute(db)
  for (const { name } of tables.rows)
    await sql`create trigger noted after truncate on ${sql.table(name)} execute function note()`.execute(db)
  // A table that refers to one of these and is left out would have all of it refused.
  await emptyTables(db)
  const left = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'
    and tablename not in (select name from emptied) order by 1`.execute(db)
  expect(left.rows.map(({ name }) => name)).toEqual(['emptied', 'schema_steps', 'server_keys'])
  await db.destroy()
})
