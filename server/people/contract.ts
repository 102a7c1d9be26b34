// What start data of players, such as the demo's, do for the server.
import type { Kysely } from 'kysely'
import type { DemoAccounts } from '#core/model/people/demoAccounts.ts'
import type { Context } from '../context.ts'
import type { Schema } from '../store/schema.ts'

export interface StartPeople {
  /** What a start tells about the accounts, line by line. */
  readonly ACCOUNT_LINES: readonly string[]
  /** The same for the sign-in page. */
  readonly ACCOUNTS: DemoAccounts
  /** Adds the accounts that are missing; never changes one that is there. */
  seedDemoAccounts(db: Kysely<Schema>): Promise<void>
  /** Adds what is missing; never changes what is there. Links in its mails need the port, so it runs once that is known. */
  seedStartData(context: Context): Promise<void>
  /** Puts everything players did back to the start; the catalogue stays. */
  resetStartData(context: Context): Promise<void>
}
