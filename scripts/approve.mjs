// `npm run approve -- EMAIL`: lets somebody in who signed up.
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
await run('approve', process.argv.slice(2), {
  parts: ['server'],
  env: { DATA_DIR: resolve(process.env.DATA_DIR || join(root, '.data')) },
})
