// `npm start`: builds what has changed and runs the server until it is stopped.
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
if (!existsSync(join(root, 'node_modules'))) {
  console.error('The packages are not installed. Run "npm start", or "node scripts/bootstrap.mjs" first.')
  process.exit(1)
}
const demo = process.env.NODE_ENV === 'production' ? '0' : '1'
await run('main', process.argv.slice(2), {
  env: { DEMO: process.env.DEMO || demo, DATA_DIR: resolve(process.env.DATA_DIR || join(root, '.data')) },
})
