/**
 * `npm run bench -- quiet [--quick] [--visits=60] [--only=server|page]`: what stays when nobody does anything. A server with 100,000
 * releases (2,000 with `--quick`) is started, draws its covers ahead and is left alone; and in the product's page releases are
 * opened and left again, after which nothing of them may be held.
 */
import { type Browser, chromium } from 'playwright'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { needChromium } from '../../scripts/chromium.mjs'
import type { Stage } from './check/stage.ts'
import { buildProduct, startProduct } from './press/product.ts'
import { signIn, VIEWPORT } from './press/visit.ts'
import { type AloneOptions, leaveAlone } from './quiet/server.ts'
import { growthOf, type Held, visitReleases } from './quiet/visits.ts'
import { atMost, below, type Figure, figureOf } from './table/figure.ts'
import { commit, report } from './table/report.ts'

const VISITS = 60
const FEW = 10
/** The first visits load the scripts of what they show, and fill what is kept for the way back. */
const SETTLING = 40
/** Of `--quick`. */
const SETTLING_QUICK = 15
const EVERY = 5
/** What may be held more at the end of the visits than at their beginning, in percent: a look is not exact to the node. */
const FLAT_PERCENT = 1
const IDLE_PERCENT = 1
/**
 * Machine code is made of whatever runs often enough, a few functions a visit for hundreds of visits, and lies in the same
 * heap: half a megabyte in sixty visits in which no object stays (counted in heap snapshots). So none is made here.
 */
const NO_MACHINE_CODE = '--js-flags=--no-opt --no-maglev --no-sparkplug --no-flush-bytecode'
/** Of a check: a release or a gallery that is still held has some hundred. */
const CHECK = { visits: 6, settling: 4, nodes: 150 }

const FULL: AloneOptions = { catalogue: 'large', covers: 5000, watchedMs: 60_000 }
const QUICK: AloneOptions = { catalogue: 'demo', covers: 100, watchedMs: 20_000 }

export async function run(args: readonly string[]): Promise<void> {
  const quick = args.includes('--quick')
  const given = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1]
  const visits = Number(given('visits') ?? (quick ? FEW : VISITS))
  if (!Number.isInteger(visits) || visits < 2 * EVERY)
    throw new Error(`--visits takes a whole number from ${2 * EVERY}`)
  const only = given('only')
  const root = process.cwd()
  buildProduct(root)
  console.log(`quiet, commit ${commit()}, ${visits} visits${quick ? ', SHORTENED' : ''}`)
  const figures: Figure[] = []
  if (only !== 'server') figures.push(...(await ofPage(root, visits, quick ? SETTLING_QUICK : SETTLING)))
  if (only !== 'page') figures.push(...(await ofServer(root, quick ? QUICK : FULL)))
  report({
    bench: 'quiet',
    figures: figures.map((figure) => ({ ...figure, shortened: quick || visits < VISITS })),
    peers: [`Node ${process.version}`],
    leavesOut: [
      'of the page: what the browser itself holds for it, what the workers hold, and the machine code of functions that run often (none is made while this is measured)',
    ],
  })
}

/** Releases are opened and left, and nothing of them is held. @throws Error when more is than before */
export async function check({ product, browser }: Stage): Promise<void> {
  const held = await visitsIn(browser, product.url, CHECK.visits, 2, CHECK.settling)
  const more = growthOf(held, ({ nodes }) => nodes)
  if (!(more < CHECK.nodes)) throw new Error(`${more} nodes more are held: ${JSON.stringify(held)}`)
}

async function visitsIn(
  browser: Browser,
  url: string,
  visits: number,
  every: number,
  settling: number,
): Promise<Held[]> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  try {
    const page = await context.newPage()
    await signIn(page, url)
    await visitReleases(page, settling, settling)
    return await visitReleases(page, visits, every)
  } finally {
    await context.close()
  }
}

async function ofPage(root: string, visits: number, settling: number): Promise<Figure[]> {
  const product = await startProduct(root, Number.POSITIVE_INFINITY, { drawsAhead: false })
  const browser = await chromium.launch({
    executablePath: needChromium(),
    args: ['--no-sandbox', '--disable-gpu', NO_MACHINE_CODE],
  })
  try {
    const held = await visitsIn(browser, product.url, visits, EVERY, settling)
    for (const one of held)
      console.log(
        `  ${one.visits} visits: ${one.nodes} nodes, ${one.listeners} listeners, heap ${(one.heapBytes / 1e6).toFixed(2)} MB`,
      )
    const flat = (what: string, of: (one: Held) => number) =>
      figureOf(
        {
          what: `${visits} visits of releases: ${what} more`,
          unit: '%',
          must: atMost(FLAT_PERCENT),
          note: `from ${of(held[0] as Held)} to ${of(held.at(-1) as Held)}, after ${settling} visits before; by the line that fits`,
        },
        (growthOf(held, of) / of(held[0] as Held)) * 100,
      )
    return [
      flat('nodes', ({ nodes }) => nodes),
      flat('listeners', ({ listeners }) => listeners),
      flat('heap', ({ heapBytes }) => heapBytes),
    ]
  } finally {
    await browser.close()
    await product.close()
  }
}

async function ofServer(root: string, options: AloneOptions): Promise<Figure[]> {
  const alone = await leaveAlone(root, options)
  const of = `${options.catalogue} catalogue`
  return [
    figureOf({ what: `${of}: first start, with the catalogue made`, unit: 's' }, alone.firstReadyMs / 1000),
    figureOf({ what: `${of}: started again until the port is open`, unit: 's' }, alone.readyMs / 1000),
    figureOf({ what: `${of}: covers drawn while nobody asked`, unit: '', note: `${(alone.drawingMs / 1000).toFixed(0)} s of drawing` }, alone.drawn),
    figureOf({ what: `${of}: a page of releases while covers are to be drawn, p95`, unit: 'ms' }, alone.busyPageMs),
    figureOf({ what: `${of}: the same of an idle server, p95`, unit: 'ms' }, alone.idlePageMs),
    figureOf({ what: `${of}: idle server, share of one core`, unit: '%', must: below(IDLE_PERCENT) }, alone.idleShare * 100),
  ]
} // biome-ignore format: a table
