// Tests of what was built: the bundle of the client, and the client's API layer against the real server.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Left to `npm run test:long`: what takes long for its kind; most says again, or under attack, what quicker tests say.
    tags: [{ name: 'long' }],
    environment: 'node',
    setupFiles: 'tests/support/bytes.ts',
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: 'tests/contract/globalSetup.ts',
          // Far above what a test takes on a quiet machine (seconds): they end what hangs.
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // Servers are killed under these tests, by chance at any moment; `npm test` names what needed it.
          retry: process.env.CI ? 2 : 1,
        },
      },
      // Programs are started, and a busy machine lets them wait.
      { extends: true, test: { name: 'bundle', include: ['tests/bundle/*.test.ts'], testTimeout: 60_000, retry: 1 } },
      // Every benchmark over very little, for what it compares and not for how long it takes.
      {
        extends: true,
        test: {
          name: 'benchmarks',
          include: ['tests/bench/check/*.check.ts'],
          globalSetup: 'tests/bench/check/globalSetup.ts',
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // They drive browsers beside other tests; `npm test` names what needed it.
          retry: process.env.CI ? 2 : 1,
        },
      },
    ],
  },
})
