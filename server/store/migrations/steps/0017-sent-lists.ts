// Lists of invitations that were sent, by the key they came with: what was answered is answered again.
import type { Migration } from '../migration.ts'

export const sentLists: Migration = {
  name: '0017-sent-lists',
  statements: [
    `create table sent_lists (
      playerid text not null references players (playerid) on delete cascade,
      key text not null,
      at timestamptz not null,
      answer text not null default '',
      primary key (playerid, key)
    )`,
  ],
}
