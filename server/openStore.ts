// From a configuration to an open, migrated store; shared by the server and the import command.
import type { Kysely } from 'kysely'
import type { Config } from './config.ts'
import { closeToOthers, emptyDataDir, isHalfRestored, lockDataDir, prepareDataDir } from './dataDir.ts'
import { threadScript } from './paths.ts'
import { StartProblem } from './problem.ts'
import { openEmbedded, openServer } from './store/database/open.ts'
import { emptyTables } from './store/emptyTables.ts'
import type { Schema } from './store/schema.ts'

export interface Store {
  db: Kysely<Schema>
  /** Closes the database and gives the data folder free. */
  close(): Promise<void>
}

/**
 * @param onGone called when the embedded database dies under the running process
 * @param as a command leaves a database that servers share at the version it has: they may be of an earlier one still.
 * Nobody else has the embedded one open, so whoever opens that brings it to this version
 * @throws StartProblem when the folder, the lock or the database cannot be had
 */
export async function openStore(
  config: Config,
  onGone: (reason: Error) => void,
  as: 'server' | 'command',
): Promise<Store> {
  prepareDataDir(config.dataDir)
  if (config.databaseUrl !== null) {
    const db = await openServer(config.databaseUrl, undefined, as === 'server')
    if (config.reset) {
      await emptyTables(db)
      emptyDataDir(config.dataDir, false)
    }
    closeToOthers(config.dataDir, ['media'])
    return { db, close: () => db.destroy() }
  }
  const unlock = lockDataDir(config.dataDir, () =>
    onGone(new Error(`another process has taken the data folder ${config.dataDir}`)),
  )
  try {
    if (config.reset) emptyDataDir(config.dataDir, true)
    if (isHalfRestored(config.dataDir)) {
      throw new StartProblem(
        `A restore into ${config.dataDir} did not come to its end. Run it again (npm run restore -- FILE), or start with --reset to begin with an empty folder.`,
      )
    }
    closeToOthers(config.dataDir, ['media'])
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
