/**
 * `npm run bench -- gallery [--quick] [--count=10000] [--rounds=3] [--throttle=1] [--plain] [--only=ours,tanstack]`: our
 * gallery, inside the whole product and on a bare page, against virtua, TanStack Virtual, Virtuoso and react-window rows
 * with the same card on a bare page, in the same browser and the same run. Without an argument it holds 10,000 releases,
 * then 100,000, then 10,000 with ours alone at a quarter of the processor. The primary figure is main-thread CPU per
 * 10,000 px (thread ticks, so other load hardly moves it) as a ratio to the best peer of the round.
 * Peers ask for no cover at the speed at which ours asks for none, which costs them nothing below it; with `--plain`
 * they ask as they come. An empty scroller gives the floor that belongs to the browser. Rounds go through the
 * contenders in turn; `--only` leaves the others out.
 */
import { type Browser, chromium } from 'playwright'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { needChromium } from '../../scripts/chromium.mjs'
import type { Stage } from './check/stage.ts'
import { CONTENDERS, type Contender, LIBRARIES, NAMES, only, type Runs } from './gallery/contenders.ts'
import { drive, type Phase, type Run, type Subject, VIEWPORT } from './gallery/drive.ts'
import { PHASES, print, ratios } from './gallery/print.ts'
import { openProduct, serveProduct } from './gallery/product.ts'
import { type Harness, serveHarness } from './gallery/serve.ts'
import { buildProduct } from './press/product.ts'
import { atMost, type Figure, figureOfRounds, type Measured, type Must } from './table/figure.ts'
import { commit, packageWithVersion, report } from './table/report.ts'

/** Releases of a check. */
const FEW = 200
const ROUNDS = 3
const COUNT = 10_000
/** What a must of its own is set for. */
const MANY = 100_000
/** Where no cell may be missing either: a quarter of the processor. */
const HELD = 4
/** Where covers are really shown, against the best of the peers. */
const MUST_BRISK = 0.85
/** Cells without words in a fling, %. */
const MUST_SKELETONS = 30
/** After a jump to the middle, ms. */
const MUST_TEXTS_MS = 100
const MUST_COVERS_MS = 400

const phasesOf = (quick: boolean): Phase[] => [
  { name: 'brisk', speed: 4000, seconds: quick ? 1.5 : 3 },
  { name: 'fling', speed: 20_000, seconds: quick ? 2 : 4 },
  { name: 'up', speed: -20_000, seconds: quick ? 1 : 2 },
]

/** What is driven together: so many releases, on a processor so many times slower, by these. */
interface Pass {
  readonly count: number
  readonly throttle: number
  readonly rounds: number
  readonly contenders: readonly Contender[]
  /** Only whether cells were missing: nothing else is comparable on a processor held back. */
  readonly onlyMissing?: true
}

/** A full run has all that must hold: both lengths, and cells on a quarter of the processor. */
function passesOf(args: readonly string[]): Pass[] {
  const quick = args.includes('--quick')
  const usual = {
    count: number(args, 'count', COUNT),
    throttle: number(args, 'throttle', 1),
    rounds: number(args, 'rounds', quick ? 1 : ROUNDS),
    contenders: only(args),
  }
  if (quick || args.some((arg) => /^--(count|throttle|only)=/.test(arg))) return [usual]
  const held: Pass = { ...usual, throttle: HELD, rounds: 1, contenders: ['product', 'ours'], onlyMissing: true }
  return [usual, { ...usual, count: MANY }, held]
}

export async function run(args: readonly string[]): Promise<void> {
  const quick = args.includes('--quick')
  const plain = args.includes('--plain')
  const passes = passesOf(args)
  const root = process.cwd()
  if (passes.some(({ contenders }) => contenders.includes('product'))) buildProduct(root)
  const harness = await serveHarness(root)
  const browser = await chromium.launch({
    executablePath: needChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const version = browser.version()
    const figures: Figure[] = []
    for (const pass of passes) {
      const { count, rounds, throttle, contenders } = pass
      console.log(
        `gallery, commit ${commit()}, ${count.toLocaleString('en')} releases, ${rounds} rounds, Chromium ${version}, CPU ${throttle}x slower, 1440 x 900; covers of peers ${plain ? 'at any speed' : 'below the speed of a fling, as ours'}`,
      )
      const runs = await driveAll(browser, harness, pass, quick, plain)
      print(runs)
      if (pass.onlyMissing) figures.push(...contenders.map((one) => missing(runs, one, `CPU ${throttle}x slower, `, quick)))
      else if (contenders.length < CONTENDERS.length) return console.log('\nno verdict: not all contenders were driven')
      else
        figures.push(
          ...figuresOf(runs, quick || rounds < ROUNDS || count < COUNT, count === COUNT ? '' : `${count.toLocaleString('en')}, `),
        )
    } // biome-ignore format: a verdict a line
    report({
      bench: 'gallery',
      figures,
      peers: [...LIBRARIES.map(packageWithVersion), 'an empty scroller', `Chromium ${version}`],
      leavesOut: [
        'the product around the gallery, of peers and of ours on a bare page; it is in `ours, product`',
        'of CPU: rounds in which the empty scroller dropped frames, for what is not drawn costs nothing',
        'of peers: a list that comes in pages; they hold all releases, and show the words of each at once',
        plain
          ? 'of peers: that they could ask for no cover in a fling, as ours'
          : 'of peers: what they cost as they come, with covers asked for in a fling (`--plain`)',
      ],
    })
  } finally {
    await browser.close()
    await harness.close()
  }
}

async function driveAll(browser: Browser, harness: Harness, pass: Pass, quick: boolean, plain: boolean): Promise<Runs> {
  const { count, rounds, throttle, contenders } = pass
  const product = contenders.includes('product') ? await serveProduct(process.cwd(), harness, count) : null
  const runs = Object.fromEntries(CONTENDERS.map((contender) => [contender, []])) as unknown as Runs
  const subjectOf = (contender: Contender): Subject =>
    contender === 'product' && product
      ? { isProduct: true, open: (page) => openProduct(page, product.url, VIEWPORT) }
      : {
          isProduct: false,
          open: async (page) =>
            void (await page.goto(`${harness.url}?peer=${contender}&count=${count}${plain ? '&plain' : ''}`)),
        }
  try {
    for (let round = 0; round < rounds; round++) {
      // Each round begins with another contender, so that none always follows the same one.
      for (let i = 0; i < contenders.length; i++) {
        const contender = contenders[(i + round) % contenders.length] as Contender
        runs[contender].push(await drive(browser, subjectOf(contender), phasesOf(quick), throttle))
      }
    }
  } finally {
    await product?.close()
  }
  return runs
}

/** Every contender stands, and all of them show the same releases first. The driving is left to the benchmark. @throws Error when not */
export async function check({ browser, root }: Stage): Promise<void> {
  const harness = await serveHarness(root)
  const context = await browser.newContext({ viewport: VIEWPORT, colorScheme: 'dark' })
  try {
    const page = await context.newPage()
    let first: string | null = null
    for (const contender of CONTENDERS) {
      if (contender === 'product') continue
      await page.goto(`${harness.url}?peer=${contender}&count=${FEW}`)
      const scroller = page.getByTestId('gallery-scroller')
      await scroller.waitFor()
      const height = await scroller.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
      if (height < VIEWPORT.height) throw new Error(`${contender} cannot be scrolled: ${height} px`)
      if (contender === 'floor') continue
      await scroller.locator('article[data-release-id="r0"]').waitFor()
      const shown = await scroller
        .locator('article:not([hidden])')
        .evaluateAll((cells) => cells.slice(0, 4).map((cell) => cell.getAttribute('aria-label')).join('; ')) // biome-ignore format: one call
      first ??= shown
      if (shown !== first) throw new Error(`${contender} shows ${shown}, and not ${first}`)
    }
    for (const name of LIBRARIES) packageWithVersion(name)
  } finally {
    await context.close()
    await harness.close()
  }
}

/** Rounds without a frame that came late where nothing is drawn. */
const calm = (runs: Runs) => runs.floor.map(({ slowFrames }) => slowFrames === 0)

const isOurs = (contender: Contender) => contender === 'product' || contender === 'ours'

/** What never came is -1 in the page: no time at all, and not a good one. */
const came = (ms: number) => (ms < 0 ? Number.NaN : ms)

const missing = (runs: Runs, contender: Contender, before: string, shortened: boolean) =>
  figureOfRounds(
    {
      what: `${before}${NAMES[contender]}: cells missing at 20,000 px/s`,
      unit: '%',
      must: isOurs(contender) ? atMost(0) : undefined,
      shortened,
    },
    runs[contender].map((run) => run.missing * 100),
  )

/** @param before stands before what each figure is of */
function figuresOf(runs: Runs, shortened: boolean, before: string): Figure[] {
  const isCalm = calm(runs)
  const cpu = (measured: Measured, values: readonly number[]) =>
    figureOfRounds(
      { ...measured, what: before + measured.what, shortened },
      values.filter((_, round) => isCalm[round]),
    )
  const seen = (contender: Contender, what: string, unit: string, pick: (run: Run) => number, must?: Must) =>
    figureOfRounds({ what: `${before}${NAMES[contender]}: ${what}`, unit, must, shortened }, runs[contender].map(pick))
  return [
    ...(['product', 'ours'] as const).flatMap((contender) => [
      cpu({ what: `${NAMES[contender]}: CPU against the best peer`, unit: 'x' }, ratios(runs, contender, (r) => r.total.all)),
      cpu({ what: `${NAMES[contender]}: script of it`, unit: 'x' }, ratios(runs, contender, (r) => r.total.script)),
      ...PHASES.map((phase) =>
        cpu(
          { what: `${NAMES[contender]}: CPU of ${phase} against the best peer`, unit: 'x', must: phase === 'brisk' ? atMost(MUST_BRISK) : undefined },
          ratios(runs, contender, (r) => r.phases[phase].all),
        ),
      ),
      ...PHASES.map((phase) =>
        seen(contender, `cells without words, ${phase}`, '%', (r) => r.skeletons[phase] * 100, phase === 'fling' ? atMost(MUST_SKELETONS) : undefined),
      ),
      seen(contender, 'jump to the middle: words', 'ms', (r) => came(r.jumpTexts), atMost(MUST_TEXTS_MS)),
      seen(contender, 'jump to the middle: covers', 'ms', (r) => came(r.jumpCovers), atMost(MUST_COVERS_MS)),
    ]),
    ...CONTENDERS.map((contender) => seen(contender, 'frames over 25 ms', '%', (r) => r.slowFrames * 100)),
    ...CONTENDERS.filter((one) => one !== 'floor').flatMap((contender) => [
      missing(runs, contender, before, shortened),
      seen(contender, 'covers amiss at 4,000 px/s', '%', (r) => r.pending * 100),
      seen(contender, 'jump to the middle', 'ms', (r) => came(r.jumpMiddle)),
    ]),
    ...CONTENDERS.map((contender) => seen(contender, 'worst key to paint in a fling', 'ms', (r) => r.keyToPaint)),
    seen('product', 'heap for each 1,000 releases', 'MB', (r) => r.growthMB ?? Number.NaN),
    seen('product', 'way back to the gallery', 'ms', (r) => came(r.returned ?? -1)),
  ] // biome-ignore format: a figure a line
}

function number(args: readonly string[], name: string, usual: number): number {
  const given = args.find((arg) => arg.startsWith(`--${name}=`))
  const value = Number(given?.split('=')[1] ?? usual)
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a whole number from 1`)
  return value
}
