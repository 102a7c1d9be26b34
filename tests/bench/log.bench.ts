/**
 * `npm run bench -- log [--kills=100]`: what the running log costs the page, how fast it comes to the disk, and what a
 * killed renderer takes with it. Must: 5 us of the main thread for an event at 2,000 a second and no slice over 4 ms;
 * 50,000 events a second on the disk; at most 250 ms lost, and a whole chain, every time.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { needChromium } from '../../scripts/chromium.mjs'
import type { Stage } from './check/stage.ts'
import { EVERY_MS, killed } from './log/kills.ts'
import { costAt, durable } from './log/rate.ts'
import { buildProduct, startProduct } from './press/product.ts'
import { atLeast, atMost, type Figure, figureOf, figureOfRounds } from './table/figure.ts'
import { commit, report } from './table/report.ts'

const MUST_US = 5
const MUST_SLICE_MS = 4
const MUST_PER_S = 50_000
const MUST_LOST_MS = 250
const PER_S = 2000
const KILLS = 100
/** Of a check. */
const FEW = 1000

export async function run(args: readonly string[]): Promise<void> {
  const quick = args.includes('--quick')
  const kills = Number(args.find((arg) => arg.startsWith('--kills='))?.split('=')[1] ?? (quick ? 5 : KILLS))
  if (!Number.isInteger(kills) || kills < 1) throw new Error('--kills takes a whole number from 1')
  const root = process.cwd()
  buildProduct(root)
  const product = await startProduct(root, 1e6)
  const { context, browser, close } = await openProfile()
  console.log(`log, commit ${commit()}, Chromium ${browser.version()}${quick ? ', SHORTENED' : ''}`)
  const figures: Figure[] = []
  try {
    const page = await context.newPage()
    await signIn(page, product.url)
    const { us, slice, collected, idle, settling } = await costAt(browser, page, PER_S, quick ? 6000 : 30_000)
    console.log(
      `longest collection of garbage ${collected.toFixed(2)} ms; longest task of both kinds with nothing to log ${idle.toFixed(2)} ms, in the 40 s before ${settling.toFixed(2)} ms`,
    )
    figures.push(
      figureOfRounds({ what: `main thread for an event at ${PER_S}/s`, unit: 'us', must: atMost(MUST_US), shortened: quick }, us),
      figureOf({ what: 'longest task of the main thread meanwhile', unit: 'ms', must: atMost(MUST_SLICE_MS), shortened: quick }, slice),
    ) // biome-ignore format: a figure a line
    const perS = await durable(context, page, product.url, quick ? 50_000 : 200_000)
    figures.push(
      figureOf({ what: 'on the disk, from the page', unit: 'events/s', must: atLeast(MUST_PER_S), shortened: quick }, perS),
    ) // biome-ignore format: a figure a line
    const { lost, broken } = await killed(context, product.url, kills)
    const at = (share: number) => lost[Math.min(lost.length - 1, Math.floor(lost.length * share))] ?? Number.NaN
    console.log(`not in the log, ms before each of ${kills} kills: p50 ${at(0.5)}, p95 ${at(0.95)}, worst ${at(1)}`)
    const few = kills < KILLS
    figures.push(
      {
        ...figureOf({ what: `lost before a kill, worst of ${kills}`, unit: 'ms', must: atMost(MUST_LOST_MS + 2 * EVERY_MS), shortened: few, note: `${MUST_LOST_MS} ms, and ${2 * EVERY_MS} for what was pressed last` }, at(1)),
        spread: lost.length > 1 ? [at(0), at(1)] : null,
      },
      figureOf({ what: `broken logs after ${kills} kills`, unit: '', must: atMost(0), shortened: few }, broken),
    ) // biome-ignore format: a figure a line
    report({
      bench: 'log',
      figures,
      peers: [`Chromium ${browser.version()}`],
      leavesOut: [
        'of the longest task: those in which V8 collects garbage on its own (printed above)',
        'of the cost of an event: what dispatching it costs when nothing comes of it; events of 40 bytes as text (`events` has others)',
      ],
    })
  } finally {
    await close()
    await product.close()
  }
}

/** A few events come to the disk, each costs something, and a killed page leaves a whole log. @throws Error when not */
export async function check({ product }: Stage): Promise<void> {
  const { context, browser, close } = await openProfile()
  try {
    const page = await context.newPage()
    await signIn(page, product.url)
    const { us } = await costAt(browser, page, PER_S, 300, { settle: 100, rounds: 1 })
    if (!us.every(Number.isFinite)) throw new Error(`an event costs ${us} us`)
    if (!((await durable(context, page, product.url, FEW)) > 0)) throw new Error('nothing came to the disk')
    const { lost, broken } = await killed(context, product.url, 1)
    if (broken > 0 || lost.length !== 1) throw new Error(`${broken} broken logs, ${lost.length} of 1 kills`)
  } finally {
    await close()
  }
}

/** A profile on the disk, as people have: in a private window the origin's files are in the memory of another process. */
async function openProfile(): Promise<{ context: BrowserContext; browser: Browser; close(): Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'log-bench-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: needChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
    viewport: { width: 1280, height: 800 },
  })
  const browser = context.browser()
  if (!browser) throw new Error('the browser is gone')
  const close = async () => {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
  return { context, browser, close }
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('textbox', { name: 'Email' }).fill('verified@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
}
