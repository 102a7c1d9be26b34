// The code in the mail of a magic link, and the browser it is for.
import type { Migration } from '../migration.ts'

export const linkCodes: Migration = {
  name: '0016-link-codes',
  statements: [
    'alter table link_tokens add column asked_by text, add column code text, add column code_tries integer not null default 0',
  ],
}
