/**
 * `npm run bench -- press [--quick] [--presses=150] [--only=menu,flag] [--in=idle,fling,unlimited] [--trace]`: twelve things pressed
 * by real mouse and key on the built product, at rest, under a gallery fling with six downloads, and the same with
 * downloads as fast as they come; on pages that hold no gallery only the downloads go on. Painted is the time from the
 * event's time stamp to the first task after the frame that shows all the press should change (`press/watched.ts`); Event
 * Timing cannot see a change that misses its frame. p99 shall be at most 33.4 ms, two frames at 60 Hz. `--trace` says
 * afterwards what the late presses were made of.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright'
import type { Stage } from './check/stage.ts'
import { openProfile } from './downloads/browser.ts'
import { attribute, record } from './press/attribution.ts'
import { startFling } from './press/fling.ts'
import { at, figuresOf, heads, TARGET_MS } from './press/judge.ts'
import { pause } from './press/pause.ts'
import { pressMany } from './press/presses.ts'
import { buildProduct } from './press/product.ts'
import { type Site, startSite } from './press/site.ts'
import { stopwatch } from './press/stopwatch.ts'
import { goTo, type Place, THINGS, type Thing } from './press/things.ts'
import { begin, DOWNLOADS, playFirst, resumeAll, signIn, VIEWPORT } from './press/visit.ts'
import { watched } from './press/watched.ts'
import { atLeast, type Figure, figureOf } from './table/figure.ts'
import { commit, report } from './table/report.ts'

const PRESSES = 150
const QUICK_PRESSES = 20
/** More than are loaded while everything is pressed. */
const JOBS = 1000
const FILE_BYTES_PER_S = 1e6
/** So slow that a file hardly stirs: what is pressed at rest is at rest. */
const TRICKLE_BYTES_PER_S = 2000
/** The wheel down and up again. */
const WAY_AHEAD_MS = 4500
/** How often it is looked how many files are on their way: now and then one is between two. */
const SAMPLE_MS = 50
/** What was resumed is on its way by then. */
const LOADS_MS = 60_000
const WHEEL = { x: 700, y: 500 }

interface Situation {
  readonly id: 'idle' | 'fling' | 'unlimited'
  /** Bytes per second of each file; null for as fast as they are taken. */
  readonly limit: number | null
  readonly loads: boolean
}
const SITUATIONS: readonly Situation[] = [
  { id: 'idle', limit: TRICKLE_BYTES_PER_S, loads: false },
  { id: 'fling', limit: FILE_BYTES_PER_S, loads: true },
  { id: 'unlimited', limit: null, loads: true },
]

export async function run(args: readonly string[]): Promise<void> {
  const root = process.cwd()
  const given = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1]
  const presses = Number(given('presses') ?? (args.includes('--quick') ? QUICK_PRESSES : PRESSES))
  if (!Number.isInteger(presses) || presses < 1) throw new Error('--presses takes a whole number from 1')
  const things = chosen(THINGS, given('only'))
  const situations = chosen(SITUATIONS, given('in'))
  buildProduct(root)
  const site = await startSite(root)
  const { context, close } = await openProfile(site.url, { viewport: VIEWPORT, colorScheme: 'dark' })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    page.on('download', (download) => void download.delete().catch(() => {}))
    await page.addInitScript(watched)
    await page.addInitScript(stopwatch)
    const seen = async (error: unknown) => {
      await page.screenshot({ path: join(root, 'dist', 'bench', 'press', 'failed.png') }).catch(() => {})
      throw error
    }
    const cdp = await context.newCDPSession(page)
    await begin(page, site.url, JOBS, (presses + 10) * situations.length)
    const share = await site.rest()
    const isShort = presses < PRESSES || things.length < THINGS.length || situations.length < SITUATIONS.length
    console.log(
      `press, commit ${commit()}, ${presses} presses each, Chromium ${context.browser()?.version()}, ms from the event${isShort ? '  SHORTENED' : ''}`,
    )
    console.log(`server at rest: ${share === null ? 'not known' : `${(100 * share).toFixed(0)} % of a core`}`)
    heads()
    const recording = args.includes('--trace') ? await record(context) : null
    const figures: Figure[] = []
    let isLoading = false
    for (const situation of situations) {
      site.limit = situation.limit
      if (situation.loads && !isLoading) await startLoading(page, cdp, site).catch(seen)
      isLoading ||= situation.loads
      figures.push(...(await pressAll(page, cdp, site, things, situation, presses).catch(seen)))
    }
    if (recording) {
      const events = await recording.stop()
      writeFileSync(join(root, 'dist', 'bench', 'press', 'trace.json'), JSON.stringify({ traceEvents: events }))
      attribute(events, TARGET_MS)
    }
    report({
      bench: 'press',
      figures: figures.map((figure) => ({ ...figure, shortened: isShort })),
      peers: [`Chromium ${context.browser()?.version()}`],
      leavesOut: [
        'the server: covers and songs were made before',
        'the frame that a screen shows: painted is the task behind it',
      ],
    })
  } finally {
    await close()
    await site.close()
  }
}

/** A few things change what they should when they are pressed. @throws Error when not */
export async function check({ browser, product }: Stage): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  await page.addInitScript(watched)
  await page.addInitScript(stopwatch)
  await signIn(page, product.url)
  await playFirst(page)
  const cdp = await context.newCDPSession(page)
  for (const thing of chosen(THINGS, 'menu,mute,play,search'))
    for (const { painted } of await pressMany(page, cdp, thing, 2, null))
      if (painted < 0) throw new Error(`${thing.name}: a press changed nothing`)
  await context.close()
}

/** Has six files on their way from now on. */
async function startLoading(page: Page, cdp: CDPSession, site: Site): Promise<void> {
  // The list is known as far as the fling goes: its pages would wait for a connection that the files have.
  await goTo(page, 'gallery')
  const ahead = startFling(cdp, WHEEL)
  await pause(WAY_AHEAD_MS)
  await ahead.stop()
  await pause(WAY_AHEAD_MS)
  await resumeAll(page)
  for (const until = performance.now() + LOADS_MS; site.loading() < DOWNLOADS; await pause(SAMPLE_MS))
    if (performance.now() > until) throw new Error(`${site.loading()} files are on their way, not ${DOWNLOADS}`)
}

/** Everything once in one situation. */
async function pressAll(
  page: Page,
  cdp: CDPSession,
  site: Site,
  things: readonly Thing[],
  { id, limit, loads }: Situation,
  presses: number,
): Promise<Figure[]> {
  const figures: Figure[] = []
  let place: Place | null = null
  const loading: number[] = []
  const began = { at: performance.now(), sent: site.sent() }
  for (const thing of things) {
    if (place !== thing.at) await goTo(page, thing.at)
    place = thing.at
    await thing.begin?.(page)
    await pause(1000)
    const flings = loads && thing.at === 'gallery'
    const fling = flings ? startFling(cdp, WHEEL) : null
    const samples: number[] = []
    const sampling = setInterval(() => samples.push(site.loading()), SAMPLE_MS)
    const times = await pressMany(page, cdp, thing, presses, fling).finally(() => clearInterval(sampling))
    await fling?.stop()
    loading.push(...samples)
    const files = `${at(samples, 0.5)}${limit === null ? ' unlimited' : ' downloads'}`
    const words = loads ? `${flings ? 'fling, ' : ''}${files}` : id
    figures.push(...figuresOf(id, words, thing.name, times))
    await thing.end?.(page)
  }
  const seconds = (performance.now() - began.at) / 1000
  console.log(`  ${((site.sent() - began.sent) / 1e6 / seconds).toFixed(1)} MB of files a second`)
  const what = `${id}: downloads on their way, half of the time`
  if (loads) figures.push(figureOf({ what, unit: '', must: atLeast(DOWNLOADS) }, at(loading, 0.5)))
  return figures
}

function chosen<T extends { readonly id: string }>(all: readonly T[], names: string | undefined): readonly T[] {
  const wanted = names?.split(',')
  for (const name of wanted ?? [])
    if (!all.some(({ id }) => id === name)) throw new Error(`${name} is none of ${all.map(({ id }) => id).join(', ')}`)
  return wanted ? all.filter(({ id }) => wanted.includes(id)) : all
}
