// Playlists as a person meets them: the grid, one playlist and its order, the form, and adding from anywhere.
import { readFileSync } from 'node:fs'
import type { Locator, Page, Request } from '@playwright/test'
import { unzipSync } from 'fflate'
import type { Song } from '#core/model/catalogue/release.ts'
import { CAROUSEL_INTERVAL_MS } from '#core/model/constants.ts'
import { songFileName } from '#core/model/text/fileName.ts'
import { axeFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import {
  LISTENER,
  madePlaylist,
  noPlaylists,
  orderOf,
  playlistOf,
  removeTrack,
  someSongs,
} from './support/playlists.ts'
import {
  cards,
  downloadRow,
  fileOf,
  giveSession,
  openDetail,
  openDownloads,
  player,
  card as releaseCard,
  scroller,
  signIn,
  songRow,
} from './support/product.ts'
import { findRelease, spoil } from './support/server.ts'

const article = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })
const names = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Playlists' }).getByRole('article').getByRole('heading').allInnerTexts()
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

test.describe('the list of playlists', () => {
  test('ROUTE-016, PLAYLIST-006: shows each with its name, its number of songs, a star and play', async ({ page }) => {
    const [a, b] = await someSongs()
    await madePlaylist('Morning show', [a?.trackid ?? '', b?.trackid ?? ''])
    await madePlaylist('Nothing yet')
    await at(page, '/playlists')
    await expect(page.getByRole('heading', { name: 'Playlists', level: 1 })).toBeVisible()
    const shown = article(page, 'Morning show')
    await expect(shown).toContainText('2 songs')
    await expect(shown.getByRole('button', { name: 'Play Morning show' })).toBeVisible()
    await expect(shown.getByRole('button', { name: 'Star Morning show' })).toHaveAttribute('aria-pressed', 'false')
    await expect(shown.locator('img').first()).toHaveAttribute('src', /./)
    await expect(article(page, 'Nothing yet')).toContainText('0 songs')
  })

  test('PLAYLIST-010: one without songs cannot be played', async ({ page }) => {
    const id = await madePlaylist('Nothing yet')
    await at(page, '/playlists')
    await expect(article(page, 'Nothing yet').getByRole('button', { name: 'Play Nothing yet' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.goto(`/playlists/${id}`)
    await expect(page.getByRole('main').getByRole('button', { name: 'Play', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })

  test('PLAYLIST-003: has as many columns as the rule', async ({ page }) => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await madePlaylist(name)
    await at(page, '/playlists')
    const grid = page.getByTestId('playlists-scroller')
    await expect(page.getByRole('article')).toHaveCount(5)
    for (const [width, columns] of [
      [390, 1],
      [1280, 2],
      [1920, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await expect(grid).toHaveAttribute('data-columns', String(columns))
      const tops = await page
        .getByRole('article')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
      expect(tops.filter((top) => top === tops[0])).toHaveLength(columns)
    }
  })

  test('PLAYLIST-004: sorts by newest, A-Z and starred, and by nothing', async ({ page }) => {
    for (const name of ['Beta', 'Alpha', 'Gamma']) await madePlaylist(name)
    await at(page, '/playlists')
    await expect.poll(() => names(page)).toEqual(['Gamma', 'Alpha', 'Beta'])
    const sort = page.getByRole('radiogroup', { name: 'Sort' })
    await sort.getByRole('radio', { name: 'A-Z' }).click()
    await expect.poll(() => names(page)).toEqual(['Alpha', 'Beta', 'Gamma'])
    await article(page, 'Beta').getByRole('button', { name: 'Star Beta' }).click()
    await sort.getByRole('radio', { name: 'Starred' }).click()
    await expect.poll(() => names(page)).toEqual(['Beta', 'Gamma', 'Alpha'])
    const asked = page.waitForRequest((request) => /\/api\/playlists\?/.test(request.url()))
    await sort.getByRole('radio', { name: 'Starred' }).click()
    expect(new URL((await asked).url()).searchParams.has('sort')).toBe(false)
    await expect(sort.locator('[aria-checked="true"]')).toHaveCount(0)
  })

  test('PLAYLIST-005: searches on the server once the keys rest', async ({ page }) => {
    for (const name of ['Late night', 'Early light', 'Drive']) await madePlaylist(name)
    await at(page, '/playlists')
    await expect(page.getByRole('article')).toHaveCount(3)
    const asked: string[] = []
    page.on('request', (request) => {
      const filter = new URL(request.url()).searchParams.get('filter')
      if (request.url().includes('/api/playlists?') && filter !== null) asked.push(filter)
    })
    await page.getByRole('searchbox', { name: 'Search playlists' }).pressSequentially('ight', { delay: 30 })
    await expect.poll(() => names(page)).toEqual(['Early light', 'Late night'])
    expect(asked).toEqual(['ight'])
    await page.getByRole('searchbox', { name: 'Search playlists' }).fill('zzz')
    await expect(page.getByRole('heading', { name: 'No playlist by that name' })).toBeVisible()
  })

  test('PLAYLIST-029: a star fills, stands in the sidebar, and clears', async ({ page }) => {
    await madePlaylist('Late night')
    await at(page, '/playlists')
    const star = article(page, 'Late night').getByRole('button', { name: 'Star Late night' })
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await expect(star.locator('svg')).toHaveAttribute('fill', 'currentColor')
    const starred = page.getByRole('navigation', { name: 'Starred playlists' })
    await expect(starred.getByRole('link', { name: 'Late night' })).toBeVisible()
    await page.reload()
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await expect(starred.getByRole('link', { name: 'Late night' })).toBeVisible()
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'false')
    await expect(star.locator('svg')).toHaveAttribute('fill', 'none')
    await expect(starred).toHaveCount(0)
  })

  test('PLAYLIST-030: its covers follow each other while somebody looks, and stand where movement is reduced', async ({
    page,
  }) => {
    const songs = await someSongs()
    await madePlaylist(
      'Covers',
      songs.slice(0, 4).map((song) => song.trackid),
    )
    await at(page, '/playlists')
    const shown = article(page, 'Covers')
    const carousel = shown.locator('[data-carousel]')
    await expect(carousel).toHaveAttribute('data-carousel', 'still')
    const place = () =>
      carousel.evaluate((box) => [...box.children].findIndex((child) => child.hasAttribute('data-shown')))
    expect(await place()).toBe(0)
    await shown.hover()
    const began = Date.now()
    await expect.poll(place, { intervals: [50] }).toBe(1)
    expect(Date.now() - began).toBeGreaterThan(CAROUSEL_INTERVAL_MS - 700)
    await page.mouse.move(5, 300)
    await expect.poll(place).toBe(0)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await shown.hover()
    await expect(carousel).toHaveAttribute('data-carousel', 'still')
    await page.waitForTimeout(CAROUSEL_INTERVAL_MS + 300)
    expect(await place()).toBe(0)
  })

  test('says that it could not be loaded, and loads when asked again', async ({ page }) => {
    await madePlaylist('Late night')
    await signIn(page, LISTENER)
    let broken = true
    await page.route(/\/api\/playlists\?/, (route) =>
      broken ? route.fulfill({ status: 500, json: { code: 'X', message: 'X' } }) : route.fallback(),
    )
    await page.goto('/playlists')
    await expect(page.getByRole('alert')).toContainText('could not be loaded')
    broken = false
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expect(article(page, 'Late night')).toBeVisible()
  })

  test('has nothing to say against it in axe', async ({ page }) => {
    const songs = await someSongs()
    const id = await madePlaylist(
      'Morning show',
      songs.slice(0, 6).map((song) => song.trackid),
      'Slow ones',
    )
    await at(page, '/playlists')
    await expect(article(page, 'Morning show')).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await page.goto(`/playlists/${id}`)
    await expect(rows(page)).toHaveCount(6)
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(form(page, 'Edit playlist')).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
  })
})

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

test.describe('the form', () => {
  test('PLAYLIST-015, PLAYLIST-026, SHELL-020, SHELL-035: creates a playlist from the list', async ({ page }) => {
    await at(page, '/playlists')
    await page.getByRole('button', { name: 'Create playlist' }).first().click()
    const dialog = form(page, 'Create playlist')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('  Late night  ')
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Slow ones')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(toast(page, 'playlistCreated')).toContainText('Playlist created')
    await expect(article(page, 'Late night')).toContainText('Slow ones')
  })

  test('PLAYLIST-016, PLAYLIST-018: a name is needed, and the error goes a moment after there is one', async ({
    page,
  }) => {
    await at(page, '/playlists')
    await page.getByRole('button', { name: 'Create playlist' }).first().click()
    const dialog = form(page, 'Create playlist')
    const name = dialog.getByRole('textbox', { name: 'Name' })
    await name.fill('   ')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const words = 'Please add a playlist name to create a playlist'
    await expect(name).toHaveAccessibleDescription(new RegExp(words))
    await name.evaluate((input) => {
      input.addEventListener(
        'input',
        () => {
          const began = performance.now()
          const look = () => {
            if (input.hasAttribute('aria-invalid')) requestAnimationFrame(look)
            else input.dataset.goneAfter = String(performance.now() - began)
          }
          look()
        },
        { once: true },
      )
    })
    await name.pressSequentially('L')
    await expect(name).toHaveAttribute('data-gone-after', /./)
    expect(Number(await name.getAttribute('data-gone-after'))).toBeGreaterThanOrEqual(290)
    await expect(dialog.getByText(words)).toBeHidden()
  })

  test('PLAYLIST-017, PLAYLIST-019, PLAYLIST-020: 50 and 100 characters, counted', async ({ page }) => {
    await at(page, '/playlists')
    await page.getByRole('button', { name: 'Create playlist' }).first().click()
    const dialog = form(page, 'Create playlist')
    const name = dialog.getByRole('textbox', { name: 'Name' })
    const desc = dialog.getByRole('textbox', { name: 'Description' })
    await expect(dialog.getByText('0/100')).toBeVisible()
    await name.fill('n'.repeat(51))
    await desc.fill('d'.repeat(101))
    await expect(dialog.getByText('101/100')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(name).toHaveAccessibleDescription(/At most 50 characters/)
    await expect(desc).toHaveAccessibleDescription(/At most 100 characters/)
    await name.fill('n'.repeat(50))
    await desc.fill('d'.repeat(100))
    await expect(dialog.getByText('100/100')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(article(page, 'n'.repeat(50))).toBeVisible()
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

  test('keeps what was typed when the server refuses it', async ({ page }) => {
    await at(page, '/playlists')
    await page.route('**/api/playlists', (route) =>
      route.fulfill({ status: 400, json: { code: 'BAD', message: 'This name is taken.' } }),
    )
    await page.getByRole('button', { name: 'Create playlist' }).first().click()
    const dialog = form(page, 'Create playlist')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Late')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toContainText('This name is taken.')
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Late')
    await page.unroute('**/api/playlists')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  })

  test('what the server says of a field stands at that field until it is changed', async ({ page }) => {
    await at(page, '/playlists')
    await page.route('**/api/playlists', (route) =>
      route.fulfill({ status: 400, json: { code: 'BAD_REQUEST', message: 'No.', fields: { name: 'Not this name' } } }),
    )
    await page.getByRole('button', { name: 'Create playlist' }).first().click()
    const dialog = form(page, 'Create playlist')
    const name = dialog.getByRole('textbox', { name: 'Name' })
    await name.fill('Late')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(name).toHaveAccessibleDescription(/Not this name/)
    await expect(name).toBeFocused()
    await name.fill('Later')
    await expect(name).not.toHaveAttribute('aria-invalid')
  })

  test('PLAYLIST-015, PLAYLIST-027, SHELL-036: edits a playlist from its page', async ({ page }) => {
    const id = await madePlaylist('Late night', [], 'Slow ones')
    await at(page, `/playlists/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = form(page, 'Edit playlist')
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Slow ones')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Early light')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'playlistUpdated')).toContainText('Playlist updated')
    await expect(page.getByRole('heading', { name: 'Early light', level: 1 })).toBeVisible()
    expect(await playlistOf(id)).toMatchObject({ name: 'Early light', desc: 'Slow ones' })
  })
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

  test('ROUTE-017, PLAYLIST-011: shows its tracks in a table with these columns', async ({ page }) => {
    await page.setViewportSize({ width: 1600, height: 900 })
    await opened(page)
    await expect(page.getByRole('heading', { name: 'Morning show', level: 1 })).toBeVisible()
    const heads = await table(page)
      .getByRole('columnheader')
      .evaluateAll((all) => all.map((head) => head.getAttribute('aria-label') ?? head.textContent))
    expect(heads).toEqual([
      'Actions', 'Number', 'Cover', 'Artist', 'Title', 'Duration', 'Label', 'Available', 'Impact date', 'Actions',
    ]) // biome-ignore format: one line of names
    expect(await shownIds(page)).toEqual(ids)
    await expect(rows(page).first()).toContainText(songs[0]?.artist ?? '?')
  })

  test('FORMAT-003: dates of the table are dd-Mon-yyyy', async ({ page }) => {
    await page.setViewportSize({ width: 1600, height: 900 })
    await opened(page)
    await expect(rows(page).first()).toContainText(/\d{2}-[A-Z][a-z]{2}-\d{4}/)
    await expect(rows(page).first()).not.toContainText(/[A-Z][a-z]{2} \d{2}, \d{4}/)
  })

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

  test('PLAYLIST-021: the keyboard lifts, moves, drops and puts back', async ({ page }) => {
    const id = await opened(page)
    const handle = grip(page, ids[1])
    await handle.focus()
    await page.keyboard.press('Space')
    await expect(handle).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(handle).toBeFocused()
    await page.keyboard.press('Escape')
    expect(await shownIds(page)).toEqual(ids)
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    const expected = [ids[0], ids[2], ids[3], ids[1], ids[4], ids[5]]
    expect(await shownIds(page)).toEqual(expected)
    await expect(handle).toBeFocused()
    await expect.poll(() => orderOf(id)).toEqual(expected)
  })

  test('PLAYLIST-022, PLAYLIST-023: a reorder the server refuses goes back, and what it said is shown', async ({
    page,
  }) => {
    const id = await opened(page)
    // Another tab takes the track away.
    await removeTrack(id, ids[0] ?? '')
    await grip(page, ids[2]).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await expect(toast(page, 'hasError')).toContainText('one of the two tracks is no longer in it')
    // What the server has is what is shown.
    await expect.poll(() => shownIds(page)).toEqual(ids.slice(1))
  })

  test('PLAYLIST-022: of two quick moves the first fails and the second stands', async ({ page }) => {
    const id = await opened(page)
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let calls = 0
    await page.route('**/tracks/position', async (route) => {
      calls++
      if (calls > 1) return route.continue()
      await held
      await route.fulfill({ status: 500, json: { code: 'X', message: 'The first one failed.' } })
    })
    for (const [track, key] of [
      [ids[5], 'Home'],
      [ids[0], 'End'],
    ] as const) {
      await grip(page, track).focus()
      await page.keyboard.press('Space')
      await page.keyboard.press(key)
      await page.keyboard.press('Space')
    }
    expect(await shownIds(page)).toEqual([ids[5], ids[1], ids[2], ids[3], ids[4], ids[0]])
    letGo()
    // The second went behind the track that was last when it was made.
    const expected = [ids[1], ids[2], ids[3], ids[4], ids[0], ids[5]]
    await expect.poll(() => shownIds(page)).toEqual(expected)
    await expect.poll(() => orderOf(id)).toEqual(expected)
    await expect(toast(page, 'hasError')).toContainText('The first one failed.')
  })

  test('a removed track can be brought back to where it was', async ({ page }) => {
    const id = await opened(page)
    await rows(page).nth(2).hover()
    await rows(page)
      .nth(2)
      .getByRole('button', { name: `Remove ${titleOf(ids[2])}` })
      .click()
    await expect(rows(page)).toHaveCount(5)
    await expect.poll(() => orderOf(id)).toHaveLength(5)
    await toast(page, 'playlistUpdated').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => shownIds(page)).toEqual(ids)
    await expect.poll(() => orderOf(id)).toEqual(ids)
  })

  test('PLAYLIST-012: clearing asks first and keeps the playlist', async ({ page }) => {
    const id = await opened(page)
    await page.getByRole('button', { name: 'Clear playlist' }).click()
    const question = page.getByRole('alertdialog', { name: 'Clear playlist' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(rows(page)).toHaveCount(6)
    await page.getByRole('button', { name: 'Clear playlist' }).click()
    await question.getByRole('button', { name: 'Clear playlist' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing in this playlist yet' })).toBeVisible()
    await expect.poll(() => orderOf(id)).toEqual([])
    expect((await playlistOf(id)).name).toBe('Morning show')
  })

  test('PLAYLIST-013: deleting asks first and leads back to the list', async ({ page }) => {
    await opened(page)
    await page.getByRole('button', { name: 'Delete playlist' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete playlist' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(rows(page)).toHaveCount(6)
    await page.getByRole('button', { name: 'Delete playlist' }).click()
    await question.getByRole('button', { name: 'Delete playlist' }).click()
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

  test('PLAYLIST-008, PLAYLIST-009: plays at once with an empty queue, and asks before it replaces one', async ({
    page,
  }) => {
    await madePlaylist('Morning show', ids)
    await madePlaylist('Late night', ids.slice(2, 4))
    await at(page, '/playlists')
    await article(page, 'Morning show').hover()
    await article(page, 'Morning show').getByRole('button', { name: 'Play Morning show' }).click()
    await expect(
      player(page)
        .getByText(songs[0]?.title ?? '?')
        .first(),
    ).toBeVisible()
    await article(page, 'Late night').hover()
    await article(page, 'Late night').getByRole('button', { name: 'Play Late night' }).click()
    const question = page.getByRole('alertdialog', { name: 'Replace queue' })
    await expect(question).toContainText('Late night')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(
      player(page)
        .getByText(songs[0]?.title ?? '?')
        .first(),
    ).toBeVisible()
    await article(page, 'Late night').getByRole('button', { name: 'Play Late night' }).click()
    await question.getByRole('button', { name: 'Replace' }).click()
    await expect(
      player(page)
        .getByText(songs[2]?.title ?? '?')
        .first(),
    ).toBeVisible()
  })

  test('says when it is not there', async ({ page }) => {
    await at(page, '/playlists/not-one-of-mine')
    await expect(page.getByRole('alert')).toContainText('This playlist is not there')
    await page.getByRole('link', { name: 'All playlists' }).click()
    await expect(page).toHaveURL(/\/playlists$/)
  })
})

test.describe('adding from anywhere', () => {
  const choose = (page: Page, name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()

  test('RELEASE-017, PLAYLIST-024, PLAYLIST-028, SHELL-037: a song, by its menu', async ({ page }) => {
    const [song] = await someSongs()
    if (!song) throw new Error('unreachable')
    const id = await madePlaylist('Late night')
    await giveSession(page, LISTENER)
    await openDetail(page, { releaseid: song.releaseid, title: '' })
    const row = songRow(page, song.trackid)
    await row.hover()
    await row.getByRole('button', { name: `More actions for ${song.title}` }).click()
    const menu = page.getByRole('menu')
    for (const name of ['Play next', 'Play later', 'Add to playlist', 'Create playlist'])
      await expect(menu.getByRole('menuitem', { name })).toBeVisible()
    await choose(page, 'Add to playlist')
    await expect(menu.getByRole('menuitem', { name: 'Play next' })).toHaveCount(0)
    await choose(page, 'Late night')
    await expect(toast(page, 'addedToPlaylist')).toContainText('Added to playlist')
    expect(await orderOf(id)).toEqual([song.trackid])
    await toast(page, 'addedToPlaylist').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => orderOf(id)).toEqual([])
  })

  test('RELEASE-026, PLAYLIST-025: a release, by its add-to menu, without its videos', async ({ page }) => {
    const release = await findRelease(0, ({ songs }) => songs.length > 2)
    const id = await madePlaylist('Late night')
    await giveSession(page, LISTENER)
    await openDetail(page, release)
    await page.getByRole('button', { name: 'Add to', exact: true }).click()
    await choose(page, 'Add to playlist')
    await choose(page, 'Late night')
    await expect(toast(page, 'addedToPlaylist')).toBeVisible()
    const audio = release.songs.filter((song) => song.assettype === 'audio').map((song) => song.trackid)
    expect(await orderOf(id)).toEqual(audio)
  })

  test('a song into a playlist that is made for it', async ({ page }) => {
    const [song] = await someSongs()
    if (!song) throw new Error('unreachable')
    await giveSession(page, LISTENER)
    await openDetail(page, { releaseid: song.releaseid, title: '' })
    await songRow(page, song.trackid).hover()
    await songRow(page, song.trackid)
      .getByRole('button', { name: `More actions for ${song.title}` })
      .click()
    await choose(page, 'Create playlist')
    await form(page, 'Create playlist').getByRole('textbox', { name: 'Name' }).fill('Made for it')
    await form(page, 'Create playlist').getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'addedToPlaylist')).toBeVisible()
    await page.goto('/playlists')
    await expect(article(page, 'Made for it')).toContainText('1 song')
  })

  test('a selection, by the toolbar', async ({ page }) => {
    const id = await madePlaylist('Late night')
    await signIn(page, LISTENER)
    await expect(cards(page).first()).toBeVisible()
    const releases = [
      await findRelease(0, ({ duration }) => duration > 0),
      await findRelease(2, ({ duration }) => duration > 0),
    ]
    for (const release of releases) {
      await releaseCard(page, release).hover()
      await releaseCard(page, release).getByRole('checkbox').click()
    }
    await expect(scroller(page)).toBeVisible()
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Add to playlist' }).click()
    await choose(page, 'Late night')
    await expect(toast(page, 'addedToPlaylist')).toBeVisible()
    const expected = releases.flatMap((release) =>
      release.songs.filter((song) => song.assettype === 'audio').map((song) => song.trackid),
    )
    expect(new Set(await orderOf(id))).toEqual(new Set(expected))
  })

  test('what plays, by the play bar, and the queue as a new playlist', async ({ page }) => {
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
})
