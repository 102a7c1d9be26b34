// The one thing the embedded database is asked to do, whether it runs in a thread or (in unit tests) in this one.

export interface SqlAnswer {
  rows: Record<string, unknown>[]
  /** Rows written by an insert, update or delete. */
  affectedRows: number
}

export interface SqlRunner {
  /** @throws SqlError when the database refuses the statement, EmbeddedDatabaseGone when it has ended */
  query(text: string, parameters: readonly unknown[]): Promise<SqlAnswer>
  close(): Promise<void>
}

/** What the database said against a statement. `code` is the SQLSTATE, as with a PostgreSQL server. */
export class SqlError extends Error {
  override name = 'SqlError'
  readonly code: string
  readonly constraint: string | undefined
  constructor(message: string, code: string, constraint?: string) {
    super(message)
    this.code = code
    this.constraint = constraint
  }
}

/** The thread of the embedded database has ended; nothing it holds can be reached any more. */
export class EmbeddedDatabaseGone extends Error {
  override name = 'EmbeddedDatabaseGone'
}

/** Between the server's thread and the database's. */
export type DbRequest = { id: number; text: string; parameters: readonly unknown[] } | { id: number; close: true }
export type DbReply =
  | { id: number; answer: SqlAnswer }
  | { id: number; error: { message: string; code: string; constraint?: string } }
/** First message of the thread: it is ready, or why it is not. */
export type DbHello = { ready: true } | { ready: false; message: string }
