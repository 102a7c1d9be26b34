// Passkeys, the questions they answer, and when a session's owner last proved to be one.
import type { Migration } from '../migration.ts'

export const passkeys: Migration = {
  name: '0014-passkeys',
  statements: [
    'alter table players add column passkey_handle bytea unique',
    'alter table sessions add column proved_at timestamptz not null default now()',
    'update sessions set proved_at = created_at',
    `create table passkeys (
      passkeyid text primary key,
      credential text not null unique,
      playerid text not null references players on delete cascade,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      synced boolean not null,
      aaguid text not null,
      name text not null,
      created_at timestamptz not null,
      used_at timestamptz
    )`,
    'create index passkeys_player on passkeys (playerid)',
    `create table passkey_challenges (
      digest text primary key,
      challenge text not null,
      sessionid text references sessions on delete cascade,
      expires_at timestamptz not null
    )`,
    'create index passkey_challenges_expiry on passkey_challenges (expires_at)',
  ],
}
