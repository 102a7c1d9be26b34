// The first schema: accounts, sessions, the catalogue, flags, jobs, the media ledger.
import type { Migration } from '../migration.ts'

export const start: Migration = {
  name: '0001-start',
  statements: [
    'create extension if not exists pg_trgm',
    'create extension if not exists unaccent',

    `create table players (
      playerid text primary key,
      username text not null,
      firstname text not null,
      lastname text not null,
      password_hash text,
      state text not null check (state in ('pending', 'active', 'inactive')),
      verified boolean not null default false,
      label_staff boolean not null default false,
      language text not null default 'en',
      created_at timestamptz not null default now()
    )`,
    `create table player_emails (
      email text primary key check (email = lower(email)),
      shown text not null,
      playerid text not null references players on delete cascade,
      place integer not null default 0
    )`,
    'create index player_emails_player on player_emails (playerid, place)',

    `create table sessions (
      sessionid text primary key,
      playerid text not null references players on delete cascade,
      email text not null,
      publicdevice boolean not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      revoked_because text
    )`,
    'create index sessions_player on sessions (playerid)',
    'create index sessions_expiry on sessions (expires_at)',
    `create table refresh_tokens (
      hash text primary key,
      sessionid text not null references sessions on delete cascade,
      issued_at timestamptz not null default now(),
      rotated_at timestamptz
    )`,
    'create index refresh_tokens_session on refresh_tokens (sessionid)',

    `create table releases (
      releaseid text primary key,
      origin text not null check (origin in ('demo', 'import')),
      title text not null,
      artist text not null,
      title_sort text collate "C" not null,
      artist_sort text collate "C" not null,
      label_sort text collate "C" not null,
      haystack text not null,
      explicit boolean not null,
      colour text,
      available text not null,
      available_at timestamptz not null,
      impactdate double precision,
      duration double precision not null,
      trackcount integer not null,
      videocount integer not null,
      labels jsonb not null,
      genres text[] not null,
      markettags text[] not null,
      versions text[] not null,
      packages text[] not null,
      trending boolean not null,
      trend double precision not null,
      release_type text not null,
      candownload boolean not null,
      commenting_enabled boolean not null,
      allow_sharing boolean not null,
      promoinfo text not null,
      cover jsonb,
      access text not null check (access in ('open', 'forbidden', 'withdrawn')),
      revision text not null,
      created_at timestamptz not null default now()
    )`,
    // One index for each sort key, each with the tie-break, so that a page is read in order from either end.
    `create index releases_by_date on releases (available_at, releaseid) where access = 'open'`,
    `create index releases_by_artist on releases (artist_sort, releaseid) where access = 'open'`,
    `create index releases_by_title on releases (title_sort, releaseid) where access = 'open'`,
    `create index releases_by_time on releases (duration, releaseid) where access = 'open'`,
    `create index releases_by_trend on releases (trend, releaseid) where access = 'open'`,
    'create index releases_genres on releases using gin (genres)',
    'create index releases_markets on releases using gin (markettags)',
    'create index releases_versions on releases using gin (versions)',
    'create index releases_packages on releases using gin (packages)',
    'create index releases_labels on releases using gin (labels jsonb_path_ops)',
    'create index releases_haystack on releases using gin (haystack gin_trgm_ops)',

    `create table tracks (
      trackid text primary key,
      releaseid text not null references releases on delete cascade,
      ordinal integer not null,
      title text not null,
      artist text not null,
      assettype text not null check (assettype in ('audio', 'video')),
      candownload boolean not null,
      meta jsonb not null,
      source jsonb not null
    )`,
    'create index tracks_release on tracks (releaseid, ordinal)',
    `create table attachments (
      attachmentid text primary key,
      releaseid text not null references releases on delete cascade,
      place integer not null,
      title text not null,
      bytes bigint not null,
      seed text not null
    )`,
    'create index attachments_release on attachments (releaseid, place)',

    `create table flags (
      playerid text not null references players on delete cascade,
      releaseid text not null references releases on delete cascade,
      trackid text not null default '',
      at timestamptz not null default now(),
      primary key (playerid, releaseid, trackid)
    )`,
    `create table archived (
      playerid text not null references players on delete cascade,
      releaseid text not null references releases on delete cascade,
      at timestamptz not null default now(),
      primary key (playerid, releaseid)
    )`,
    `create table options (
      kind text not null,
      id text not null,
      name text not null,
      icon text,
      place integer not null,
      primary key (kind, id)
    )`,

    `create table jobs (
      id text primary key,
      kind text not null,
      key text not null unique,
      payload jsonb not null,
      state text not null check (state in ('queued', 'working', 'done', 'failed')),
      progress double precision not null default 0,
      attempts integer not null default 0,
      run_after timestamptz not null default now(),
      lease_owner text,
      lease_until timestamptz,
      result jsonb,
      error text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`,
    `create index jobs_waiting on jobs (run_after) where state in ('queued', 'working')`,
    `create table media_files (
      key text primary key,
      bytes bigint not null,
      sha256 text not null,
      crc32 bigint not null
    )`,
    `create table page_views (
      id bigint generated always as identity primary key,
      playerid text,
      path text not null,
      at timestamptz not null
    )`,
    'create table meta (name text primary key, value text not null)',
  ],
}
