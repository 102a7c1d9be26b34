/** The gallery on a page of its own, over releases that need no server, for all tests of a file. */
import { fileURLToPath } from 'node:url'
import { type Page, test } from '@playwright/test'
import '#tests/bench/gallery/api.ts'
import { type Harness, serveHarness } from '#tests/bench/gallery/serve.ts'

/** Serves it while the file that calls this is tested; covers take 5 ms. */
export function harnessOfFile(): { readonly url: string } {
  let harness: Harness | undefined
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    harness = await serveHarness(fileURLToPath(new URL('../../..', import.meta.url)), 5)
  })
  test.afterAll(() => harness?.close())
  return {
    get url() {
      return harness?.url ?? ''
    },
  }
}

export const scroller = (page: Page) => page.getByTestId('gallery-scroller')
