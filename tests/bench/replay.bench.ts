/**
 * `npm run bench -- replay [--events=1000000]`: the replay page as built, with a log of the recorded mix: from the file
 * being chosen to the verdict over its hashes, in the worker; then the playhead dragged from end to end for two seconds.
 * A task counts by the clock, as a person waits for it; what of it was work of the page is printed beside it: the worker
 * and the threads that collect its garbage leave the page little of two processors.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { needChromium } from '../../scripts/chromium.mjs'
import type { Stage } from './check/stage.ts'
import { recordedMix } from './events/recordedMix.ts'
import { packedLog } from './events/rows.ts'
import { buildProduct, startProduct } from './press/product.ts'
import { atMost, figureOf } from './table/figure.ts'
import { commit, report } from './table/report.ts'
import { type Task, tasksDuring } from './tasks.ts'

/** For `EVENTS`; for fewer the share of it. */
const MUST_MS = 6000
const MUST_TASK_MS = 50
const DRAG_MS = 2000
const EVENTS = 1_000_000
/** Of a check. */
const FEW = 1000

/** ms */
interface Longest {
  readonly busy: number
  readonly wall: number
}

declare global {
  interface Window {
    watched: { frames: number[] }
  }
}

export async function run(args: readonly string[]): Promise<void> {
  const quick = args.includes('--quick')
  const given = args.find((arg) => arg.startsWith('--events='))
  const count = Number(given?.split('=')[1] ?? (quick ? 100_000 : EVENTS))
  if (!Number.isInteger(count) || count < 1000) throw new Error('--events takes a whole number from 1000')
  const folder = mkdtempSync(join(tmpdir(), 'replay-bench-'))
  const file = join(folder, 'log.jsonl.gz')
  writeFileSync(file, packedLog(recordedMix(count)))
  buildProduct(process.cwd())
  // A server that draws its covers takes one of two processors for minutes: nobody who replays waits for that.
  const product = await startProduct(process.cwd(), 1e6, { catalogue: 'small', drawsAhead: false, shortSongs: true })
  const browser = await chromium.launch({ executablePath: needChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const { ms, loading, opening, dragging, frames } = await measure(browser, product.url, file)
    const must = MUST_MS * (count / EVENTS)
    console.log(
      `replay page, commit ${commit()}, ${count} events${quick ? ', SHORTENED' : ''}, Chromium ${browser.version()}`,
    )
    console.log(
      `dragged: frames p50 ${at(frames, 0.5)}, p95 ${at(frames, 0.95)}, worst ${at(frames, 1)} ms; longest task while the page loaded itself ${loading.wall.toFixed(0)} ms`,
    )
    const shortened = count < EVENTS
    const task = (what: string, { busy, wall }: Longest) =>
      figureOf(
        {
          what,
          unit: 'ms',
          must: atMost(MUST_TASK_MS),
          shortened,
          note: `the longest work in one ${busy.toFixed(0)} ms`,
        },
        wall,
      )
    report({
      bench: 'replay',
      figures: [
        figureOf({ what: `${count} events opened to a verdict`, unit: 'ms', must: atMost(must), shortened }, ms),
        task('longest task of the page meanwhile', opening),
        task('longest task while the playhead is dragged', dragging),
      ],
      peers: [`Chromium ${browser.version()}`],
      leavesOut: [
        'what the page takes to load itself, before a file is chosen (printed above)',
        'what a server on the same machine takes to draw its covers',
      ],
    })
  } finally {
    await browser.close()
    await product.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A log of a few events is opened to its verdict, and frames come while the playhead is dragged. @throws Error when not */
export async function check({ browser, product }: Stage): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'replay-check-'))
  try {
    const file = join(folder, 'log.jsonl.gz')
    writeFileSync(file, packedLog(recordedMix(FEW)))
    const { ms, opening, dragging, frames } = await measure(browser, product.url, file)
    const figures = [ms, opening.wall, dragging.wall, ...frames]
    if (frames.length === 0 || !figures.every(Number.isFinite)) throw new Error(`${frames.length} frames, ${ms} ms`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Opens a log, waits for the verdict, and drags the playhead. */
async function measure(browser: Browser, url: string, file: string) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
  await page.addInitScript(watch)
  // Nobody picks a file before the page stands: what it takes to stand is told apart.
  const loading = longest(
    await tasksDuring(browser, page, async () => {
      await page.goto(`${url}/replay.html`)
      await page.waitForLoadState('networkidle')
    }),
  )
  const started = performance.now()
  let ms = 0
  const opening = longest(
    await tasksDuring(browser, page, async () => {
      await page.locator('input[type=file]').first().setInputFiles(file)
      await page.getByText('State hashes match').waitFor({ timeout: 120_000 })
      ms = performance.now() - started
    }),
  )
  let frames: number[] = []
  const dragging = longest(
    await tasksDuring(browser, page, async () => {
      frames = await drag(page)
    }),
  )
  await page.close()
  return { ms, loading, opening, dragging, frames }
}

/** By processor time and by the clock, which need not be the same task. */
const longest = (tasks: readonly Task[]): Longest => ({
  busy: Math.max(...tasks.map((task) => task.busy)),
  wall: Math.max(...tasks.map((task) => task.wall)),
})

/** In the page: the time from one frame to the next. */
function watch(): void {
  window.watched = { frames: [] }
  let before = 0
  const frame = (now: number) => {
    if (before > 0) window.watched.frames.push(now - before)
    before = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

async function drag(page: Page): Promise<number[]> {
  const box = await page.getByRole('slider').first().boundingBox()
  if (!box) throw new Error('there is no playhead to drag')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + 2, y)
  await page.mouse.down()
  await page.evaluate(() => void window.watched.frames.splice(0))
  const steps = DRAG_MS / 16
  for (let step = 0; step <= steps; step++) await page.mouse.move(box.x + 2 + ((box.width - 4) * step) / steps, y)
  await page.mouse.up()
  return (await page.evaluate(() => window.watched.frames)).toSorted((a, b) => a - b)
}

const at = (sorted: readonly number[], share: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1)
