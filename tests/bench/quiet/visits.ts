/** What releases that were opened and left again leave behind in the page. */
import type { CDPSession, Page } from 'playwright'
import { pause } from '../press/pause.ts'
import { cards, goTo } from '../press/things.ts'

/** What the page holds once everything nobody holds is collected. */
export interface Held {
  /** Visits until then. */
  readonly visits: number
  readonly nodes: number
  readonly listeners: number
  /** Of the main thread's script. */
  readonly heapBytes: number
}

/** Collections, one after the other: what the first lets go of may hold more. */
const COLLECTIONS = 3
const BETWEEN_MS = 150
/** What a page does after it is shown is done by then. */
const SETTLED_MS = 1500
/** How long a release is looked at. */
const LOOKED_MS = 300

/**
 * Opens releases of the gallery, each another one, and goes back from every other by the browser's own way.
 * @param page signed in, in the gallery
 * @param every so many visits it is looked at what is held
 */
export async function visitReleases(page: Page, visits: number, every: number): Promise<Held[]> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const held: Held[] = []
  for (let visit = 1; visit <= visits; visit++) {
    await goTo(page, 'release')
    await pause(LOOKED_MS)
    if (visit % 2 === 0) await page.goBack()
    else await goTo(page, 'gallery')
    await cards(page).first().waitFor()
    if (visit % every === 0) held.push(await lookAt(cdp, visit))
  }
  await cdp.detach()
  return held
}

async function lookAt(cdp: CDPSession, visits: number): Promise<Held> {
  await pause(SETTLED_MS)
  for (let time = 0; time < COLLECTIONS; time++) {
    await cdp.send('HeapProfiler.collectGarbage')
    await pause(BETWEEN_MS)
  }
  const { metrics } = await cdp.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { visits, nodes: of('Nodes'), listeners: of('JSEventListeners'), heapBytes: of('JSHeapUsedSize') }
}

/**
 * How much a figure grew from the first look to the last, by the line that fits them best: one look that comes at another
 * moment than the others says little.
 */
export function growthOf(held: readonly Held[], of: (one: Held) => number): number {
  const middle = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [atX, atY] = [middle(held.map(({ visits }) => visits)), middle(held.map(of))]
  let [covered, spread] = [0, 0]
  for (const one of held) {
    covered += (one.visits - atX) * (of(one) - atY)
    spread += (one.visits - atX) ** 2
  }
  return (covered / spread) * ((held.at(-1)?.visits ?? 0) - (held[0]?.visits ?? 0))
}
