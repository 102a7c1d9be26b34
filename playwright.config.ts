// The product in Debian's Chromium, driven by the names of its user interface, and its main job in Firefox and WebKit.
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'
import { findFirefox, findWebKit } from './scripts/otherBrowsers.mjs'

const executablePath = findChromium()
const firefox = findFirefox()
const FIREFOX = '**/firefox.e2e.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/support/globalSetup.ts',
  workers: 2,
  fullyParallel: false,
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  metadata: { webkit: findWebKit() },
  projects: [
    { name: 'chromium', testIgnore: FIREFOX },
    {
      name: 'firefox',
      testMatch: FIREFOX,
      // Stock Firefox through WebDriver BiDi; it takes none of what Chromium is told.
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: { ...(firefox === null ? {} : { executablePath: firefox }), args: [] },
      },
    },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'dark',
    acceptDownloads: true,
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      args: ['--no-sandbox', '--disable-gpu'],
    },
  },
})
