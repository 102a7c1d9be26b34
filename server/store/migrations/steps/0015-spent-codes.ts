// When a code was given back rightly, so that the same one given again is answered as the first was.
import type { Migration } from '../migration.ts'

export const spentCodes: Migration = {
  name: '0015-spent-codes',
  statements: ['alter table signup_codes add column used_at timestamptz'],
}
