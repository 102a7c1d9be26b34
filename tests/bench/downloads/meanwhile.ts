/**
 * What the page feels of the download engine, in the built product: the gallery flung while files load as fast as
 * they can, and what the main thread works while a long queue goes on in the background.
 */

import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright'
import { serveProduct } from '../gallery/product.ts'
import { serveHarness } from '../gallery/serve.ts'
import { workPerSecond } from '../player/probe.ts'
import { buildProduct } from '../press/product.ts'
import type { Figure } from '../table/figure.ts'
import { openProfile } from './browser.ts'
import { browsing, type Felt, longTasks, watchLongTasks } from './browsing.ts'
import { sha256Of } from './digests.ts'
import { figure, PARALLEL } from './figure.ts'
import { type MadeUp, makeFiles } from './madeUp.ts'
import { tally } from './tally.ts'
import { closeList, openList, rowsIn, standing, startAll, type Visit, visit } from './visit.ts'

const FILES = 20
const QUEUED = 1000
const RELEASES = 10_000
const SLOW_BYTES_PER_S = 200_000
const DEADLINE_MS = 180_000
/** Less than this was no browsing, px. */
const BROWSED_MIN_PX = 20_000

const LONG_TASKS_MUST = 0
const KEY_MS_MUST = 64
/** More than the same page without jobs, ms a second. */
const CLOSED_MS_MUST = 5
const OPEN_MS_MUST = 12

/**
 * Builds the product first.
 * @param root the project's folder
 * @param quick files of 20 MB in place of 50 MB, and 6 s in place of 20 s of the long queue
 * @throws Error when what was to be measured did not take place: files missing, or fewer on their way than said
 */
export async function meanwhile(root: string, quick: boolean): Promise<Figure[]> {
  buildProduct(root)
  const bytes = quick ? 20e6 : 50e6
  const files = makeFiles(QUEUED, bytes)
  // The gallery of the gallery benchmark: its covers are drawn beforehand, so that no server draws beside what is measured.
  const gallery = await serveHarness(root)
  const product = await serveProduct(root, gallery, RELEASES, (request, response) => {
    return bare(request, response) || files.answer(request, response)
  })
  try {
    const figures = [
      ...(await whileLoading(await visit(product.url, FILES), files, bytes)),
      ...(await whileQueued(await visit(product.url, QUEUED), files, quick ? 6 : 20)),
    ]
    await bareWorker(product.url, files, quick ? 6 : 20)
    return figures.map((one) => ({ ...one, shortened: quick }))
  } finally {
    await product.close()
    await gallery.close()
  }
}

/** Flings the gallery and presses keys while the engine loads as fast as it can. */
async function whileLoading({ page, cdp, close }: Visit, files: MadeUp, bytes: number): Promise<Figure[]> {
  try {
    const arrived: Promise<number>[] = []
    const found: string[] = []
    page.on('download', (download) => arrived.push(download.path().then(async (path) => (await stat(path)).size)))
    page.on('download', (download) => void download.path().then((path) => found.push(path)))
    const browse = await browsing(page, cdp)
    await browse(() => pause(4000))
    const before = await browse(() => pause(8000))

    files.limit = null
    files.held = true
    await startAll(page, cdp)
    files.extremes()
    let seconds = 0
    const felt = await browse(async () => {
      const began = performance.now()
      files.held = false
      await allOf(arrived, FILES, bytes)
      seconds = (performance.now() - began) / 1000
    })
    const { most } = files.extremes()
    if (most !== PARALLEL) throw new Error(`${most} files were on their way at once at most, not ${PARALLEL}`)
    if (felt.px < BROWSED_MIN_PX) throw new Error(`the gallery was moved by ${felt.px} px only`)
    await openList(page)
    await rowsIn(page, 'finished').first().waitFor()
    const finished = await rowsIn(page, 'finished').count()
    tally(FILES - finished, await different(found, files))
    if (finished !== FILES) throw new Error(`${finished} of ${FILES} jobs finished`)
    await closeList(page)

    const native = await browse(async () => {
      await loadByBrowser(page)
      await allOf(arrived, 2 * FILES, bytes)
    })
    const { longTasks, keyToPaint } = felt
    const figures = [
      figure(
        `long tasks on the main thread while ${FILES} x ${bytes / 1e6} MB load, ${PARALLEL} at once`,
        longTasks.length,
        LONG_TASKS_MUST,
        false,
      ),
      figure('worst key-to-paint in the gallery meanwhile, ms', keyToPaint, KEY_MS_MUST, false),
    ]
    console.log(`    with them, ${seconds.toFixed(1)} s: ${words(felt)}`)
    console.log(`    the same gallery before: ${words(before)}`)
    console.log(`    while the browser itself loads the same files: ${words(native)}`)
    return figures
  } finally {
    files.held = false
    await close()
  }
}

/** What a long queue costs the page while some of it loads slowly. */
async function whileQueued({ page, cdp, close }: Visit, files: MadeUp, seconds: number): Promise<Figure[]> {
  try {
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.mouse.move(700, 5)
    await pause(3000)
    const rest = await workPerSecond(cdp, seconds)
    files.limit = SLOW_BYTES_PER_S
    await startAll(page, cdp)
    await page.mouse.move(700, 5)
    await pause(4000)
    const closed = await working(cdp, files, seconds)
    await watchLongTasks(page)
    await openList(page)
    await standing(page, `${PARALLEL} active, ${QUEUED - PARALLEL} waiting`)
    const opening = await longTasks(page)
    await page.mouse.move(700, 5)
    await pause(4000)
    const open = await working(cdp, files, seconds)
    await watchLongTasks(page)
    await closeList(page)
    await pause(5000)
    const closing = await longTasks(page)
    const jobs = `${QUEUED.toLocaleString('en')} jobs queued, ${PARALLEL} running, main-thread CPU of them, ms per second`
    const figures = [
      figure(`${jobs}: list closed`, Math.max(0, closed - rest), CLOSED_MS_MUST, false),
      figure(`${jobs}: list open`, Math.max(0, open - rest), OPEN_MS_MUST, false),
    ]
    console.log(`    without them ${rest.toFixed(1)}, with them ${closed.toFixed(1)}, list open ${open.toFixed(1)}`)
    console.log(`    opening that list: ${tasks(opening)}; closing it, and 5 s more: ${tasks(closing)}`)
    return figures
  } finally {
    await close()
  }
}

/** A page with nothing in it but a worker that reads the same songs, so many at once, and keeps nothing of them. */
function bare(request: IncomingMessage, response: ServerResponse): boolean {
  const path = request.url?.split('?')[0]
  if (path !== '/bare.html' && path !== '/bare.js') return false
  const isPage = path === '/bare.html'
  response.writeHead(200, { 'content-type': isPage ? 'text/html' : 'text/javascript', 'cache-control': 'no-store' })
  const page = '<!doctype html><title>bare</title><script>new Worker("/bare.js")</script>'
  const worker = `for (let n = 0; n < ${PARALLEL}; n++) void fetch('/api/audio/bench-' + (${QUEUED - PARALLEL} + n) + '/download?token=t')
    .then(async ({ body }) => { for await (const piece of body) void piece })`
  response.end(isPage ? page : worker)
  return true
}

/** What the browser itself spends on the main thread when a worker of a page reads the songs: no part of it is ours. */
async function bareWorker(url: string, files: MadeUp, seconds: number): Promise<void> {
  const { context, close } = await openProfile(url)
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    const cdp = await context.newCDPSession(page)
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    files.limit = SLOW_BYTES_PER_S
    await page.goto(`${url}/bare.html`)
    await pause(4000)
    const work = await working(cdp, files, seconds)
    console.log(`    an empty page whose worker reads the same ${PARALLEL} at once: ${work.toFixed(1)}`)
  } finally {
    await close()
  }
}

/** What the main thread works while files load. @returns ms per second @throws Error when not all of them do */
async function working(cdp: CDPSession, files: MadeUp, seconds: number): Promise<number> {
  const sent = files.sent()
  files.extremes()
  const work = await workPerSecond(cdp, seconds)
  const { fewest, most } = files.extremes()
  if (fewest !== PARALLEL || most !== PARALLEL)
    throw new Error(`${fewest} to ${most} files were on their way while it was measured, not ${PARALLEL}`)
  const rate = (files.sent() - sent) / seconds
  if (rate < 0.8 * PARALLEL * SLOW_BYTES_PER_S) throw new Error(`only ${Math.round(rate)} bytes came a second`)
  return work
}

/** The same files by the browser's own downloads, ten clicks a second: it would drop the eleventh. */
function loadByBrowser(page: Page): Promise<void> {
  return page.evaluate(async (count) => {
    for (let n = 0; n < count; n++) {
      if (n > 0 && n % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1050))
      const anchor = document.createElement('a')
      anchor.href = `/api/audio/bench-${n}/download?token=t${n}`
      anchor.download = `Title ${n}.wav`
      anchor.click()
    }
  }, FILES)
}

/** Waits until the browser has so many files whole. @throws Error when not all of them come, or other ones */
async function allOf(arrived: readonly Promise<number>[], count: number, bytes: number): Promise<void> {
  const until = performance.now() + DEADLINE_MS
  while (arrived.length < count) {
    if (performance.now() > until) throw new Error(`only ${arrived.length} of ${count} files came`)
    await pause(50)
  }
  const sizes = await Promise.all(arrived)
  if (sizes.some((size) => size !== bytes)) throw new Error(`files of other lengths came: ${sizes}`)
}

/** How many of the songs lie in none of these files. */
async function different(paths: readonly string[], files: MadeUp): Promise<number> {
  const missing = new Set(Array.from({ length: FILES }, (_, n) => files.sha256(n)))
  for (const path of paths) missing.delete(await sha256Of(path))
  return missing.size
}

function tasks(lengths: readonly number[]): string {
  const worst = lengths.length > 0 ? ` (worst ${Math.max(...lengths).toFixed(0)} ms)` : ''
  return `${lengths.length} long tasks${worst}`
}

function words({ longTasks, keyToPaint, work, busy }: Felt): string {
  return `${tasks(longTasks)}, worst key ${keyToPaint} ms, main thread ${work.toFixed(0)} ms of CPU a second, all cores ${(100 * busy).toFixed(0)} % busy`
}
