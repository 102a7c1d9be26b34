/** One visit with a cold profile: the form to sign in, then the gallery, loaded again, and loaded with nothing kept. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { BARE_ARGUMENTS, speak } from '../bareChromium.ts'
import type { Line, Passed, Slow } from './line.ts'
import { probe, type Seen } from './probe.ts'

/** A machine and the line it is on. */
export interface Preset {
  readonly name: string
  /** How many times slower the main thread runs; workers run as they are, which no browser lets be changed. */
  readonly processor: number
  /** None: as fast as it goes. */
  readonly line?: Slow
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
const WORKER = /\.worker-|\/(threads|stateEngines)-/
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
  line.slow = preset.line ?? null
  const page = await openPage(executablePath)
  try {
    await page.call('Emulation.setDeviceMetricsOverride', SCREEN)
    await page.call('Emulation.setCPUThrottlingRate', { rate: preset.processor })
    await page.call('Page.enable')
    await page.call('Page.addScriptToEvaluateOnNewDocument', { source: `(${probe})()` })
    const reload = () => page.call('Page.reload')
    const load = (go: () => Promise<unknown>, what: 'answers' | 'covers') => oneLoad(root, page, line, go, what, after)
    const signIn = await load(() => page.call('Page.navigate', { url: line.url }), 'answers')
    const inside = line.seen('covers', PATIENCE_MS)
    await write(page, 'email', 'verified@demo.test')
    await write(page, 'password', DEMO_PASSWORD)
    await page.evaluate(`document.querySelector('form').requestSubmit()`)
    await inside
    await pause(after)
    const again = await load(reload, 'covers')
    await page.call('Network.clearBrowserCache')
    const anew = await load(reload, 'covers')
    return { signIn, again, anew }
  } finally {
    await page.close()
    line.slow = null
  }
}

const SCREEN = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false }

/** A page that no test driver looks into. */
interface BarePage {
  /** A call of the browser's protocol about this page. */
  call(method: string, params?: object): Promise<unknown>
  /** What an expression comes to. */
  evaluate<T>(expression: string): Promise<T>
  close(): Promise<void>
}

/** Opens a browser with a profile of its own. */
async function openPage(executablePath: string): Promise<BarePage> {
  const profile = await mkdtemp(join(tmpdir(), 'load-'))
  const browser = spawn(executablePath, [...BARE_ARGUMENTS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const call = speak(browser.stdio[3] as Writable, browser.stdio[4] as Readable)
  // One of its own: the browser's first tab does things no second one does.
  const { targetId } = await call<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await call<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  return {
    call: (method, params) => call(method, params, sessionId),
    async evaluate<T>(expression: string) {
      const { result } = await call<{ result: { value: T } }>(
        'Runtime.evaluate',
        { expression, returnByValue: true },
        sessionId,
      )
      return result.value
    },
    async close() {
      const ended = once(browser, 'exit')
      await call('Browser.close').catch(() => {})
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Writes into a field as a keyboard of the system does. */
async function write(page: BarePage, name: string, text: string): Promise<void> {
  await page.evaluate(`document.querySelector('input[name=${name}]').focus()`)
  await page.call('Input.insertText', { text })
}

async function oneLoad(
  root: string,
  page: BarePage,
  line: Line,
  go: () => Promise<unknown>,
  what: 'answers' | 'covers',
  after: number,
): Promise<Load> {
  line.take()
  await Promise.all([line.seen(what, PATIENCE_MS), go()])
  await pause(after)
  const seen = await page.evaluate<Seen>('window.seen')
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

const weigh = (passed: readonly Passed[], pictures: boolean) =>
  passed.filter(({ path }) => PICTURE.test(path) === pictures).reduce((sum, { bytes }) => sum + bytes, 0)

async function scriptsOf(root: string, passed: readonly Passed[]): Promise<number> {
  const files = passed.map(({ path }) => path).filter((path) => path.endsWith('.js') && !WORKER.test(path))
  const sizes = await Promise.all(
    files.map(async (path) => brotliCompressSync(await readFile(join(root, 'dist/client', path))).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
