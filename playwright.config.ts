// The product in Debian's Chromium, driven by the names of its user interface, and its main job in Firefox and WebKit.
// What needs no window, folder or profile of its own runs in Chromium's headless shell, where there is one;
// `npm run test:all` takes the whole Chromium for everything.
import { defineConfig } from '@playwright/test'
import { findChromium, findPageChromium, TEST_ARGS } from './scripts/chromium.mjs'
import { findFirefox, findWebKit } from './scripts/otherBrowsers.mjs'

const executablePath = findChromium()
const firefox = findFirefox()
const FIREFOX = '**/firefox.e2e.ts'
/** Folders that are picked, windows and profiles that are kept, PDF: what the shell does without. */
const WHOLE = [
  '**/downloads-{folder,disk,killed,collected,lid}.e2e.ts',
  '**/download-names.e2e.ts',
  '**/public.e2e.ts',
  '**/playlist-pdf.e2e.ts',
  '**/webkit.e2e.ts',
]
const FILES = '**/download*.e2e.ts'

/** `npm test` leaves what is marked long to `npm run test:long`. */
const PART: Record<string, { grep?: RegExp; grepInvert?: RegExp }> = {
  all: {},
  short: { grepInvert: /@long\b/ },
  long: { grep: /@long\b/ },
}

/** How a Chromium is started. */
const launch = (path: string | null) => ({
  launchOptions: { ...(path === null ? {} : { executablePath: path }), args: TEST_ARGS },
})

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/support/globalSetup.ts',
  // One more than processors: half of what a test takes is waiting.
  workers: 3,
  fullyParallel: false,
  ...PART[process.env.TEST_PART ?? 'all'],
  // Where it runs by itself nobody can start it again, and machines there are sometimes slow; `npm test` names what
  // needed another try.
  retries: process.env.CI ? 2 : 1,
  // Far above what a step takes, also on a slow machine with three tests at once: they end what hangs.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  metadata: { webkit: findWebKit() },
  projects: [
    // What loads and checks files waits for little: no more of those at once than processors.
    { name: 'whole', testMatch: WHOLE, workers: 2, use: launch(executablePath) },
    { name: 'files', testMatch: FILES, testIgnore: WHOLE, workers: 2, use: launch(findPageChromium()) },
    { name: 'chromium', testIgnore: [FIREFOX, FILES, ...WHOLE], use: launch(findPageChromium()) },
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
  },
})
