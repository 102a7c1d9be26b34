/** Somebody in the built product with downloads left from an earlier visit, and what they do with the list of them. */
import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession, Locator, Page } from 'playwright'
import type { JobStatus } from '#core/model/downloads/download.ts'
import { VIEWPORT } from '../gallery/drive.ts'
import { probe } from '../gallery/probe.ts'
import { openProduct } from '../gallery/product.ts'
import { openProfile } from './browser.ts'
import { PARALLEL } from './figure.ts'
import { leaveJobs } from './madeUp.ts'

export interface Visit {
  readonly page: Page
  readonly cdp: CDPSession
  close(): Promise<void>
}

export const downloads = (page: Page) => page.getByRole('dialog', { name: 'Downloads' })

/** Rows of the open list. */
export const rowsIn = (page: Page, status: JobStatus): Locator => downloads(page).locator(`[data-status="${status}"]`)

/** Signs in, in the gallery, as somebody with six downloads at once and `jobs` that were interrupted earlier. */
export async function visit(url: string, jobs: number): Promise<Visit> {
  const { context, close } = await openProfile(url, { viewport: VIEWPORT, colorScheme: 'dark' })
  const page = context.pages()[0] ?? (await context.newPage())
  await page.addInitScript(probe)
  await comeBack(page, url, jobs)
  // What follows a start is no part of any figure.
  await pause(5000)
  return { page, cdp: await context.newCDPSession(page), close }
}

/** Has somebody come back to the gallery, with six downloads at once and `jobs` that were interrupted earlier. */
export async function comeBack(page: Page, url: string, jobs: number): Promise<void> {
  await openProduct(page, url, VIEWPORT)
  await openList(page)
  await downloads(page).getByRole('button', { name: 'Download settings' }).click()
  await downloads(page).getByLabel('Parallel downloads').fill(String(PARALLEL))
  // What was chosen is kept a moment later.
  await pause(2000)
  const player = await signedIn(page)
  await page.goto(`${url}/favicon.svg`)
  await leaveJobs(page, player, jobs)
  await page.goto(url)
  await page.locator('[data-release-id]').first().waitFor()
}

/** Who is signed in on this page: the id of the player. */
export async function signedIn(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken') ?? '')
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { playerid: string }
  return claims.playerid
}

/** Opens the list of downloads. */
export async function openList(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Downloads', exact: true }).click()
  await downloads(page).waitFor()
}

/** Waits until the open list says so of all downloads; of a long list only the rows in sight are there. */
export async function standing(page: Page, words: string): Promise<void> {
  await downloads(page).getByText(words).waitFor()
}

/** Closes it, and waits until it has left the page. */
export async function closeList(page: Page): Promise<void> {
  await downloads(page).getByRole('button', { name: 'Close', exact: true }).click()
  await downloads(page).waitFor({ state: 'detached' })
}

/** Tries again what an earlier visit left, and closes the list, of which nothing is left then. */
export async function startAll(page: Page, cdp: CDPSession): Promise<void> {
  await openList(page)
  await downloads(page).getByRole('button', { name: 'Resume all' }).click()
  await rowsIn(page, 'failed').first().waitFor({ state: 'detached' })
  await closeList(page)
  // Its rows are cleared away at some moment, which takes up to 300 ms for 1,000: no part of what goes on without it.
  for (let i = 0; i < 2; i++) {
    await pause(500)
    await cdp.send('HeapProfiler.collectGarbage')
  }
}
