// Who used up a sign-up code, so that the same use asked for again, and no other, is answered as the first one was.
import type { Migration } from '../migration.ts'

export const codeKeys: Migration = {
  name: '0019-code-keys',
  statements: ['alter table signup_codes add column used_by text'],
}
