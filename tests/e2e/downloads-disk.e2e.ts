// A folder of the real disk, and a browser that is killed while it writes there.
import { rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import { type Disk, filesOf, handOut, killBrowser, newDisk, visit } from './support/disk.ts'
import { expect, test } from './support/fixtures.ts'
import { downloadRow, openDetail, openDownloads, pressDownload, signIn } from './support/product.ts'
import { downloadPath, fileSha256, ownRelease, prepared, several, spoil } from './support/server.ts'

const compare = (a: string, b: string) => a.localeCompare(b)

let disk: Disk
test.beforeEach(async () => {
  disk = await newDisk()
})
test.afterEach(async () => {
  await rm(disk.place, { recursive: true, force: true, maxRetries: 5 })
})

async function pickFolder(page: Page): Promise<void> {
  await openDownloads(page)
  await page.getByRole('button', { name: 'Download settings' }).click()
  await handOut(disk, page)
  await page.getByRole('button', { name: 'Choose folder' }).click()
  await expect(page.getByText('Saving to Promos').first()).toBeVisible()
  await page.keyboard.press('Escape')
}

const privateBytes = (page: Page) =>
  page.evaluate(async () => {
    let bytes = 0
    const look = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const [name, entry] of folder.entries()) {
        if (entry.kind === 'directory') await look(entry as FileSystemDirectoryHandle)
        else if (name.endsWith('.part')) bytes += (await (entry as FileSystemFileHandle).getFile()).size
      }
    }
    await look(await navigator.storage.getDirectory())
    return bytes
  })

test('P2: a browser killed while it writes into a folder of the disk leaves nothing half-written for the next visit', {
  tag: '@long',
}, async () => {
  test.setTimeout(150_000)
  const release = await ownRelease(9, several)
  const [first, second] = release.songs
  if (!first || !second) throw new Error('unreachable')
  const sha256 = await prepared(first, 'wav')
  const one = await visit(disk)
  await signIn(one.page)
  await pickFolder(one.page)
  await openDetail(one.page, release)
  await pressDownload(one.page, first, 'WAV')
  await openDownloads(one.page)
  await expect(downloadRow(one.page, first.title)).toHaveAttribute('data-status', 'finished')
  const [path = ''] = await filesOf(disk)
  expect(await fileSha256(path)).toBe(sha256)
  // It never lay in the browser.
  expect(await privateBytes(one.page)).toBe(0)
  await one.page.keyboard.press('Escape')

  // So slow that pieces are written and the whole is not, whether a second connection helps or not.
  await spoil({ path: downloadPath(second.trackid), bytesPerSecond: 450_000 })
  await pressDownload(one.page, second, 'WAV')
  // Chromium's own file beside the one that will be.
  const held = async () => (await filesOf(disk)).find((file) => file.endsWith('.part.wav.crswap'))
  await expect
    .poll(async () =>
      stat((await held()) ?? '').then(
        ({ size }) => size,
        () => 0,
      ),
    )
    .toBeGreaterThan(0)
  killBrowser(disk)
  await one.context.close().catch(() => {})

  const two = await visit(disk)
  await two.page.goto('/')
  await openDownloads(two.page)
  await expect(downloadRow(two.page, second.title)).toHaveAttribute('data-status', 'failed')
  await expect.poll(async () => (await filesOf(disk)).map((file) => basename(file))).toEqual([basename(path)])
  expect(await fileSha256(path)).toBe(sha256)

  const row = downloadRow(two.page, second.title)
  await row.getByRole('button', { name: 'Restart' }).click()
  await expect(row).toHaveAttribute('data-status', 'finished', { timeout: 30_000 })
  const found = await Promise.all((await filesOf(disk)).map(fileSha256))
  expect(found.sort(compare)).toEqual([sha256, await prepared(second, 'wav')].sort(compare))
  await two.context.close()
})
