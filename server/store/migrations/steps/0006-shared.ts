// What servers that share a database must share besides: their key, and reports that were made.
import type { Migration } from '../migration.ts'

export const shared: Migration = {
  name: '0006-shared',
  statements: [
    `create table server_keys (
      name text primary key,
      key bytea not null,
      made_at timestamptz not null default now()
    )`,
    `create table report_files (
      jobid text primary key references jobs (id) on delete cascade,
      content bytea not null,
      made_at timestamptz not null default now()
    )`,
    'create index report_files_made on report_files (made_at)',
  ],
}
