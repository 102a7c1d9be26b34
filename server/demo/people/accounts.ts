// The demo accounts of the acceptance contract, printed at start. Never made in production.
import type { Kysely } from 'kysely'
import type { DemoAccountKind } from '#core/model/people/demoAccounts.ts'
import { hashPassword } from '../../auth/passwords.ts'
import type { Schema } from '../../store/schema.ts'

export const DEMO_PASSWORD = 'Demo#2026'

interface DemoAccount {
  playerid: string
  firstname: string
  lastname: string
  emails: string[]
  state: 'active' | 'pending' | 'inactive'
  verified: boolean
  label_staff: boolean
  note: string
  kind: DemoAccountKind
  profile: { title: string; company: string; city: string; region?: string; country: string }
}

const ACTIVE = { state: 'active', verified: true, label_staff: false } as const

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    ...ACTIVE,
    playerid: 'demo-verified',
    firstname: 'Vera',
    lastname: 'Lindqvist',
    emails: ['verified@demo.test'],
    note: 'verified',
    kind: 'verified',
    profile: { title: 'Music director', company: 'Radio Nord', city: 'Göteborg', country: 'SE' },
  },
  {
    ...ACTIVE,
    playerid: 'demo-unverified',
    firstname: 'Umar',
    lastname: 'Farouk',
    emails: ['unverified@demo.test'],
    verified: false,
    note: 'not verified yet: no sharing, no invitations',
    kind: 'unverified',
    profile: { title: 'Presenter', company: 'Lagos Live', city: 'Lagos', country: 'NG' },
  },
  {
    ...ACTIVE,
    playerid: 'demo-staff',
    firstname: 'Stella',
    lastname: 'Moreau',
    emails: ['staff@demo.test'],
    label_staff: true,
    note: 'works for a label',
    kind: 'staff',
    profile: { title: 'Promotion', company: 'Maison Moreau', city: 'Montréal', region: 'QC', country: 'CA' },
  },
  {
    ...ACTIVE,
    playerid: 'demo-pending',
    firstname: 'Piet',
    lastname: 'de Wit',
    emails: ['pending@demo.test'],
    state: 'pending',
    verified: false,
    note: 'under review: cannot sign in',
    kind: 'pending',
    profile: { title: 'Editor', company: 'Muziekblad', city: 'Utrecht', country: 'NL' },
  },
  {
    ...ACTIVE,
    playerid: 'demo-inactive',
    firstname: 'Ines',
    lastname: 'Carvalho',
    emails: ['inactive@demo.test'],
    state: 'inactive',
    note: 'closed: cannot sign in',
    kind: 'inactive',
    profile: { title: 'Critic', company: '', city: 'Porto', country: 'PT' },
  },
  {
    ...ACTIVE,
    playerid: 'demo-many',
    firstname: 'Manu',
    lastname: 'Okafor',
    emails: ['many@demo.test', 'many.radio@demo.test', 'many.home@demo.test'],
    note: 'three connected e-mails',
    kind: 'many',
    profile: { title: 'Supervisor', company: 'Okafor Sync', city: 'Austin', region: 'TX', country: 'US' },
  },
]

/** Adds the demo accounts that are missing; never changes one that is there. */
export async function seedDemoAccounts(db: Kysely<Schema>): Promise<void> {
  const known = await db.selectFrom('players').where('playerid', 'like', 'demo-%').select('playerid').execute()
  const missing = DEMO_ACCOUNTS.filter((account) => !known.some((row) => row.playerid === account.playerid))
  if (missing.length === 0) return
  const hashes = await Promise.all(missing.map(() => hashPassword(DEMO_PASSWORD)))
  await db.transaction().execute(async (trx) => {
    for (const [index, { emails, note: _, kind: __, profile, ...account }] of missing.entries()) {
      await trx
        .insertInto('players')
        .values({
          ...account,
          ...profile,
          username: emails[0] ?? account.playerid,
          password_hash: hashes[index] ?? null,
          language: 'en',
          mailto: emails[0] ?? null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await trx
        .insertInto('player_emails')
        .values(emails.map((email, place) => ({ email, shown: email, playerid: account.playerid, place })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  })
}
