/** A profile that an earlier build left in the browser: every later build opens it. A changed stored key carries its upcast. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { openLogs } from './support/log.ts'
import { downloadRow, openDownloads, signIn } from './support/product.ts'
import { detail, downloadPath, prepared } from './support/server.ts'

/** What lay in the browser: local storage, IndexedDB by database and store, private files in base64. */
interface Profile {
  readonly local: Record<string, string>
  readonly databases: Record<string, { version: number; stores: Record<string, [string, unknown][]> }>
  readonly files: Record<string, string>
}

/** Puts a profile where a page that was never there finds it, before any of the product runs. */
async function leave(page: Page, name: string): Promise<void> {
  const packed = readFileSync(new URL(`./fixtures/${name}`, import.meta.url))
  const profile = JSON.parse(gunzipSync(packed).toString('utf8')) as Profile
  // A log is kept for a week from when it was closed: that of the recording ended a moment ago.
  for (const [, log] of (profile.databases.logs?.stores.index ?? []) as [string, { closedAt: number | null }][])
    log.closedAt &&= Date.now()
  await page.route('**/nothing-here', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto('/nothing-here')
  await page.evaluate(async ({ local, databases, files }) => {
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value)
    for (const [database, { version, stores }] of Object.entries(databases)) {
      const db = await new Promise<IDBDatabase>((done, failed) => {
        const opening = indexedDB.open(database, version)
        opening.onupgradeneeded = () => {
          for (const store of Object.keys(stores)) opening.result.createObjectStore(store)
        }
        opening.onsuccess = () => done(opening.result)
        opening.onerror = () => failed(opening.error)
      })
      for (const [store, rows] of Object.entries(stores)) {
        const writing = db.transaction(store, 'readwrite')
        for (const [key, value] of rows) writing.objectStore(store).put(value, key)
        await new Promise((done) => {
          writing.oncomplete = done
        })
      }
      db.close()
    }
    const root = await navigator.storage.getDirectory()
    for (const [path, base64] of Object.entries(files)) {
      const [folder = '', file = ''] = path.split('/')
      const handle = await (await root.getDirectoryHandle(folder, { create: true })).getFileHandle(file, {
        create: true,
      })
      const writable = await handle.createWritable()
      await writable.write(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)))
      await writable.close()
    }
  }, profile)
}

test('what a build of e4f7158 kept is there: settings, queue, searches, plays, half a file, what was had, and its logs', async ({
  page,
}) => {
  const song = (await detail('r000226')).songs.find(({ trackid }) => trackid === 'r000226-02')
  if (!song) throw new Error('the demo catalogue is another one')
  await prepared(song, 'mp3')
  await leave(page, 'profile-e4f7158.json.gz')
  await page.goto('/')
  await signIn(page)

  await openDownloads(page)
  const half = downloadRow(page, 'Loud Garden No. 5')
  await expect(half).toHaveAttribute('data-status', 'failed')
  await expect(downloadRow(page, 'Przed burzą')).toHaveAttribute('data-status', 'finished')
  await page.getByRole('button', { name: 'Download settings' }).click()
  await expect(page.getByLabel('Parallel downloads')).toHaveValue('2')
  const asked = page.waitForRequest((request) => request.url().includes(downloadPath(song.trackid)))
  await page.getByRole('button', { name: 'Restart Loud Garden No. 5', exact: true }).click()
  expect((await asked).headers().range, 'it goes on where it stopped').toMatch(/^bytes=[1-9]\d{5}-/)
  await expect(half).toHaveAttribute('data-status', 'finished')
  await page.keyboard.press('Escape')

  const dialog = await openLogs(page)
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await page.keyboard.press('Escape')

  await page
    .getByRole('combobox', { name: /search/i })
    .or(page.getByRole('searchbox'))
    .first()
    .click()
  await expect(page.getByText('night', { exact: true })).toBeVisible()
  await page.goto('/recently_played')
  await expect(page.getByRole('main')).toContainText('Red Clay Letters')
  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  for (const title of ['Slow Harbour', 'Someone Else’s Summer'])
    await expect(page.getByText(title).first()).toBeVisible()
  await page.goto('/releases/releaseInfo/r000183')
  await expect(
    page.locator('[data-track-id="r000183-02"]').getByRole('img', { name: 'Already downloaded' }),
  ).toBeVisible()
})
