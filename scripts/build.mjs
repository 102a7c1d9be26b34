// Builds the client (dist/client) and everything that runs in Node (dist/server). A part whose sources,
// lockfile and configuration are what they were is left as it is, so a second start is quick. Each build lies in a
// folder of its own: a server may run while a command builds.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compress } from './compress.mjs'
import { inOwnFolder } from './ownFolder.mjs'
import { prerender } from './prerender.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const dist = join(root, 'dist')

const parts = {
  server: {
    configs: ['vite.server.config.ts'],
    inputs: [
      'server',
      'src/core',
      'workers',
      'scripts/replay',
      'scripts/tags',
      'vite.server.config.ts',
      'package.json',
      'package-lock.json',
    ],
    folder: 'dist/server',
    outputs: ['main.js'],
    ready: () => true,
  },
  client: {
    // The replay page after the client, which empties the folder both lie in.
    configs: ['vite.config.ts', 'vite.replay.config.ts'],
    inputs: [
      'src',
      'workers',
      'public',
      'locales',
      'index.html',
      'replay.html',
      'vite.config.ts',
      'vite.prerender.config.ts',
      'vite.replay.config.ts',
      'scripts/lean.mjs',
      'scripts/threads.mjs',
      'scripts/prerender.mjs',
      'scripts/compress.mjs',
      'package.json',
      'package-lock.json',
    ],
    folder: 'dist/client',
    outputs: ['index.html', 'replay.html'],
    completes: async (folder, viteBuild) => {
      await prerender(root, folder, viteBuild)
      await compress(folder)
    },
    ready: () => existsSync(join(root, 'index.html')),
    missing: 'there is no index.html yet, so the client is not built',
  },
}

/** Builds what has changed. `only` names the parts; none means all. */
export async function build(only = Object.keys(parts)) {
  process.chdir(root)
  process.env.NODE_ENV = 'production'
  const { build: viteBuild } = lazily(() => import('vite'))
  for (const [name, part] of Object.entries(parts)) {
    if (!only.includes(name)) continue
    if (!part.ready()) {
      console.log(part.missing)
      continue
    }
    const hash = hashOf(part.inputs)
    const stampFile = join(dist, `.${name}-stamp`)
    const built = part.outputs.every((file) => existsSync(join(root, part.folder, file)))
    if (built && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) continue
    console.log(`building the ${name}`)
    rmSync(stampFile, { force: true })
    await inOwnFolder(join(root, part.folder), async (outDir) => {
      for (const config of part.configs)
        await viteBuild({ root, configFile: join(root, config), logLevel: 'warn', build: { outDir } })
      await part.completes?.(outDir, viteBuild)
    })
    mkdirSync(dist, { recursive: true })
    writeFileSync(stampFile, hash)
  }
}

/** Loading Vite costs more than finding out that nothing is to be built. */
function lazily(load) {
  let loaded
  return {
    build: async (options) => {
      loaded ??= load()
      return (await loaded).build(options)
    },
  }
}

/** One digest over the names and contents of all inputs, tests left out. */
function hashOf(inputs) {
  const hash = createHash('sha256').update(process.versions.node)
  for (const input of inputs)
    for (const file of filesOf(join(root, input))) {
      hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file))
    }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const only = process.argv.slice(2)
  try {
    await build(only.length > 0 ? only : undefined)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error('The build failed; the lines above say where.')
    process.exit(1)
  }
}
