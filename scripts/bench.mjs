// npm run bench -- NAME [arguments]: bundles tests/bench/NAME.bench.ts and calls its run(arguments).
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundle } from './bundle.mjs'

const ENDING = '.bench.ts'
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = join(root, 'tests', 'bench')
const names = readdirSync(folder)
  .filter((file) => file.endsWith(ENDING))
  .map((file) => file.slice(0, -ENDING.length))

const [name, ...args] = process.argv.slice(2)
if (!name || !names.includes(name)) {
  console.error(`Say which benchmark: npm run bench -- ${names.join(' | ')}`)
  process.exit(1)
}

process.chdir(root)
process.env.NODE_ENV ??= 'production'
const outDir = join(root, 'dist', 'bench', name)
await bundle({ root, name, source: join(folder, name + ENDING), outDir })
const bench = await import(pathToFileURL(join(outDir, `${name}.js`)).href)
try {
  await bench.run(args)
} catch (error) {
  console.error(error instanceof Error ? error.stack : error)
  // A figure that is missed makes it 1.
  process.exitCode = 2
}
