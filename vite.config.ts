// One configuration for the client build, the dev server and the unit tests.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Version and commit, so that a log says which build wrote it. */
function build(): string {
  const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  try {
    return `${version}+${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()}`
  } catch {
    return version
  }
}

export default defineConfig({
  define: { __BUILD__: JSON.stringify(build()) },
  plugins: [vanillaExtractPlugin(), react()],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    outDir: 'dist/client',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
  },
  server: { proxy: { '/api': 'http://localhost:4173', '/dev': 'http://localhost:4173' } },
  test: {
    setupFiles: 'tests/support/seed.ts',
    include: [
      'src/**/*.test.{ts,tsx}',
      'workers/**/*.test.ts',
      'server/**/*.test.ts',
      'tests/*.test.ts',
      'tests/replay/**/*.test.ts',
    ],
    environment: 'node',
    testTimeout: 20_000,
  },
})
