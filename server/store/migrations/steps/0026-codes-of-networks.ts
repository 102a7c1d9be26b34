/** A sign-up code for each network that asked for one: of one for all, a stranger's took the owner's place. */
import type { Migration } from '../migration.ts'

export const codesOfNetworks: Migration = {
  name: '0026-codes-of-networks',
  statements: [
    'alter table signup_codes add column asked_at timestamptz not null default now()',
    'alter table signup_codes drop constraint signup_codes_pkey',
    'alter table signup_codes add primary key (email, asked_from)',
  ],
}
