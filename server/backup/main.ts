/**
 * `npm run backup -- FILE` and `npm run restore -- FILE`. The embedded database can be open in one
 * process only, so the server must be stopped for the moment it takes.
 */
import { resolve } from 'node:path'
import { readableBytes } from '#core/model/text/formats.ts'
import { readConfig } from '../config.ts'
import { mediaOf, readNotes } from '../notes.ts'
import { StartProblem } from '../problem.ts'
import { backUp, restore } from './backup.ts'

async function main(): Promise<void> {
  const [verb, ...rest] = process.argv.slice(2)
  const [given, ...more] = rest.filter((arg) => arg !== '--')
  const config = readConfig(process.env, [])
  if (config.databaseUrl !== null) {
    throw new StartProblem(
      'The database is on a PostgreSQL server: back it up with pg_dump and restore it with pg_restore, and copy keys and media/imported of the data folder (or of the media store) with it.',
    )
  }
  if (given === undefined || given.startsWith('--') || more.length > 0) {
    throw new StartProblem(`Name one file: npm run ${verb} -- FILE`)
  }
  const place = mediaOf(config) ?? undefined
  // npm changes to the project's folder; the person means the one they stand in.
  const file = resolve(process.env.INIT_CWD || process.cwd(), given)
  if (verb === 'restore') {
    const { files, made, mediaStore, left } = await restore(config.dataDir, file)
    console.log(`Restored ${files} files into ${config.dataDir}, as they were at ${made}.`)
    if (left !== null) console.log(left)
    if (mediaStore !== undefined && mediaStore !== place) {
      console.log(`Its imported media lie in ${mediaStore}: set MEDIA_URL to that store, or to a copy of it.`)
    }
  } else {
    // Run without the server's switches, it goes by what the server noted of them.
    const notes = readNotes(config.dataDir)
    const kept = notes ? (notes.media ?? undefined) : place
    const { files, bytes } = await backUp(config.dataDir, file, Date.now(), kept)
    console.log(`Kept ${files} files of ${config.dataDir} in ${file} (${readableBytes(bytes)}).`)
    if (kept !== undefined) {
      console.log(
        `The database and the keys are in it; the imported media stay in ${kept}. Keep a copy of imported/ there with it.`,
      )
    }
  }
}

main().catch((error: unknown) => {
  if (error instanceof StartProblem) console.error(error.message)
  else console.error('It failed, and nothing was changed.\n', error)
  process.exit(1)
})
