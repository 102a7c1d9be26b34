/**
 * What every browser test has: the product's address, and a watch that fails the test when a page breaks the
 * content security policy or throws what nobody catches (P12), or leaves a log that does not hold.
 */
import { type BrowserContext, test as base, type ConsoleMessage, expect, type WebError } from '@playwright/test'
import { heldLogs } from './heldLogs.ts'
import { keepLogs } from './recordedLogs.ts'

export interface Watch {
  /** Watches a context the test made itself. The test's own is watched already. */
  over(context: BrowserContext): Promise<void>
  /** Errors that are the point of the test. */
  allow(pattern: RegExp): void
}

interface Fixtures {
  watch: Watch
}

/** http://localhost:PORT of the server of this run. */
export function serverUrl(): string {
  const url = process.env.E2E_URL
  if (!url) throw new Error('there is no server: the global setup starts it')
  return url
}

/** Contexts whose pages tell of what the policy refused: one may outlive a test (visit.ts). */
const telling = new WeakSet<BrowserContext>()

const POLICY = /content.security.policy|trusted ?type|securitypolicyviolation/i

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  baseURL: async ({}, use) => use(serverUrl()),
  watch: [
    async ({ context }, use, { testId }) => {
      const seen: string[] = []
      const allowed: RegExp[] = []
      const watched: BrowserContext[] = []
      const failed = (error: WebError) => seen.push(`uncaught: ${error.error().stack || error.error().message}`)
      const said = (message: ConsoleMessage) => {
        if (POLICY.test(message.text())) seen.push(`policy: ${message.text()}`)
      }
      const over = async (one: BrowserContext) => {
        watched.push(one)
        one.on('weberror', failed)
        one.on('console', said)
        if (telling.has(one)) return
        telling.add(one)
        await one.addInitScript(() =>
          document.addEventListener('securitypolicyviolation', (event) =>
            console.error(`securitypolicyviolation ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
          ),
        )
      }
      await over(context)
      await use({ over, allow: (pattern) => allowed.push(pattern) })
      await keepLogs(context, testId)
      const wrong: string[] = []
      for (const one of watched) wrong.push(...(await heldLogs(one)))
      for (const one of watched) one.off('weberror', failed).off('console', said)
      const unforeseen = (text: string) => !allowed.some((pattern) => pattern.test(text))
      expect(seen.filter(unforeseen), 'no policy violation and no uncaught error').toEqual([])
      expect(wrong.filter(unforeseen), 'its logs hold').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
