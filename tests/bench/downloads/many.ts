/**
 * What ten thousand jobs at once cost each thread of the built product: somebody comes back to them, tries them all
 * again, pauses and resumes them and looks through the list, and no task of any thread may be longer than one frame
 * can be late unseen. Tasks are counted in CPU of their thread, so that other load hardly moves them.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { VIEWPORT } from '../gallery/drive.ts'
import { serveProduct } from '../gallery/product.ts'
import { serveHarness } from '../gallery/serve.ts'
import { buildProduct } from '../press/product.ts'
import type { Figure } from '../table/figure.ts'
import { openProfile } from './browser.ts'
import { longTasks, watchLongTasks } from './browsing.ts'
import { figure } from './figure.ts'
import { leaveJobs, makeFiles } from './madeUp.ts'
import { type ThreadTasks, tasksDuring } from './tasks.ts'
import { closeList, comeBack, downloads, openList, signedIn } from './visit.ts'

const JOBS = 10_000
const BYTES = 1e6
const RATE_BYTES_PER_S = 20_000
const TASK_MS_MUST = 50
/** What a press leads to goes on for a while: the journal is written, other threads are told. */
const AFTER_MS = 4000
const PRESSES = 5

/** @param root the project's folder @param quick the list is opened and closed twice in place of five times */
export async function many(root: string, quick: boolean): Promise<Figure[]> {
  buildProduct(root)
  const files = makeFiles(JOBS, BYTES)
  files.limit = RATE_BYTES_PER_S
  const gallery = await serveHarness(root)
  const product = await serveProduct(root, gallery, 1000, files.answer)
  const { context, close } = await openProfile(product.url, { viewport: VIEWPORT, colorScheme: 'dark' })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    const cdp = await context.newCDPSession(page)
    const secondTab = async () => {
      const other = await context.newPage()
      await other.goto(product.url)
      await other.locator('[data-release-id]').first().waitFor()
      await pause(AFTER_MS)
      await other.close()
    }
    await comeBack(page, product.url, 0)
    for (const { thread, longest } of await tasksDuring(cdp, secondTab))
      if (thread === 'main') console.log(`    a second tab without any: ${(longest[0] ?? 0).toFixed(1)} ms on main`)
    await page.goto(`${product.url}/favicon.svg`)
    await leaveJobs(page, await signedIn(page), JOBS)
    await page.goto(product.url)
    await settled(page)
    await pause(5000)
    const figures: Figure[] = []
    const step = async (what: string, act: () => Promise<unknown>) => {
      const tasks = await tasksDuring(cdp, async () => {
        await act()
        await pause(AFTER_MS)
      })
      figures.push(...told(what, tasks))
    }
    await step('coming back to them', () => page.reload().then(() => settled(page)))
    await step('opening the list', () => openList(page))
    await step('trying all again', () => press(page, 'Resume all'))
    await step('pausing all', () => press(page, 'Pause all'))
    // Six files that load take all connections there are to a server of HTTP/1.1: a tab comes in when they rest.
    await step('a second tab', secondTab)
    await step('resuming all', () => press(page, 'Resume all'))
    await step('closing the list', () => closeList(page))
    // Once more without a trace, which takes its share of the main thread: what a person has.
    await watchLongTasks(page)
    const presses = quick ? 2 : PRESSES
    for (let n = 0; n < presses; n++) {
      await openList(page)
      await press(page, 'Pause all')
      await pause(AFTER_MS)
      await press(page, 'Resume all')
      await pause(AFTER_MS)
      await closeList(page)
      await pause(1000)
    }
    const long = await longTasks(page)
    const worst = Math.max(0, ...long)
    const what = `opened, paused, resumed and closed ${presses} times: tasks of main over 50 ms`
    figures.push(figure(what, long.length, 0, quick, `worst ${worst.toFixed(0)} ms`))
    return figures
  } finally {
    await close()
    await product.close()
    await gallery.close()
  }
}

const press = (page: Page, name: string) => downloads(page).getByRole('button', { name }).first().click()

async function settled(page: Page): Promise<void> {
  await page.locator('[data-release-id]').first().waitFor()
}

function told(what: string, threads: readonly ThreadTasks[]): Figure[] {
  return threads.map(({ thread, longest }) => {
    const [worst = 0, ...others] = longest
    const more = others.length > 0 ? `then ${others.map((ms) => ms.toFixed(0)).join(', ')}` : ''
    return figure(`${what}: longest task of ${thread}, ms of CPU`, worst, TASK_MS_MUST, false, more)
  })
}
