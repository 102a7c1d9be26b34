// One configuration for the client build, the dev server and the unit tests.
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
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
