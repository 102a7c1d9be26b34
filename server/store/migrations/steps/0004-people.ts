// Profiles, links that work once, sign-ups, connections, limits.
import type { Migration } from '../migration.ts'

export const people: Migration = {
  name: '0004-people',
  statements: [
    `alter table players
      add column website text not null default '',
      add column phone text not null default '',
      add column city text not null default '',
      add column company text not null default '',
      add column title text not null default '',
      add column region text not null default '',
      add column country text not null default '',
      add column format text not null default 'mp3' check (format in ('wav', 'mp3')),
      add column mailpref text not null default 'none' check (mailpref in ('none', 'daily', 'weekly', 'track')),
      add column mailto text`,
    // Who was there before gets mail where it went before: to the first e-mail.
    `update players set mailto = (select email from player_emails
      where player_emails.playerid = players.playerid order by place limit 1)`,

    `create table link_tokens (
      jti text primary key,
      purpose text not null,
      email text not null,
      playerid text references players on delete cascade,
      expires_at timestamptz not null,
      used_at timestamptz,
      revoked_at timestamptz
    )`,
    'create index link_tokens_email on link_tokens (email, purpose)',
    'create index link_tokens_player on link_tokens (playerid)',
    'create index link_tokens_expiry on link_tokens (expires_at)',
    `create table signup_codes (
      email text primary key,
      digest text not null,
      tries integer not null default 0,
      expires_at timestamptz not null
    )`,
    `create table signups (
      playerid text primary key references players on delete cascade,
      answers jsonb not null,
      at timestamptz not null
    )`,
    `create table rate_limits (
      key text primary key,
      count integer not null,
      ends_at timestamptz not null
    )`,
    'create index rate_limits_end on rate_limits (ends_at)',

    `create table invitations (
      invitationid text primary key,
      inviter_id text not null references players on delete cascade,
      email text not null,
      relationship text not null check (relationship in ('coworker', 'industry-contact', 'other')),
      jti text not null,
      at timestamptz not null,
      accepted_at timestamptz,
      connected_at timestamptz
    )`,
    'create unique index invitations_jti on invitations (jti)',
    'create index invitations_email on invitations (email)',
    'create index invitations_inviter on invitations (inviter_id)',
    `create table connections (
      playerid text not null references players on delete cascade,
      other_id text not null references players on delete cascade check (other_id <> playerid),
      at timestamptz not null,
      primary key (playerid, other_id)
    )`,
    'create index connections_other on connections (other_id)',

    `create table devices (
      playerid text not null references players on delete cascade,
      device_id text not null,
      platform text not null,
      seen_at timestamptz not null,
      primary key (playerid, device_id)
    )`,
    `create table support_messages (
      id text primary key,
      playerid text references players on delete set null,
      email text not null,
      body text not null,
      at timestamptz not null
    )`,
  ],
}
