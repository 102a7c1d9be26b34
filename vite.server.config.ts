// The bundle of everything that runs in Node: the server, its threads and the commands. Packages stay outside.
import { existsSync } from 'node:fs'
import { defineConfig } from 'vite'

/**
 * Name of the built file (dist/server/NAME.js) to its source. An entry whose source is not there is
 * left out; add a line for a new thread or command.
 */
export const entries: Record<string, string> = {
  main: 'server/main.ts',
  'db.worker': 'server/store/database/db.worker.ts',
  'media.worker': 'server/media/threads/media.worker.ts',
  import: 'server/import/main.ts',
  tags: 'scripts/tags/main.ts',
  backup: 'server/backup/main.ts',
  approve: 'server/people/approveMain.ts',
  replay: 'scripts/replay/main.ts',
  replaying: 'scripts/replay/watched/replaying.ts',
  'logFront.worker': 'scripts/replay/opening/logFront.worker.ts',
}

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/server',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(entries).filter(([, source]) => existsSync(source))),
      output: {
        entryFileNames: '[name].js',
        // Beside the entries, so that `new URL('./x.worker.js', import.meta.url)` holds in shared chunks too.
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
})
