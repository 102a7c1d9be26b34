// `npm run import -- FOLDER`: imports a folder of tagged audio files.
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
await run('import', process.argv.slice(2), {
  parts: ['server'],
  // The file that is being read is kept: an hour of music takes minutes to measure and to encode.
  patienceMs: 600_000,
  env: { DATA_DIR: resolve(process.env.DATA_DIR || join(root, '.data')) },
})
