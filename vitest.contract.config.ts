// Contract tests: plain calls against the real built server, on both databases.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/contract/**/*.contract.test.ts'],
    environment: 'node',
    globalSetup: ['tests/contract/globalSetup.ts'],
    testTimeout: 60_000,
    hookTimeout: 150_000,
    maxWorkers: 2,
  },
})
