// Files that go into a folder the person picked. The picker itself cannot be pressed by a test: a real folder handle is handed out in its place.
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { downloadRow, downloads, giveSession, openDetail, openDownloads, pressDownload } from './support/product.ts'
import { ownRelease, prepared, several } from './support/server.ts'

/** Names and SHA-256 of all files of the picked folder, by path. */
const contents = (page: Page) =>
  page.evaluate(async () => {
    const found: Record<string, string> = {}
    const look = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const [name, entry] of folder.entries()) {
        if (entry.kind === 'directory') await look(entry as FileSystemDirectoryHandle, `${path}${name}/`)
        else {
          const file = await (entry as FileSystemFileHandle).getFile()
          const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
          found[path + name] = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
        }
      }
    }
    await look(await (await navigator.storage.getDirectory()).getDirectoryHandle('picked', { create: true }), '')
    return found
  })

test('a picked folder gets each release in a sub-folder, byte for byte, and is remembered', async ({ page }) => {
  test.setTimeout(120_000)
  const release = await ownRelease(6, several)
  const [first, second] = release.songs
  if (!first || !second) throw new Error('unreachable')
  const hashes = [await prepared(first, 'wav'), await prepared(second, 'wav')]
  await page.addInitScript(() => {
    Object.assign(window, {
      showDirectoryPicker: async () =>
        (await navigator.storage.getDirectory()).getDirectoryHandle('picked', { create: true }),
    })
  })
  await giveSession(page)
  await openDetail(page, release)
  await openDownloads(page)
  await page.getByRole('button', { name: 'Download settings' }).click()
  await page.getByRole('button', { name: 'Choose folder' }).click()
  await expect(downloads(page).getByText('Saving to picked').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await pressDownload(page, first, 'WAV')
  await openDownloads(page)
  await expect(downloadRow(page, first.title)).toHaveAttribute('data-status', 'finished')
  await page.reload()
  await openDownloads(page)
  await expect(downloads(page).getByText('Saving to picked').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await pressDownload(page, second, 'WAV')
  await openDownloads(page)
  await expect(downloadRow(page, second.title)).toHaveAttribute('data-status', 'finished')
  const files = await contents(page)
  expect(Object.values(files).sort((a, b) => a.localeCompare(b))).toEqual(hashes.sort((a, b) => a.localeCompare(b)))
  for (const path of Object.keys(files)) expect(path).toMatch(/^[^/]+\/[^/]+\.wav$/)
})
