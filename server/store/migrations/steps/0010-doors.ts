// What the limits need to hold guessers back without locking owners out, and page views to be swept by.
import type { Migration } from '../migration.ts'

export const doors: Migration = {
  name: '0010-doors',
  statements: [
    'alter table rate_limits add column held_until timestamptz',
    `alter table signup_codes add column foreign_tries integer not null default 0,
      add column asked_from text not null default ''`,
    'create index page_views_at on page_views (at)',
  ],
}
