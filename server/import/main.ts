/**
 * `npm run import -- FOLDER`: takes a folder of music into the catalogue. The embedded database can be
 * open in one process only, so a running server must be stopped first; with DATABASE_URL it may go on.
 */
import { readConfig } from '../config.ts'
import { openMediaStore } from '../media/objects/open.ts'
import { openStore } from '../openStore.ts'
import { StartProblem } from '../problem.ts'
import { runImport } from './command.ts'
import { storeTarget } from './storeTarget.ts'

async function main(): Promise<number> {
  const config = readConfig(process.env, [])
  return runImport({
    args: process.argv.slice(2),
    // npm changes to the project's folder; the person means the one they stand in.
    cwd: process.env.INIT_CWD || process.cwd(),
    dataDir: config.dataDir,
    ...(config.mediaStore === null ? {} : { media: openMediaStore(config) }),
    openTarget: async () => {
      const store = await openStore(config, fail)
      return { ...storeTarget(store.db), close: () => store.close() }
    },
    print: (line) => console.log(line),
    now: Date.now(),
  })
}

function fail(error: unknown): never {
  if (error instanceof StartProblem) console.error(error.message)
  else console.error('The import failed. What it had finished stays, and running it again goes on from there.\n', error)
  process.exit(1)
}

main().then((code) => process.exit(code), fail)
