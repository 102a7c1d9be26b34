/**
 * Refresh tokens are computed from the session and a count (D-156). Sessions that were there go on: the tokens they
 * have stand in `refresh_tokens`, which nothing is added to any more, and are exchanged when they are next used.
 */
import type { Migration } from '../migration.ts'

export const refreshChain: Migration = {
  name: '0009-refresh-chain',
  statements: [
    `alter table sessions
      add column refresh_count integer not null default 0,
      add column refresh_salt bytea not null default uuid_send(gen_random_uuid())`,
  ],
}
