// Views one by one in Debian's Chromium, with a state made of events: no server, no workers, no build.
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findPageChromium } from './scripts/chromium.mjs'

const executablePath = findPageChromium()

export default defineConfig({
  define: {
    __BUILD__: JSON.stringify('component-tests'),
    __SEALED__: 'false',
    __TEST_ALL__: JSON.stringify(process.env.TEST_ALL === '1'),
  },
  plugins: [vanillaExtractPlugin(), react()],
  // A cache of its own: unit tests bundle no packages, and both may run at once.
  cacheDir: 'node_modules/.vite-components',
  // Found late, it would have everything loaded anew in the middle of a run.
  optimizeDeps: { include: ['comlink'] },
  test: {
    name: 'components',
    include: ['src/views/**/*.browser.test.tsx'],
    setupFiles: 'tests/components/setup.ts',
    // Left to `npm run test:long`: what takes long for its kind; most says again, or under attack, what quicker tests say.
    tags: [{ name: 'long' }],
    testTimeout: 60_000,
    expect: { poll: { timeout: 8000, interval: 15 } },
    // `npm test` names what needed it.
    retry: 1,
    // Modules are loaded once for all files, which saves a fifth of the work: what a test changes of them `clearStage`
    // and `forgetPage` put back.
    isolate: false,
    // Two pages, so that no processor is left idle once the unit tests beside them are done.
    maxWorkers: 2,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1440, height: 900 },
      provider: playwright({
        actionTimeout: 5000,
        contextOptions: { locale: 'en-US', timezoneId: 'UTC', colorScheme: 'dark' },
        launchOptions: {
          ...(executablePath === null ? {} : { executablePath }),
          args: ['--no-sandbox', '--disable-gpu'],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
