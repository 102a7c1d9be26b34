/**
 * The tables, as kysely sees them. Times are timestamptz (JavaScript `Date`), counts and sizes are
 * numbers on both databases (the bigint parser is pinned), JSON columns are `jsonb`.
 */
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { AudioFormat } from '#core/model/catalogue/release.ts'
import type { SessionWay } from '#core/model/people/sessions.ts'
import type { TrackSource } from '../media/contract.ts'
import type { ContentSchema } from './contentSchema.ts'
import type { PeopleSchema } from './peopleSchema.ts'

/** JSON goes in as text (cast to jsonb by the statement) and comes back parsed. */
type Json<T> = ColumnType<T, string, string>
/** Written by a default of the table. */
type Stamp = ColumnType<Date, Date | undefined, Date>

export interface PlayersTable {
  playerid: string
  username: string
  firstname: string
  lastname: string
  password_hash: string | null
  state: 'pending' | 'active' | 'inactive'
  verified: boolean
  label_staff: boolean
  language: string
  website: Generated<string>
  phone: Generated<string>
  city: Generated<string>
  company: Generated<string>
  /** Position. */
  title: Generated<string>
  /** State or province; `state` is the account's. */
  region: Generated<string>
  /** ISO 3166-1 alpha-2, or empty. */
  country: Generated<string>
  /** Preferred download format. */
  format: Generated<'wav' | 'mp3'>
  /** How often mails about new releases come. */
  mailpref: Generated<'none' | 'daily' | 'weekly' | 'track'>
  /** Where they go: the key of one of the player's e-mails. */
  mailto: string | null
  created_at: Stamp
  /** What stands for the player in their passkeys: random, 32 bytes; null before the first. */
  passkey_handle: Generated<Uint8Array | null>
}

export interface PlayerEmailsTable {
  /** Lower case: the key by which a player is found. */
  email: string
  /** As it was typed. */
  shown: string
  playerid: string
  place: number
}

export interface SessionsTable {
  /** Also names the chain of its refresh tokens. */
  sessionid: string
  playerid: string
  /** The e-mail used to sign in; becomes the claim. */
  email: string
  publicdevice: boolean
  created_at: Stamp
  expires_at: Date
  revoked_at: Date | null
  revoked_because: string | null
  /** Place of its last refresh token in the chain. */
  refresh_count: Generated<number>
  /** What makes the key its refresh tokens are computed with its own. */
  refresh_salt: Generated<Uint8Array>
  began_by: Generated<SessionWay>
  /** What it was begun or renewed with last, as `sessionOrigin` reads it; empty where nobody knows. */
  browser: Generated<string>
  system: Generated<string>
  timezone: Generated<string>
  network: Generated<string>
  /** When it was used last, to about five minutes. */
  seen_at: Generated<Date>
  /** When who has it last proved to be its player. */
  proved_at: Generated<Date>
}

/** Tokens from before they were computed; nothing is added any more. */
export interface RefreshTokensTable {
  /** SHA-256 of the token, hex; the token itself is never stored. */
  hash: string
  sessionid: string
  issued_at: Stamp
  /** When it was used. */
  rotated_at: Date | null
}

export interface ReleasesTable {
  releaseid: string
  origin: 'demo' | 'import'
  title: string
  artist: string
  /** Folded (no case, no accents), compared byte by byte, so that both databases sort alike. */
  title_sort: string
  artist_sort: string
  label_sort: string
  /** Folded title, artist, labels and genres: what free text is looked for in. */
  haystack: string
  /** Words of the title, and of title, artist and labels, for the search; empty unless the release is open. */
  title_words: string
  words: string
  /** Folded names of its labels. */
  label_keys: string[]
  explicit: boolean
  colour: string | null
  /** As the catalogue wrote it. */
  available: string
  available_at: Date
  impactdate: number | null
  /** Seconds. */
  duration: number
  trackcount: number
  videocount: number
  /** What its songs can be had in, without repeats; null: WAV and MP3, or it has no songs. */
  formats: AudioFormat[] | null
  labels: Json<{ name: string; logo?: string | null }[]>
  genres: string[]
  markettags: string[]
  /** Versions its songs have, without repeats. */
  versions: string[]
  packages: string[]
  trending: boolean
  trend: number
  release_type: 'album' | 'ep' | 'single'
  candownload: boolean
  commenting_enabled: boolean
  allow_sharing: boolean
  promoinfo: string
  cover: Json<{ seed: string } | { file: string } | null>
  access: 'open' | 'forbidden' | 'withdrawn'
  /** Changes whenever the release is replaced; part of every key that names bytes made from it. */
  revision: string
  created_at: Stamp
}

export interface TracksTable {
  trackid: string
  releaseid: string
  ordinal: number
  title: string
  artist: string
  assettype: 'audio' | 'video'
  candownload: boolean
  /** Words of the title, and of title, version and artist, for the search; empty unless the release is open. */
  title_words: string
  words: string
  /** The rest of the song; what equals the release is left out. */
  meta: Json<Record<string, unknown>>
  source: Json<TrackSource>
}

export interface AttachmentsTable {
  attachmentid: string
  releaseid: string
  place: number
  title: string
  bytes: number
  seed: string
}

export interface FlagsTable {
  playerid: string
  releaseid: string
  /** Empty for the release itself. */
  trackid: string
  at: Stamp
}

export interface ArchivedTable {
  playerid: string
  releaseid: string
  at: Stamp
}

export interface OptionsTable {
  /** Types and versions were written by earlier builds (choices.ts). */
  kind: 'genres' | 'markets' | 'packages' | 'release_types' | 'versions'
  id: string
  name: string
  /** Address of the icon; markets only. */
  icon: string | null
  place: number
}

export interface JobsTable {
  id: string
  kind: string
  /** What the job makes; one job for each. */
  key: string
  payload: Json<unknown>
  state: 'queued' | 'working' | 'done' | 'failed'
  /** 0-100. */
  progress: number
  attempts: number
  run_after: Stamp
  lease_owner: string | null
  lease_until: Date | null
  result: Json<unknown> | null
  error: string | null
  /** The player who asked for it, or whoever of them would have had it done first; null: nobody in particular. */
  asked_by: string | null
  /** Lower ones are taken first. */
  turn: Generated<number>
  created_at: Stamp
  updated_at: Stamp
}

export interface MediaFilesTable {
  key: string
  bytes: number
  sha256: string
  crc32: number
}

export interface PageViewsTable {
  id: Generated<number>
  playerid: string | null
  path: string
  at: Date
}

export interface OutboxTable {
  mailid: string
  /** The order in which mails were written. */
  seq: Generated<number>
  kind: string
  recipient: string
  language: string
  reply_to: string | null
  subject: string
  body_text: string
  body_html: string
  links: string[]
  at: Date
  /** When a mail server took it; null when none is set or it has not come to that. */
  sent_at: Date | null
}

/** Keys that servers on one PostgreSQL server share; the embedded database's server keeps its key in a file. */
export interface ServerKeysTable {
  name: string
  key: Uint8Array
  made_at: Stamp
}

/** The bytes of a report, as long as its job. */
export interface ReportFilesTable {
  jobid: string
  content: Uint8Array
  made_at: Stamp
}

export interface MetaTable {
  name: string
  value: string
}

export interface Schema extends ContentSchema, PeopleSchema {
  players: PlayersTable
  player_emails: PlayerEmailsTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  releases: ReleasesTable
  tracks: TracksTable
  attachments: AttachmentsTable
  flags: FlagsTable
  archived: ArchivedTable
  options: OptionsTable
  jobs: JobsTable
  media_files: MediaFilesTable
  page_views: PageViewsTable
  outbox: OutboxTable
  server_keys: ServerKeysTable
  report_files: ReportFilesTable
  meta: MetaTable
}

export type PlayerRow = Selectable<PlayersTable>
export type ReleaseRow = Selectable<ReleasesTable>
export type TrackRow = Selectable<TracksTable>
export type JobRow = Selectable<JobsTable>
