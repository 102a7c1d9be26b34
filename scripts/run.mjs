// Builds the Node side and runs one of its entries in this terminal: arguments and signals go through.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'
import { tieToParent } from './tied.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/**
 * @param entry name of a file in dist/server, without its ending
 * @param args its command line
 * @param options.parts what to build first
 * @param options.env added to the environment
 * @param options.flags for Node
 * @param options.patienceMs what it has to end by itself once it was told; a few seconds when left out
 */
export async function run(entry, args, { parts, env = {}, flags = [], patienceMs } = {}) {
  // From here on: what is told to end during the build ends too.
  const hold = tieToParent(patienceMs)
  const outer = process.env.NODE_ENV
  // The build works in the project's folder; what is run stands where the person stood.
  const cwd = process.env.INIT_CWD ?? process.cwd()
  try {
    await build(parts)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error('The build failed; the lines above say where.')
    process.exit(1)
  }
  // The build runs in production mode; what is run gets the mode the person set.
  if (outer === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = outer
  const child = spawn(
    process.execPath,
    [...flags, '--enable-source-maps', join(root, 'dist', 'server', `${entry}.js`), ...args],
    {
      cwd,
      // Through the channel the server notices when this process is gone.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...env },
    },
  )
  hold(child)
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
