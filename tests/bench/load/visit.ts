/** One visit with a cold profile: the form to sign in, then the gallery, loaded again, and loaded with nothing kept. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import type { Line, Passed } from './line.ts'
import { probe, type Seen } from './probe.ts'

/** A machine and the line it is on. */
export interface Preset {
  readonly name: string
  /** How many times slower the main thread runs; workers run as they are, which no browser lets be changed. */
  readonly processor: number
  /** None: as fast as it goes. */
  readonly line?: { readonly bitsPerS: number; readonly latencyMs: number }
}

export const PRESETS = {
  slow: { name: 'slow line', processor: 4, line: { bitsPerS: 10e6, latencyMs: 40 } },
  desktop: { name: 'desktop', processor: 1 },
} as const satisfies Record<string, Preset>

/** What one load of the page came to; times in ms since the navigation began. */
export interface Load {
  readonly seen: Seen
  /** Part of each task over 50 ms that is over 50, from the first paint to the end of the load's watch, summed. */
  readonly blocked: number
  /** Bytes over the wire for what was asked for until the screen stood, pictures of releases and the wall left out. */
  readonly bytes: number
  /** Pictures that were asked for until then. */
  readonly pictureBytes: number
  /** What was fetched ahead afterwards, without pictures. */
  readonly aheadBytes: number
  /** Scripts of the main thread among `bytes`, as brotli at its best. */
  readonly scriptBytes: number
  readonly requests: number
}

export interface Visit {
  readonly signIn: Load
  /** Signed in and loaded again. */
  readonly again: Load
  /** Signed in and loaded with nothing kept. */
  readonly anew: Load
}

/** For so long after the screen stands tasks and requests are watched, unless less is said. */
const AFTER_MS = 4000
const PATIENCE_MS = 60_000
/** Scripts that workers load: their own, and what they have in common. */
const WORKER = /\.worker-|\/threads-/
const PICTURE = /^\/(wall[/.-]|assets\/wall|api\/(images|releases\/[^/]+\/(cover|image)))|\.(webp|avif|jpe?g)$/

/**
 * @param root the project's folder, built
 * @param executablePath the browser
 * @param after ms that tasks and requests are watched once a screen stands
 * @throws Error when a screen does not come
 */
export async function visit(
  root: string,
  executablePath: string,
  line: Line,
  preset: Preset,
  after = AFTER_MS,
): Promise<Visit> {
  const profile = await mkdtemp(join(tmpdir(), 'load-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    viewport: { width: 1440, height: 900 },
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    await context.addInitScript(probe)
    const page = context.pages()[0] ?? (await context.newPage())
    const cdp = await slowed(context, page, preset)
    const load = (go: () => Promise<unknown>, what: 'answers' | 'covers') => oneLoad(root, page, line, go, what, after)
    // One of its own: the browser's first tab does things no second one does.
    await page.goto('about:blank')
    const signIn = await load(() => page.goto(line.url, { waitUntil: 'commit' }), 'answers')
    await page.getByRole('textbox', { name: 'Email' }).fill('verified@demo.test')
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForFunction(() => (window.seen.covers ?? -1) > 0, undefined, { timeout: PATIENCE_MS })
    await pause(after)
    const again = await load(() => page.reload({ waitUntil: 'commit' }), 'covers')
    await cdp.send('Network.clearBrowserCache')
    const anew = await load(() => page.reload({ waitUntil: 'commit' }), 'covers')
    return { signIn, again, anew }
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function slowed(context: BrowserContext, page: Page, { processor, line }: Preset): Promise<CDPSession> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  if (line)
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.latencyMs,
      downloadThroughput: line.bitsPerS / 8,
      uploadThroughput: line.bitsPerS / 8,
    })
  if (processor > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: processor })
  return cdp
}

async function oneLoad(
  root: string,
  page: Page,
  line: Line,
  go: () => Promise<unknown>,
  what: 'answers' | 'covers',
  after: number,
): Promise<Load> {
  line.take()
  await Promise.all([told(page, what), go()])
  await pause(after)
  const seen = await page.evaluate(() => window.seen)
  const stood = seen.origin + (seen[what] ?? 0)
  const passed = line.take()
  const before = passed.filter(({ at }) => at <= stood)
  const ahead = passed.filter(({ at }) => at > stood)
  const firstPaint = seen.firstPaint ?? 0
  return {
    seen,
    blocked: seen.tasks
      .filter(({ at, ms }) => at + ms > firstPaint)
      .reduce((sum, { ms }) => sum + Math.max(0, ms - 50), 0),
    bytes: weigh(before, false),
    pictureBytes: weigh(before, true),
    aheadBytes: weigh(ahead, false),
    scriptBytes: await scriptsOf(root, before),
    requests: before.length,
  }
}

/**
 * Resolves when the probe says so on the console. The page is asked nothing meanwhile: what a test driver brings along to
 * ask with takes the main thread for 200 ms at a quarter of its speed, which nobody who visits waits for.
 */
async function told(page: Page, what: string): Promise<void> {
  await page.waitForEvent('console', { predicate: (said) => said.text() === `seen ${what}`, timeout: PATIENCE_MS })
}

const weigh = (passed: readonly Passed[], pictures: boolean) =>
  passed.filter(({ path }) => PICTURE.test(path) === pictures).reduce((sum, { bytes }) => sum + bytes, 0)

async function scriptsOf(root: string, passed: readonly Passed[]): Promise<number> {
  const files = passed.map(({ path }) => path).filter((path) => path.endsWith('.js') && !WORKER.test(path))
  const sizes = await Promise.all(
    files.map(async (path) => brotliCompressSync(await readFile(join(root, 'dist/client', path))).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
