// What a reset empties in a database that others may use as well.
import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Ours, but for the key that servers share: tokens that were signed with it end with their sessions. */
const TABLES = [
  ...['players', 'player_emails', 'player_changes', 'sessions', 'refresh_tokens', 'devices', 'options'],
  ...['passkeys', 'passkey_challenges', 'link_tokens', 'used_pages', 'signup_codes', 'signups', 'rate_limits'],
  ...['releases', 'tracks', 'attachments', 'promo_mails', 'media_files', 'report_files', 'page_views'],
  ...['search_artists', 'search_labels', 'search_words', 'common_words'],
  ...['flags', 'archived', 'playlists', 'playlist_tracks', 'comments', 'comment_clicks'],
  ...['invitations', 'connections', 'shares', 'sent_lists', 'support_messages'],
  ...['jobs', 'outbox', 'digest_mails', 'meta'],
]

/** Empties our tables on a PostgreSQL server; nothing else that may be in that database is touched. */
export async function emptyTables(db: Kysely<Schema>): Promise<void> {
  await sql`truncate ${sql.join(TABLES.map((name) => sql.table(name)))}`.execute(db)
}
