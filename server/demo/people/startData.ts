/**
 * What a demo server starts with besides its catalogue: accounts, their network, open invitations.
 * `/dev/reset` comes back to it. Parts that add start data of players add a line to `seedStartData`.
 */
import { sql } from 'kysely'
import type { DemoAccounts } from '#core/model/people/demoAccounts.ts'
import type { Context } from '../../context.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemoAccounts } from './accounts.ts'
import { seedDemoNetwork } from './network.ts'
import { seedDemoPlaylists } from './playlists.ts'

export { seedDemoAccounts }

/** What a start tells: who may sign in, and with what. */
export const ACCOUNT_LINES: readonly string[] = [
  `demo accounts, each with the password ${DEMO_PASSWORD}:`,
  ...DEMO_ACCOUNTS.map(({ emails, note }) => `  ${emails[0]}  (${note})`),
]

/** The same for the sign-in page. */
export const ACCOUNTS: DemoAccounts = {
  password: DEMO_PASSWORD,
  accounts: DEMO_ACCOUNTS.map(({ emails, firstname, lastname, kind }) => ({
    email: emails[0] ?? '',
    name: `${firstname} ${lastname}`,
    kind,
  })),
}

/** Adds what is missing; never changes what is there. Links in its mails need the port, so it runs once that is known. */
export async function seedStartData(context: Context): Promise<void> {
  await seedDemoAccounts(context.db)
  await seedDemoNetwork(context)
  await seedDemoPlaylists(context)
}

/** Puts everything players did back to the start; the catalogue, which nobody changes, stays. */
export async function resetStartData(context: Context): Promise<void> {
  // `cascade` takes every table that refers to players along, whoever made it.
  await sql`truncate players, outbox, signup_codes, rate_limits, support_messages, page_views, jobs cascade`.execute(
    context.db,
  )
  await seedStartData(context)
}
