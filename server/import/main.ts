/**
 * `npm run import -- FOLDER`: takes a folder of music into the catalogue. The embedded database can be open in one
 * process only: where a server runs, releases go to it by its channel. Imports go one after the other.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../config.ts'
import { lockImports, prepareDataDir } from '../dataDir.ts'
import { openMediaStore } from '../media/objects/open.ts'
import { checkMediaPlace, type Notes, readNotes, readNotesOf } from '../notes.ts'
import { openStore, type Store } from '../openStore.ts'
import { StartProblem } from '../problem.ts'
import { keepUp } from '../store/database/upkeep.ts'
import { joinImportChannel } from './channel.ts'
import { runImport } from './command.ts'
import type { ImportTarget } from './importFolder.ts'
import { storeTarget } from './storeTarget.ts'

/** How often it is looked whether another import is over, and what lies in a folder that is watched. */
const LOOK_MS = 1000
const WATCH_MS = 3000
/** Within which a second signal is the first one again, ms. */
const ECHO_MS = 1000

async function main(): Promise<number> {
  const config = readConfig(process.env, [])
  const stop = new AbortController()
  let told = 0
  const end = () => {
    // A terminal and the script that started this both pass a signal on; one that comes later is another.
    if (stop.signal.aborted && performance.now() - told > ECHO_MS) process.exit(1)
    if (stop.signal.aborted) return
    told = performance.now()
    stop.abort()
    console.log('Ending once the file that is being read is kept; Ctrl+C again ends at once.')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
  process.once('disconnect', end)

  async function openTarget(): Promise<ImportTarget & { close(): Promise<void> }> {
    prepareDataDir(config.dataDir)
    const unlock = await turn()
    try {
      if (config.databaseUrl === null) checkPlace(readNotes(config.dataDir))
      const joined = config.databaseUrl === null ? await joinImportChannel(config.dataDir) : null
      const store = joined ? null : await openStore(config, fail, 'command')
      if (config.databaseUrl !== null && store) await checkShared(store)
      const target = joined ?? { ...storeTarget(store!.db), close: () => closeKept(store!) }
      return { ...target, close: () => target.close().finally(unlock) }
    } catch (error) {
      unlock()
      throw error
    }
  }

  let said: string | null = null
  function checkPlace(notes: Notes | null): void {
    const doubt = checkMediaPlace(config, notes)
    // Who watches a folder opens it for each import, and is told once.
    if (doubt !== null && doubt !== said) console.log(doubt)
    said = doubt
  }

  /** The next server that opens the embedded database does not know any more what was written here. */
  async function closeKept({ db, close }: Store): Promise<void> {
    try {
      await keepUp(db, config.databaseUrl === null)
    } finally {
      await close()
    }
  }

  async function checkShared({ db, close }: Store): Promise<void> {
    try {
      checkPlace(await readNotesOf(config, db))
    } catch (error) {
      await close()
      throw error
    }
  }

  /** Waits for the import before this one. */
  async function turn(): Promise<() => void> {
    for (let told = false; ; told = true) {
      const unlock = lockImports(config.dataDir)
      if (unlock) return unlock
      if (!told) console.log('Another import is under way; this one waits for it.')
      await pause(LOOK_MS, undefined, { signal: stop.signal })
    }
  }

  return runImport({
    args: process.argv.slice(2),
    env: process.env,
    // npm changes to the project's folder; the person means the one they stand in.
    cwd: process.env.INIT_CWD || process.cwd(),
    dataDir: config.dataDir,
    ...(config.mediaStore === null ? {} : { media: openMediaStore(config) }),
    openTarget,
    print: (line) => console.log(line),
    now: Date.now,
    signal: stop.signal,
    pause: () => pause(WATCH_MS, undefined, { signal: stop.signal }).catch(() => {}),
  })
}

function fail(error: unknown): never {
  if (error instanceof StartProblem) console.error(error.message)
  else if (error instanceof Error && error.name === 'AbortError') console.error('Ended before it began.')
  else console.error('The import failed. What it had finished stays, and running it again goes on from there.\n', error)
  process.exit(1)
}

main().then((code) => process.exit(code), fail)
