// What of playlists needs the server: what it holds, files, an answer that was lost. All that needs none is tested beside
// src/views/screens/playlists.
import { readFileSync } from 'node:fs'
import type { Locator, Page, Request } from '@playwright/test'
import { unzipSync } from 'fflate'
import type { Song } from '#core/model/catalogue/release.ts'
import { songFileName } from '#core/model/text/fileName.ts'
import { expect, test } from './support/fixtures.ts'
import { LISTENER, madePlaylist, noPlaylists, orderOf, playlistOf, someSongs } from './support/playlists.ts'
import { downloadRow, fileOf, giveSession, openDownloads } from './support/product.ts'
import { spoil } from './support/server.ts'

const article = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })
const table = (page: Page): Locator => page.getByRole('table', { name: 'Tracks' })
const rows = (page: Page): Locator => table(page).locator('[data-track-id]')
const toast = (page: Page, category: string): Locator =>
  page.locator(`[role="status"][data-category="${category}"]`).last()
const form = (page: Page, name: 'Create playlist' | 'Edit playlist'): Locator => page.getByRole('dialog', { name })

/** Signed in at an address. */
async function at(page: Page, address: string): Promise<void> {
  await giveSession(page, LISTENER)
  await page.goto(address)
}

test.describe.configure({ mode: 'default' })
test.beforeEach(noPlaylists)

test('P7: a playlist whose answer was lost is there once', async ({ page }) => {
  await at(page, '/playlists')
  await spoil({ method: 'POST', path: '/api/playlists', cutAfterBytes: 3 })
  const posts: Request[] = []
  page.context().on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/playlists')) posts.push(request)
  })
  await page.getByRole('button', { name: 'Create playlist' }).first().click()
  const dialog = form(page, 'Create playlist')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Said twice')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'playlistCreated')).toContainText('Playlist created')
  await expect(dialog).toBeHidden()
  await expect(article(page, 'Said twice')).toHaveCount(1)
  await expect(posts[0]?.response().then((response) => response?.text())).rejects.toThrow()
  expect(posts).toHaveLength(1)
  await page.reload()
  await expect(article(page, 'Said twice')).toHaveCount(1)
})

test.describe('one playlist', () => {
  let songs: Song[] = []
  let ids: string[] = []
  test.beforeAll(async () => {
    songs = (await someSongs()).slice(0, 6)
    ids = songs.map((song) => song.trackid)
  })
  const titleOf = (id: string | undefined) => songs.find((song) => song.trackid === id)?.title ?? ''
  const grip = (page: Page, id: string | undefined) =>
    rows(page).getByRole('button', { name: `Reorder ${titleOf(id)}`, exact: true })

  async function opened(page: Page): Promise<string> {
    const id = await madePlaylist('Morning show', ids)
    await at(page, `/playlists/${id}`)
    await expect(rows(page)).toHaveCount(ids.length)
    return id
  }

  test('what its star, its form and its buttons do is what the server holds', async ({ page }) => {
    const id = await opened(page)
    const star = page.getByRole('button', { name: 'Star Morning show' })
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(async () => (await playlistOf(id)).pinned).toBe(true)
    await page.reload()
    await expect(rows(page)).toHaveCount(ids.length)
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await star.click()
    await expect.poll(async () => (await playlistOf(id)).pinned).toBe(false)
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = form(page, 'Edit playlist')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Early light')
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Slow ones')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Early light', level: 1 })).toBeVisible()
    expect(await playlistOf(id)).toMatchObject({ name: 'Early light', desc: 'Slow ones' })
    await rows(page).nth(2).hover()
    await rows(page)
      .nth(2)
      .getByRole('button', { name: `Remove ${titleOf(ids[2])}` })
      .click()
    await expect.poll(() => orderOf(id)).toEqual(ids.filter((one) => one !== ids[2]))
    await toast(page, 'playlistUpdated').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => orderOf(id)).toEqual(ids)
    await grip(page, ids[3]).focus()
    for (const key of ['Space', 'Home', 'Space']) await page.keyboard.press(key)
    await expect.poll(() => orderOf(id)).toEqual([ids[3], ids[0], ids[1], ids[2], ids[4], ids[5]])
    await page.getByRole('button', { name: 'Clear playlist' }).click()
    const clearing = page.getByRole('alertdialog', { name: 'Clear playlist' })
    await clearing.getByRole('button', { name: 'Clear playlist' }).click()
    await expect.poll(() => orderOf(id)).toEqual([])
    await page.getByRole('button', { name: 'Delete playlist' }).click()
    const deleting = page.getByRole('alertdialog', { name: 'Delete playlist' })
    await deleting.getByRole('button', { name: 'Delete playlist' }).click()
    await expect(page).toHaveURL(/\/playlists$/)
    await expect(page.getByRole('heading', { name: 'No playlists yet' })).toBeVisible()
  })

  test('DOWNLOAD-001: its songs come as one zip, and the download is listed as one', async ({ page }) => {
    test.setTimeout(120_000)
    const [a, b] = (await someSongs()).filter((song) => song.candownload && song.duration < 200)
    if (!a || !b) throw new Error('no short songs')
    const id = await madePlaylist('Friday', [a.trackid, b.trackid])
    await at(page, `/playlists/${id}`)
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Download (MP3)', exact: true })).toBeEnabled()
    const wav = page.getByRole('button', { name: 'Download (WAV)', exact: true })
    const file = await fileOf(page, () => wav.click(), 100_000)
    expect(file.suggestedFilename()).toBe('Friday.zip')
    const inside = new Map(Object.entries(unzipSync(readFileSync(await file.path()))))
    const numbered = [a, b].map((song, n) => songFileName({ ...song, ordinal: n + 1 }, 'wav'))
    expect([...inside.keys()]).toEqual(numbered)
    await openDownloads(page)
    await expect(downloadRow(page, 'Friday')).toHaveAttribute('data-status', 'finished')
    await expect(downloadRow(page, 'Friday')).toContainText('WAV playlist')
  })

  test('its songs come as single files, each saved alone', { tag: '@long' }, async ({ page }) => {
    test.setTimeout(120_000)
    const [a, b] = (await someSongs()).filter((song) => song.candownload && song.duration < 200)
    if (!a || !b) throw new Error('no short songs')
    const id = await madePlaylist('Friday', [a.trackid, b.trackid])
    await at(page, `/playlists/${id}`)
    await expect(rows(page)).toHaveCount(2)
    const names: string[] = []
    page.on('download', (file) => names.push(file.suggestedFilename()))
    await page.getByRole('button', { name: 'More ways to download' }).click()
    await page.getByRole('menuitem', { name: 'Single files as MP3' }).click()
    await expect.poll(() => names.length, { timeout: 60_000 }).toBe(2)
    expect(new Set(names).size).toBe(2)
    expect(names.every((name) => name.endsWith('.mp3'))).toBe(true)
  })
})
