// Where somebody is signed in: with what, from where, and when it was used last.
import type { Migration } from '../migration.ts'

export const seenSessions: Migration = {
  name: '0012-seen-sessions',
  statements: [
    `alter table sessions
      add column began_by text not null default 'password',
      add column browser text not null default '',
      add column system text not null default '',
      add column timezone text not null default '',
      add column network text not null default '',
      add column seen_at timestamptz not null default now()`,
    // Nobody knows when the former ones were used.
    'update sessions set seen_at = created_at',
  ],
}
