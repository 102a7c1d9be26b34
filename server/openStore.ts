// From a configuration to an open, migrated store; shared by the server and the import command.
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Config } from './config.ts'
import { emptyDataDir, lockDataDir, prepareDataDir } from './dataDir.ts'
import { threadScript } from './paths.ts'
import { openEmbedded, openServer } from './store/database/open.ts'
import type { Schema } from './store/schema.ts'

export interface Store {
  db: Kysely<Schema>
  /** Closes the database and gives the data folder free. */
  close(): Promise<void>
}

/**
 * @param onGone called when the embedded database dies under the running process
 * @throws StartProblem when the folder, the lock or the database cannot be had
 */
export async function openStore(config: Config, onGone: (reason: Error) => void): Promise<Store> {
  prepareDataDir(config.dataDir)
  if (config.databaseUrl !== null) {
    const db = await openServer(config.databaseUrl)
    if (config.reset) {
      await emptyTables(db)
      emptyDataDir(config.dataDir, false)
    }
    return { db, close: () => db.destroy() }
  }
  const unlock = lockDataDir(config.dataDir)
  try {
    if (config.reset) emptyDataDir(config.dataDir, true)
    const db = await openEmbedded({ dataDir: config.dataDir, workerUrl: threadScript('db.worker'), onGone })
    return {
      db,
      async close() {
        await db.destroy()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Empties our tables on a PostgreSQL server; nothing else that may be in that database is touched. */
async function emptyTables(db: Kysely<Schema>): Promise<void> {
  await sql`truncate players, player_emails, sessions, refresh_tokens, releases, tracks, attachments, flags, archived,
    options, jobs, report_files, media_files, page_views, outbox, meta, link_tokens, signup_codes,
    signups, rate_limits, invitations, connections, devices, support_messages, search_artists, search_labels, search_words, common_words, playlists, playlist_tracks,
    comments, comment_clicks, shares, digest_mails, player_changes`.execute(db)
}
