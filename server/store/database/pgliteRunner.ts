// PGlite as a SqlRunner: settings and type parsers in one place, for the thread and for unit tests.
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { NUMBER_OIDS } from './numbers.ts'
import type { SqlRunner } from './sqlRunner.ts'
import { SqlError } from './sqlRunner.ts'

/**
 * Opens an embedded database.
 * @param folder where it is persisted; left out, it lives in memory
 */
export async function openPglite(folder?: string): Promise<SqlRunner> {
  return runnerOf(await createPglite(folder))
}

/**
 * The database itself, for whoever copies it as a whole.
 * @param folder where it is persisted; left out, it lives in memory
 * @param loadDataDir what `dumpDataDir` gave of another one: it begins as its copy
 */
export function createPglite(folder?: string, loadDataDir?: Blob): Promise<PGlite> {
  return PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(loadDataDir === undefined ? {} : { loadDataDir }),
    // PGlite asks no disk to be done with a write (it starts with -F): the system has what was confirmed, which outlives
    // this process, and a machine that dies may lose of it what the system had yet to write.
    relaxedDurability: true,
    extensions: { pg_trgm, unaccent },
    parsers: { [NUMBER_OIDS.int8]: Number, [NUMBER_OIDS.numeric]: Number },
  })
}

/** The database as what runs statements. Closing it closes the database. */
export function runnerOf(db: PGlite): SqlRunner {
  return {
    async query(text, parameters) {
      try {
        const answer = await db.query<Record<string, unknown>>(text, [...parameters])
        return { rows: answer.rows, affectedRows: answer.affectedRows ?? 0 }
      } catch (error) {
        const given = error as { message?: string; code?: string; constraint?: string }
        throw new SqlError(given.message ?? String(error), given.code ?? 'XX000', given.constraint)
      }
    },
    close: () => db.close(),
  }
}
