/**
 * Kysely's dialect for the embedded database: PostgreSQL's own compiler, and a driver with one
 * slot. The database has a single connection, so whoever holds the slot (a query, or a transaction
 * from begin to commit) has it alone, and parallel queries wait their turn.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { Slot } from './slot.ts'
import type { SqlRunner } from './sqlRunner.ts'

/** Milliseconds a caller waits for the slot; longer means that somebody forgot it (a query on `db` inside a transaction). */
const SLOT_DEADLINE_MS = 60_000

export function embeddedDialect(runner: SqlRunner): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new EmbeddedDriver(runner),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  }
}

class EmbeddedDriver implements Driver {
  readonly #runner: SqlRunner
  readonly #slot = new Slot(SLOT_DEADLINE_MS)
  readonly #connection: DatabaseConnection

  constructor(runner: SqlRunner) {
    this.#runner = runner
    this.#connection = new EmbeddedConnection(runner)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#slot.take()
    return this.#connection
  }

  async beginTransaction(_connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    await this.#runner.query(`begin${level}`, [])
  }

  async commitTransaction(): Promise<void> {
    await this.#runner.query('commit', [])
  }

  async rollbackTransaction(): Promise<void> {
    await this.#runner.query('rollback', [])
  }

  async releaseConnection(): Promise<void> {
    this.#slot.give()
  }

  async destroy(): Promise<void> {
    await this.#runner.close()
  }
}

class EmbeddedConnection implements DatabaseConnection {
  readonly #runner: SqlRunner

  constructor(runner: SqlRunner) {
    this.#runner = runner
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const answer = await this.#runner.query(query.sql, query.parameters)
    return { rows: answer.rows as R[], numAffectedRows: BigInt(answer.affectedRows) }
  }

  // biome-ignore lint/correctness/useYield: the embedded database has no cursors; nothing here streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the embedded database does not stream rows')
  }
}
