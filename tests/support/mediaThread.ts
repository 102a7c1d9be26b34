// The media thread as it is built, bundled once into a folder that Node resolves packages from.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

export interface BuiltWorker {
  url: URL
  remove(): Promise<void>
}

export async function buildWorker(): Promise<BuiltWorker> {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  // Inside node_modules, so that packages are found and no tool looks at it.
  const folder = await mkdtemp(join(root, 'node_modules', '.media-test-'))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      rolldownOptions: {
        input: { 'media.worker': join(root, 'server/media/threads/media.worker.ts') },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  return {
    url: pathToFileURL(join(folder, 'media.worker.mjs')),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
