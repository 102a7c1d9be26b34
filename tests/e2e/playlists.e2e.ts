// What of playlists needs the server and a real hand: touch, a drag, files, sound, an answer that was lost.
import { readFileSync } from 'node:fs'
import type { Locator, Page, Request } from '@playwright/test'
import { unzipSync } from 'fflate'
import type { Song } from '#core/model/catalogue/release.ts'
import { songFileName } from '#core/model/text/fileName.ts'
import { expect, test } from './support/fixtures.ts'
import { LISTENER, madePlaylist, noPlaylists, orderOf, playlistOf, someSongs } from './support/playlists.ts'
import { downloadRow, fileOf, giveSession, openDownloads, player } from './support/product.ts'
import { spoil } from './support/server.ts'

const article = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })
const table = (page: Page): Locator => page.getByRole('table', { name: 'Tracks' })
const rows = (page: Page): Locator => table(page).locator('[data-track-id]')
const shownIds = (page: Page): Promise<(string | null)[]> =>
  rows(page).evaluateAll((found) => found.map((row) => row.getAttribute('data-track-id')))
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

test('PLAYLIST-007: on a tablet the first tap selects and the second opens', async ({ browser, baseURL, watch }) => {
  const id = await madePlaylist('Late night')
  const context = await browser.newContext({
    viewport: { width: 900, height: 1100 },
    hasTouch: true,
    ...(baseURL ? { baseURL } : {}),
  })
  await watch.over(context)
  const page = await context.newPage()
  await at(page, '/playlists')
  const link = article(page, 'Late night').getByRole('link', { name: 'Late night' })
  await link.tap()
  await expect(article(page, 'Late night')).toHaveAttribute('data-selected', 'true')
  await expect(page).toHaveURL(/\/playlists$/)
  await link.tap()
  await expect(page).toHaveURL(new RegExp(`/playlists/${id}$`))
  await context.close()
})

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

  test('PLAYLIST-021: a row that is dragged stands in its new place at once, and stays there', async ({ page }) => {
    const id = await opened(page)
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/tracks/position', async (route) => {
      await held
      await route.continue()
    })
    const from = await grip(page, ids[3]).boundingBox()
    const to = await rows(page).nth(0).boundingBox()
    if (!from || !to) throw new Error('unreachable')
    await page.mouse.move(from.x + 10, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(from.x + 10, to.y + 40, { steps: 6 })
    await page.mouse.move(from.x + 10, to.y + 10, { steps: 3 })
    await page.mouse.up()
    const expected = [ids[3], ids[0], ids[1], ids[2], ids[4], ids[5]]
    // The server has not answered.
    expect(await shownIds(page)).toEqual(expected)
    expect(await orderOf(id)).toEqual(ids)
    letGo()
    await expect.poll(() => orderOf(id)).toEqual(expected)
    expect(await shownIds(page)).toEqual(expected)
  })

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
    await expect(downloadRow(page, 'Friday')).toContainText('zip', { ignoreCase: true })
  })

  test('its songs come as single files, each saved alone', async ({ page }) => {
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

const choose = (page: Page, name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()

test('adding: what plays, by the play bar, and the queue as a new playlist', async ({ page }) => {
  const songs = (await someSongs()).slice(0, 3)
  await madePlaylist(
    'Source',
    songs.map((song) => song.trackid),
  )
  const id = await madePlaylist('Late night')
  await at(page, '/playlists')
  await article(page, 'Source').hover()
  await article(page, 'Source').getByRole('button', { name: 'Play Source' }).click()
  await player(page).getByRole('button', { name: 'Add to playlist' }).click()
  await choose(page, 'Late night')
  await expect.poll(() => orderOf(id)).toEqual([songs[0]?.trackid])
  const queue = page.getByRole('complementary', { name: 'Play queue' })
  if (!(await queue.isVisible())) await player(page).getByRole('button', { name: 'Queue' }).click()
  await queue.getByRole('button', { name: 'Save as playlist' }).click()
  await form(page, 'Create playlist').getByRole('textbox', { name: 'Name' }).fill('Kept')
  await form(page, 'Create playlist').getByRole('button', { name: 'Save' }).click()
  await expect(article(page, 'Kept')).toContainText('3 songs')
})
