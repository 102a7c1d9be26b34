// Brings a database to the newest schema, or refuses one that is newer than this program.
import { type Kysely, sql } from 'kysely'
import { StartProblem } from '../../problem.ts'
import type { Migration } from '../migrations/migration.ts'
import type { Schema } from '../schema.ts'

/** Any constant: the key under which all servers queue up to migrate. */
const MIGRATION_LOCK = 7_204_173

/**
 * Applies the steps that are missing, all in one transaction under an advisory lock, so that of
 * several servers started together one migrates and the others wait for it.
 * @param advances false: whoever asks stands beside servers that may still be of an earlier version, and brings no
 * further what is there; a database without anything in it is made all the same
 * @returns names of the steps applied now
 * @throws StartProblem when steps are missing and it does not advance
 * @throws Error when the database knows steps this program does not (an older program on a newer database)
 */
export async function migrate(
  db: Kysely<Schema>,
  migrations: readonly Migration[],
  advances = true,
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx)
    await sql`create table if not exists schema_steps (
      name text primary key, applied_at timestamptz not null default now())`.execute(trx)
    const known = await sql<{ name: string }>`select name from schema_steps`.execute(trx)
    const applied = new Set(known.rows.map((row) => row.name))
    const unknown = [...applied].filter((name) => !migrations.some((step) => step.name === name))
    if (unknown.length > 0) {
      throw new Error(`the database was written by a newer version (${unknown.join(', ')}); start that version instead`)
    }
    const missing = migrations.filter((step) => !applied.has(step.name))
    if (!advances && applied.size > 0 && missing.length > 0) {
      throw new StartProblem(
        `The database is of an earlier version (it lacks ${missing.map(({ name }) => name).join(', ')}), and its servers may be, too. Start a server of this version first, in place of them. Nothing was changed.`,
      )
    }
    const done: string[] = []
    for (const step of missing) {
      for (const statement of step.statements) await sql.raw(statement).execute(trx)
      await step.fill?.(trx)
      await sql`insert into schema_steps (name) values (${step.name})`.execute(trx)
      done.push(step.name)
    }
    return done
  })
}
