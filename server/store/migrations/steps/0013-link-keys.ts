// Who used up a link, so that the same use asked for again is answered as the first one was.
import type { Migration } from '../migration.ts'

export const linkKeys: Migration = {
  name: '0013-link-keys',
  statements: ['alter table link_tokens add column used_by text, add column sessionid text'],
}
