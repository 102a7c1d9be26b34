// Builds the page's workers together, so that what they have in common (the events, their schemas, the reducers) is one
// script that all of them load: the bundler builds each worker on its own, with all of that in each.
import { readFileSync } from 'node:fs'
import { rolldown } from 'rolldown'

/** The page starts workers in one file, and one of those a thread of its own. */
const PAGE = 'src/bridge/start.ts'
const WORKER = 'workers/downloads.worker.ts'
/** As both name them, and as the bundler would find them. */
const STARTED = /new URL\('(?:\.\.?\/)+(?:workers\/)?(\w+)\.worker\.ts', import\.meta\.url\)/g

/**
 * For the build of the page alone; in development each worker is loaded as it is written.
 * @param define what the sources name and the build knows: a name, and an expression as text
 * @returns {import('vite').Plugin}
 */
export function threads(define) {
  /** @type {Map<string, string>} */
  const addresses = new Map()
  return {
    name: 'threads',
    apply: 'build',
    // Before the bundler's own way, which knows a worker by the same text.
    enforce: 'pre',
    async buildStart() {
      // The thread first: who starts it has to know its name.
      for (const starter of [WORKER, PAGE])
        for (const file of await built(startedIn(starter), define, addresses)) {
          if (file.type === 'chunk' && file.isEntry) addresses.set(file.name, `/${file.fileName}`)
          const source = file.type === 'chunk' ? file.code : file.source
          this.emitFile({ type: 'asset', fileName: file.fileName, source })
        }
    },
    transform: {
      filter: { id: /\/src\/bridge\/start\.ts$/ },
      handler: (code) => named(code, addresses),
    },
  }
}

/** Names of the workers a file starts: each is workers/NAME.worker.ts. */
function startedIn(file) {
  return [...readFileSync(file, 'utf8').matchAll(STARTED)].map(([, name]) => name)
}

/** As long as it was: the source map stays right. @throws Error when a worker was not built */
function named(code, addresses) {
  const text = code.replace(STARTED, (whole, name) => {
    const address = addresses.get(name)
    if (address === undefined) throw new Error(`workers/${name}.worker.ts is not built`)
    return JSON.stringify(address).padEnd(whole.length)
  })
  return { code: text, map: null }
}

async function built(names, define, addresses) {
  const bundle = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, `workers/${name}.worker.ts`])),
    platform: 'browser',
    transform: {
      target: 'es2023',
      define: { ...define, 'import.meta.env.DEV': 'false' },
    },
    plugins: [
      {
        name: 'inner-thread',
        transform: {
          filter: { id: /\/workers\/downloads\.worker\.ts$/ },
          handler: (code) => named(code, addresses),
        },
      },
    ],
  })
  try {
    const { output } = await bundle.generate({
      format: 'es',
      minify: true,
      // Marks for bundlers: a hundredth of what is loaded, for nobody.
      comments: { annotation: false },
      sourcemap: true,
      entryFileNames: 'assets/[name].worker-[hash:8].js',
      chunkFileNames: 'assets/[name]-[hash:7].js',
      // Small shared scripts would each be another answer to wait for.
      codeSplitting: { groups: [{ name: 'threads', minShareCount: 2, tags: ['$initial'] }] },
    })
    return output
  } finally {
    await bundle.close()
  }
}
