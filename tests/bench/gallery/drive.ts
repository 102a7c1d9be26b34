/** Drives one harness page by real wheel events and reads what it cost. Times are ms unless a name says otherwise. */
import type { Browser, CDPSession, Page } from 'playwright'
import { probe } from './probe.ts'

export interface Phase {
  readonly name: 'brisk' | 'fling' | 'up'
  /** px per second, negative for upward. */
  readonly speed: number
  readonly seconds: number
}

export interface Cost {
  /** Main-thread CPU per 10,000 px: all, of which script, of which style and layout. */
  readonly all: number
  readonly script: number
  readonly layout: number
  readonly px: number
}

export interface Run {
  readonly phases: Record<Phase['name'], Cost>
  readonly total: Cost
  /** Share (0-1) of frames of the fling that came more than 25 ms after the one before. */
  readonly slowFrames: number
  readonly longTasks: number
  readonly longAnimationFrames: number
  readonly elements: number
  readonly heapMB: number
  /** Time until every cell was there, after a jump to the middle and to the end. */
  readonly jumpMiddle: number
  readonly jumpEnd: number
  /** Time until no cell in view was without its words after the jump to the middle. */
  readonly jumpTexts: number
  /** Time until every cover in view was there after the jump to the middle. */
  readonly jumpCovers: number
  /** Share of sampled points without a cell in the fling, and of frames that had any. */
  readonly missing: number
  readonly missingFrames: number
  /** Share of sampled points whose cover was not there, in the brisk phase. */
  readonly pending: number
  /** Share of sampled cells that showed no words yet, in the brisk phase, the fling and the one upwards. */
  readonly skeletons: Record<Phase['name'], number>
  /** Longest time from a key to the paint after it, while flinging; Event Timing counts in steps of 8 ms from 16. */
  readonly keyToPaint: number
  /** In the product alone: MB of main-thread heap per 1,000 releases scrolled past, and the way back to the gallery. */
  readonly growthMB: number | null
  readonly returned: number | null
}

/** What is measured: how its page is opened, and whether it is the whole product. */
export interface Subject {
  readonly open: (page: Page) => Promise<void>
  readonly isProduct: boolean
}

const WHEEL_MS = 1000 / 60
export const VIEWPORT = { width: 1440, height: 900 }
/** Keys pressed during a fling, one every KEY_MS. */
const KEY_MS = 150

/** One contender, one round, in a context of its own. @param throttle slows the CPU down by this factor */
export async function drive(
  browser: Browser,
  subject: Subject,
  phases: readonly Phase[],
  throttle: number,
): Promise<Run> {
  const context = await browser.newContext({ viewport: VIEWPORT, colorScheme: 'dark' })
  try {
    const page = await context.newPage()
    await page.addInitScript(probe)
    const cdp = await context.newCDPSession(page)
    await subject.open(page)
    await page.getByTestId('gallery-scroller').waitFor()
    const box = await page.getByTestId('gallery-scroller').boundingBox()
    const at: Point = { x: (box?.x ?? 0) + 700, y: (box?.y ?? 0) + 450 }
    await page.waitForTimeout(1200)
    if (throttle > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle })
    await page.mouse.move(at.x, at.y)
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.evaluate(() => window.probe.start())

    const costs: Partial<Record<Phase['name'], Cost>> = {}
    let slowFrames = 0
    for (const phase of phases) {
      await page.evaluate(() => window.probe.clearFrames())
      const before = await metrics(cdp)
      const px = await wheel(page, cdp, at, phase)
      costs[phase.name] = per10k(before, await metrics(cdp), px)
      if (phase.name === 'fling') slowFrames = await page.evaluate(() => window.probe.slowFrames())
      await page.waitForTimeout(300)
    }
    const { longTasks, longAnimationFrames } = await page.evaluate(() => window.probe.stop())
    const elements = await page.evaluate(() => window.probe.elements())

    // Looking at the page costs: everything below is measured after the CPU was.
    const middle = await page.evaluate(() => window.probe.jump(0.5))
    const end = await page.evaluate(() => window.probe.jump(1))
    await page.evaluate(() => window.probe.jump(0))
    await page.evaluate(() => window.probe.look())
    const brisk = phases.find((phase) => phase.name === 'brisk') as Phase
    await wheel(page, cdp, at, { ...brisk, seconds: Math.min(1.5, brisk.seconds) })
    const slow = await page.evaluate(() => window.probe.seen())
    const fling = phases.find((phase) => phase.name === 'fling') as Phase
    await wheel(page, cdp, at, { ...fling, seconds: Math.min(1.5, fling.seconds) })
    const fast = await page.evaluate(() => window.probe.seen())
    const up = phases.find((phase) => phase.name === 'up') as Phase
    await wheel(page, cdp, at, { ...up, seconds: Math.min(1, up.seconds) })
    const back = await page.evaluate(() => window.probe.seen())
    await page.evaluate(() => window.probe.stopLooking())
    const keyToPaint = await pressKeys(page, cdp, at, fling)
    const growthMB = subject.isProduct ? await growth(page, cdp, at, fling) : null
    const returned = subject.isProduct ? await wayBack(page) : null
    await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = (await cdp.send('Runtime.getHeapUsage')) as { usedSize: number }
    const all = Object.values(costs) as Cost[]
    const px = all.reduce((sum, cost) => sum + cost.px, 0)
    const mean = (key: 'all' | 'script' | 'layout') => all.reduce((sum, cost) => sum + cost[key] * cost.px, 0) / px
    return {
      phases: costs as Record<Phase['name'], Cost>,
      total: { all: mean('all'), script: mean('script'), layout: mean('layout'), px },
      slowFrames,
      longTasks,
      longAnimationFrames,
      elements,
      heapMB: usedSize / 1e6,
      jumpMiddle: middle.cells,
      jumpEnd: end.cells,
      jumpTexts: middle.texts,
      jumpCovers: middle.covers,
      missing: fast.missing,
      missingFrames: fast.missingFrames,
      pending: slow.pending,
      skeletons: { brisk: slow.skeletons, fling: fast.skeletons, up: back.skeletons },
      keyToPaint,
      growthMB,
      returned,
    }
  } finally {
    await context.close()
  }
}

interface Metrics {
  task: number
  script: number
  layout: number
}

async function metrics(cdp: CDPSession): Promise<Metrics> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const of = (name: string) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0)
  return {
    task: of('TaskDuration'),
    script: of('ScriptDuration'),
    layout: of('LayoutDuration') + of('RecalcStyleDuration'),
  }
}

function per10k(before: Metrics, after: Metrics, px: number): Cost {
  const share = 10_000 / Math.max(1, px)
  return {
    all: (after.task - before.task) * share,
    script: (after.script - before.script) * share,
    layout: (after.layout - before.layout) * share,
    px,
  }
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Keys that do nothing, during a fling. @returns ms of the slowest, 16 when none took longer */
async function pressKeys(page: Page, cdp: CDPSession, at: Point, fling: Phase): Promise<number> {
  // The jump to the start is over before the first key: only keys of the fling count.
  await page.evaluate(() => window.probe.jump(0))
  await page.waitForTimeout(500)
  return slowestKeyDuring(page, cdp, () => wheel(page, cdp, at, { ...fling, seconds: Math.min(3, fling.seconds) }))
}

/** Presses keys that do nothing until `work` is done. @returns ms from the slowest to its paint, 16 when none took longer */
export async function slowestKeyDuring(page: Page, cdp: CDPSession, work: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => window.probe.watchKeys())
  let going = true
  const keys = (async () => {
    while (going) {
      for (const type of ['rawKeyDown', 'keyUp'] as const)
        await cdp.send('Input.dispatchKeyEvent', { type, key: 'F8', code: 'F8', windowsVirtualKeyCode: 119 })
      await page.waitForTimeout(KEY_MS)
    }
  })()
  await work().finally(() => {
    going = false
  })
  await keys
  return page.evaluate(() => window.probe.slowestKey())
}

/** Main-thread heap before and after some thousand releases, garbage collected. @returns MB per 1,000 releases */
async function growth(page: Page, cdp: CDPSession, at: Point, fling: Phase): Promise<number> {
  const look = async () => {
    await page.waitForTimeout(500)
    await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = (await cdp.send('Runtime.getHeapUsage')) as { usedSize: number }
    return { heap: usedSize / 1e6, place: await page.evaluate(() => window.probe.firstPlace()) }
  }
  await page.evaluate(() => window.probe.jump(0))
  const before = await look()
  // Slower than a fling, so that pages really come.
  await wheel(page, cdp, at, { ...fling, speed: fling.speed / 2, seconds: Math.max(8, fling.seconds) })
  const after = await look()
  return ((after.heap - before.heap) / Math.max(1, after.place - before.place)) * 1000
}

/** To a release's own page and back, three times. @returns ms of the slowest until every cell was there */
async function wayBack(page: Page): Promise<number> {
  let slowest = 0
  for (let i = 0; i < 3; i++) {
    await page.evaluate(() => window.probe.jump(0.3))
    await page.waitForTimeout(400)
    const card = await page.evaluate(() => window.probe.someCard())
    await page.mouse.move(card.x, card.y)
    await page.mouse.move(card.x + 3, card.y + 3)
    await page.getByRole('link', { name: /^Release info: / }).click()
    await page.getByTestId('gallery-scroller').waitFor({ state: 'detached' })
    await page.waitForTimeout(300)
    slowest = Math.max(slowest, await page.evaluate(() => window.probe.back()))
  }
  return slowest
}

/** Turns the wheel at 60 Hz. @returns px really scrolled */
export async function wheel(page: Page, cdp: CDPSession, at: Point, { speed, seconds }: Phase): Promise<number> {
  const top = () => page.evaluate(() => window.probe.top())
  const from = await top()
  const start = performance.now()
  const sent: Promise<unknown>[] = []
  for (let i = 0; i < Math.round(seconds * 60); i++) {
    const wait = start + i * WHEEL_MS - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    sent.push(
      cdp.send('Input.dispatchMouseEvent', {
        type: 'mouseWheel',
        ...at,
        deltaX: 0,
        deltaY: speed / 60,
        pointerType: 'mouse',
      }),
    )
  }
  await Promise.all(sent)
  await page.waitForTimeout(250)
  return Math.abs((await top()) - from)
}
