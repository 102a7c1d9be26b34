/** The replay page, by the names of its parts. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { type Day, dayLog } from '#tests/support/dayLog.ts'
import { expect } from './fixtures.ts'

export const events = (page: Page): Locator => page.getByRole('listbox', { name: 'Events' })
export const playhead = (page: Page): Locator => page.getByRole('slider', { name: 'Playhead' })
/** What is inert has no role. */
export const replayed = (page: Page): FrameLocator => page.frameLocator('iframe')

/** What a picked file is. */
export type Picked = string | { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

/** A log as a file that can be picked. */
export const fileOf = ({ bytes }: Day, name = 'session.jsonl.gz'): Picked => ({
  name,
  mimeType: 'application/gzip',
  buffer: bytes,
})

/** Opens a log on the replay page; it is replayed and shown when this returns. */
export async function openReplay(page: Page, file: Picked = fileOf(dayLog(60))): Promise<void> {
  await page.goto('/replay.html')
  await pick(page, file)
  await expect(events(page)).toBeVisible()
  await expect(page.getByText('State hashes match')).toBeVisible()
}

export async function pick(page: Page, file: Picked): Promise<void> {
  await page.getByLabel('Log file').setInputFiles(file)
}

/** Puts the playhead onto an event. */
export async function goTo(page: Page, seq: number): Promise<void> {
  await page.getByLabel('Go to', { exact: true }).fill(String(seq))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Player at ${seq}` })).toBeVisible()
}

/** A server of somebody else, and how often anybody came to it in any way. */
export async function elsewhere(): Promise<{ readonly url: string; visits(): number; close(): void }> {
  let visits = 0
  const server = createServer((_, response) => response.end())
  server.on('connection', () => visits++)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, visits: () => visits, close: () => server.close() }
}

/** The gallery of the replayed player, in which somebody is signed in. */
export async function showGallery(page: Page): Promise<void> {
  await goTo(page, 20)
  await expect(replayed(page).locator('main')).toContainText('Slow Harbour')
}
