/**
 * A Friday's work with an interruption: hundreds of WAVs are queued in the built product, the lid of the laptop is
 * closed for an hour in the middle of it and opened again, and nobody touches anything.
 */

import { readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { closeLid } from '#tests/support/lid.ts'
import { movableClock } from '#tests/support/movableClock.ts'
import { VIEWPORT } from '../gallery/drive.ts'
import { serveProduct } from '../gallery/product.ts'
import { serveHarness } from '../gallery/serve.ts'
import { buildProduct } from '../press/product.ts'
import type { Figure } from '../table/figure.ts'
import { openBrowser } from './browser.ts'
import { digests } from './digests.ts'
import { figure, PARALLEL } from './figure.ts'
import { type MadeUp, makeFiles } from './madeUp.ts'
import { nameOf } from './serve.ts'
import { tally } from './tally.ts'
import { comeBack, openList, rowsIn } from './visit.ts'

const RELEASES = 1000
/** How long the machine really sleeps, ms; by its own clock it is an hour. */
const ASLEEP_MS = 10_000
const BREAK_AFTER_MS = 100
const MOMENT_MS = 20
const DEADLINE_MS = 600_000

/**
 * Builds the product first.
 * @param root the project's folder
 * @param quick 60 files of 5 MB in place of 300 of 10 MB
 * @throws Error when the lid was closed at no moment that matters
 */
export async function lid(root: string, quick: boolean): Promise<Figure> {
  buildProduct(root)
  const [count, bytes] = quick ? [60, 5e6] : [300, 10e6]
  const files = makeFiles(count, bytes)
  const gallery = await serveHarness(root)
  const product = await serveProduct(root, gallery, RELEASES, files.answer)
  const { page, profile, folder, close } = await openBrowser(product.url)
  try {
    // A second for each, so that there is a middle of it.
    files.limit = bytes
    await page.setViewportSize(VIEWPORT)
    await movableClock(page.context())
    await comeBack(page, product.url, count)
    await openList(page)
    await page.getByRole('button', { name: 'Resume all' }).click()
    const until = performance.now() + DEADLINE_MS
    const finished = () => rowsIn(page, 'finished').count()
    const reach = async (wanted: number) => {
      while ((await finished()) < wanted && performance.now() < until) await pause(200)
    }
    await reach(count / 3)
    const before = await finished()
    await crowded(files, until)
    const asleep = closeLid(page, profile, ASLEEP_MS)
    files.extremes()
    const { most } = files.extremes()
    // Before what is on its way lies in the buffers of the line.
    await pause(BREAK_AFTER_MS)
    const broken = files.breakAll()
    await asleep
    // Of some the rest lies in the buffers all the same.
    if (most < PARALLEL || broken === 0 || before > count / 2)
      throw new Error(
        `the closed lid broke ${broken} of ${most} files on their way, and ${before} of ${count} were finished`,
      )
    await reach(count)
    const found = await digests(folder, count)
    let right = 0
    for (let n = 0; n < count; n++) if (found.get(nameOf(n)) === files.sha256(n)) right += 1
    tally(await rowsIn(page, 'failed').count(), count - right)
    return figure(
      `of ${count} WAVs queued, those not right after the lid was closed for an hour`,
      count - right + (await readdir(folder)).length - found.size,
      0,
      quick,
      `${before} were finished and ${most} on their way when it closed, of which ${broken} broke off`,
    )
  } finally {
    await close()
    await product.close()
    await gallery.close()
  }
}

/** Waits for a moment in which as many files are on their way as may be: now and then one is between two. */
async function crowded(files: MadeUp, until: number): Promise<void> {
  do {
    files.extremes()
    await pause(MOMENT_MS)
  } while (files.extremes().fewest < PARALLEL && performance.now() < until)
}
