/** Somebody who browses the gallery: wheel and keys, and what they feel of anything else that goes on. */
import { cpus } from 'node:os'
import type { CDPSession, Page } from 'playwright'
import { type Phase, slowestKeyDuring, wheel } from '../gallery/drive.ts'
import { worked } from '../player/probe.ts'

/** What the wheel does in turn: down through the gallery, at its end up. */
const STRETCHES: readonly Phase[] = [
  { name: 'fling', speed: 20_000, seconds: 1.5 },
  { name: 'brisk', speed: 4000, seconds: 1 },
]

export interface Felt {
  /** Lengths of the main thread's tasks over 50 ms, in ms of the clock. */
  readonly longTasks: readonly number[]
  /** Longest time from a key to the paint after it, ms; 16 when none took longer. */
  readonly keyToPaint: number
  /** What the gallery was moved by. */
  readonly px: number
  /** CPU of the main thread, ms per second. */
  readonly work: number
  /** Share (0-1) of all cores of this machine that was busy, whoever with. */
  readonly busy: number
}

/** Browses while `work` goes on, at least for one stretch. */
export type Browse = (work: () => Promise<unknown>) => Promise<Felt>

/** @param page with the gallery open and `probe` of the gallery benchmark in it */
export async function browsing(page: Page, cdp: CDPSession): Promise<Browse> {
  const box = await page.getByTestId('gallery-scroller').boundingBox()
  const at = { x: (box?.x ?? 0) + 700, y: (box?.y ?? 0) + 450 }
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  let way = 1
  let turn = 0

  async function stretch(): Promise<number> {
    const phase = STRETCHES[turn++ % STRETCHES.length] as Phase
    const px = await wheel(page, cdp, at, { ...phase, speed: way * phase.speed })
    if (px < (phase.speed * phase.seconds) / 2) way = -way
    return px
  }

  return async (work) => {
    await page.mouse.move(at.x, at.y)
    await watchLongTasks(page)
    let px = 0
    let going = true
    const began = { at: performance.now(), work: await worked(cdp), cores: cores() }
    const keyToPaint = await slowestKeyDuring(page, cdp, async () => {
      const all = work().finally(() => {
        going = false
      })
      // Settled while a stretch is under way, it must not count as unhandled.
      all.catch(() => {})
      do px += await stretch()
      while (going)
      await all
    })
    const seconds = (performance.now() - began.at) / 1000
    const now = cores()
    return {
      keyToPaint,
      px,
      work: ((await worked(cdp)) - began.work) / seconds,
      busy: (now.busy - began.cores.busy) / (now.all - began.cores.all),
      longTasks: await longTasks(page),
    }
  }
}

/** Begins to note the long tasks anew. */
export function watchLongTasks(page: Page): Promise<void> {
  return page.evaluate(() => {
    const lengths: number[] = []
    window.longTasks = lengths
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) lengths.push(duration)
    }).observe({ type: 'longtask' })
  })
}

/** Their lengths since, ms. The browser tells of them a moment later. */
export async function longTasks(page: Page): Promise<number[]> {
  await page.waitForTimeout(500)
  return page.evaluate(() => window.longTasks)
}

/** What all cores spent since the machine began, ms. */
function cores(): { busy: number; all: number } {
  let idle = 0
  let all = 0
  for (const { times } of cpus()) {
    idle += times.idle
    all += times.user + times.nice + times.sys + times.irq + times.idle
  }
  return { busy: all - idle, all }
}
