/**
 * What an event costs the main thread, and how many a second come from the page to the disk. The events are real ones,
 * made as the browser makes them: being offline is told again and again, which changes nothing that is shown. So they
 * are small ones (40 bytes as text); what a longer text costs to encode and to frame is in `npm run bench -- events`.
 */
import type { Browser, BrowserContext, Page } from 'playwright'
import { linesOf, logFiles } from '#tests/e2e/support/recordedLogs.ts'
import { type Task, tasksDuring } from '../tasks.ts'

/** So many events are told in one task. */
const EVERY_MS = 10
/**
 * Some 27 s after a page was signed in V8 gives back what loading left (GCFinalizeMCReduceMemory: 15 to 38 ms where
 * nothing at all is logged), and again some seconds later.
 */
const SETTLE_MS = 40_000
/**
 * The page does other things now and then, and a processor is not always as fast, which would count for or against the
 * events by as much as they cost: the middle of so many rounds counts.
 */
const ROUNDS = 15
/** Nothing is written for longer than this while there is something to write. */
const QUIET_MS = 2000
/** The disk is looked at this often. */
const LOOK_MS = 10

interface Cost {
  /** Main thread of the page for one event, us, with all that follows from it there. */
  readonly us: number
  /** Longest task of the main thread meanwhile, ms, but for those in which V8 collects garbage on its own. */
  readonly slice: number
  /** The longest of those, ms: of the whole page's heap, soon after it was loaded the longest. */
  readonly collected: number
  /** Longest task while nothing is logged, of both kinds, ms: what of it is not the log's. */
  readonly idle: number
}

interface Costs extends Omit<Cost, 'us'> {
  /** Of each round. */
  readonly us: readonly number[]
  /** Longest task of the page while it settled and nothing was logged, ms. */
  readonly settling: number
}

/**
 * @param perS events a second
 * @param ms for how long in all, in rounds
 * @param settle ms that nothing is logged before
 * @returns the cost of each round, of which the middle counts, and the longest task of all
 */
export async function costAt(
  browser: Browser,
  page: Page,
  perS: number,
  ms: number,
  { settle = SETTLE_MS, rounds: times = ROUNDS } = {},
): Promise<Costs> {
  await page.evaluate(() => {
    window.addEventListener('nothingcomes', () => {})
    window.dispatchEvent(new Event('offline'))
  })
  const before = await tasksDuring(browser, page, () => page.waitForTimeout(settle))
  const part = ms / times
  const rounds: Cost[] = []
  for (let round = 0; round < times; round++) {
    // The same with an event of which nothing comes: timer, dispatching and the call of a listener are the benchmark's own.
    const idle = await busy(browser, page, 'nothingcomes', perS, part)
    const told = await busy(browser, page, 'offline', perS, part)
    rounds.push({
      us: ((told.ms - idle.ms) * 1000) / ((perS * part) / 1000),
      slice: told.slice,
      collected: told.collected,
      idle: Math.max(idle.slice, idle.collected),
    })
  }
  const longest = (of: 'slice' | 'collected' | 'idle') => Math.max(...rounds.map((round) => round[of]))
  return {
    us: rounds.map((round) => round.us),
    slice: longest('slice'),
    collected: longest('collected'),
    idle: longest('idle'),
    settling: Math.max(...before.map((task) => task.busy)),
  }
}

/** Time of all tasks of the page's main thread while the browser says `name` so often, and the longest of them, ms. */
async function busy(
  browser: Browser,
  page: Page,
  name: string,
  perS: number,
  ms: number,
): Promise<{ ms: number; slice: number; collected: number }> {
  const tasks = await tasksDuring(browser, page, () =>
    page.evaluate(
      ({ name, each, times, every }) =>
        new Promise<void>((done) => {
          let left = times
          const timer = setInterval(() => {
            for (let n = 0; n < each; n++) window.dispatchEvent(new Event(name))
            if (--left > 0) return
            clearInterval(timer)
            done()
          }, every)
        }),
      { name, each: (perS * EVERY_MS) / 1000, times: ms / EVERY_MS, every: EVERY_MS },
    ),
  )
  const lasted = (some: readonly Task[]) => some.map((task) => task.busy)
  const collecting = tasks.filter((task) => task.collects)
  return {
    ms: lasted(tasks).reduce((sum, one) => sum + one, 0),
    slice: Math.max(...lasted(tasks.filter((task) => !task.collects))),
    collected: Math.max(0, ...lasted(collecting)),
  }
}

/** From the first of many events until the last of them is on the disk, events a second. @throws Error when one is not */
export async function durable(context: BrowserContext, page: Page, url: string, count: number): Promise<number> {
  const reader = await context.newPage()
  // A page of the same origin that starts no worker.
  await reader.goto(new URL('/insecure.html', url).href)
  const before = await onDisk(reader)
  await page.bringToFront()
  const grown = lastGrowth(reader, await reader.evaluate(sizeNow), QUIET_MS)
  const startedAt = await page.evaluate(async (count) => {
    const { port1, port2 } = new MessageChannel()
    const startedAt = Date.now()
    for (let told = 0; told < count; told++) {
      window.dispatchEvent(new Event('offline'))
      // Other tasks come in between, as they do when events come from many sides. A timer would wait 4 ms for nothing.
      if (told % 500 !== 499) continue
      await new Promise((next) => {
        port1.onmessage = next
        port2.postMessage(null)
      })
    }
    return startedAt
  }, count)
  const ms = (await grown) - startedAt
  const kept = (await onDisk(reader)) - before
  await reader.close()
  if (kept < count) throw new Error(`${count - kept} of ${count} events did not come to the disk`)
  return (count * 1000) / ms
}

/** In the page: length of all logs on the disk, bytes. */
async function sizeNow(): Promise<number> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle('logs')
  let size = 0
  for await (const handle of (folder as unknown as { values(): AsyncIterable<FileSystemFileHandle> }).values())
    size += (await handle.getFile()).size
  return size
}

/**
 * Waits until the logs on the disk are longer than `before`, and then grow no more for so long. Few events come in one
 * piece, which may be there before anybody looks.
 * @returns when they grew last, Unix ms
 */
async function lastGrowth(reader: Page, before: number, quietMs: number): Promise<number> {
  let size = before
  let grewAt = Date.now()
  while (size === before || Date.now() - grewAt < quietMs) {
    const now = await reader.evaluate(sizeNow)
    if (now !== size) {
      size = now
      grewAt = Date.now()
    }
    await new Promise((next) => setTimeout(next, LOOK_MS))
  }
  return grewAt
}

/** Events in all logs on the disk. */
async function onDisk(reader: Page): Promise<number> {
  return (await logFiles(reader)).reduce((sum, bytes) => sum + linesOf(bytes).length, 0)
}
