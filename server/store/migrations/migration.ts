import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** One step of the schema. Forward only: a step that was applied once is never edited. */
export interface Migration {
  /** Sorts in the order of application. */
  name: string
  /** One SQL statement each (the extended protocol takes no more than one at a time). */
  statements: readonly string[]
  /** Fills what SQL alone cannot, after the statements, in the same transaction. */
  fill?(trx: Kysely<Schema>): Promise<void>
}
