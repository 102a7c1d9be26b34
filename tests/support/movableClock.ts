// A clock that a test puts forward, in every thread of the product in a browser.
import type { BrowserContext, Page } from 'playwright'

/** A clock that is `ahead` ms, and can be put forward by a message. */
const clock = (
  ahead: number,
) => `{ let ahead = ${ahead}; const Real = Date, now = Real.now; Real.now = () => now() + ahead
  globalThis.Date = class extends Real { constructor(...of) { of.length > 0 ? super(...of) : super(Real.now()) } }
  new BroadcastChannel('test-clock').onmessage = ({ data }) => { ahead = data } }
`

/**
 * Gives every thread of the product a clock that is `ahead` ms and can be put forward. To be called before the first
 * page is opened. @returns how many workers have one
 */
export async function movableClock(context: BrowserContext, ahead = 0): Promise<() => number> {
  const script = clock(ahead)
  let workers = 0
  await context.addInitScript(script)
  // No init script runs in a worker: its own script begins with it.
  await context.route(/\.worker-[^/]+\.js$/, async (route) => {
    workers += 1
    // Some begin when the first screen stands: the test may be over by then, at any of these steps.
    try {
      const response = await route.fetch()
      await route.fulfill({ response, body: script + (await response.text()) })
    } catch {
      // Whoever still waits for the worker says so.
    }
  })
  return () => workers
}

/** From now on it is so many ms later than it would be, in every thread of the product. */
export async function putClockForward(page: Page, ms: number): Promise<void> {
  await page.evaluate((ahead) => {
    const channel = new BroadcastChannel('test-clock')
    channel.postMessage(ahead)
    channel.close()
  }, ms)
}
