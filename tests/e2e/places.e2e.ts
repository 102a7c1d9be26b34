/** What keeps its place, what is not cut and what does not lie over something else, measured by its boxes. */
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { ReleaseDetail, ReleaseList } from '#core/model/catalogue/release.ts'
import { playRelease } from './support/audio.ts'
import { expect, test } from './support/fixtures.ts'
import {
  cards,
  downloadRow,
  downloads,
  fillSignIn,
  giveSession,
  openDetail,
  player,
  pressDownload,
  signIn,
} from './support/product.ts'
import { complete, downloadPath, findRelease, ownRelease, prepared, spoil } from './support/server.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const album = () => findRelease(0, ({ songs, promoinfo }) => songs.length >= 4 && complete(songs) && promoinfo !== '')
const downloadsButton = (page: Page) => page.getByRole('button', { name: 'Downloads', exact: true })
const promo = (page: Page) => page.getByRole('region', { name: 'Promotional email' })

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it has no box')
  return box
}

const meet = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** Controls and words that reach beyond the left or the right edge of the window. */
const beyond = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a, input, h1, h2, nav, header, main, dd, [role="tab"], [role="tabpanel"]')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.right > innerWidth + 0.5 || box.left < -0.5))
      .map(({ element, box }) => `${element.tagName} ${element.textContent?.slice(0, 20)} ${box.left} to ${box.right}`),
  )

/** The server's own answers, with another title for one release. */
async function withTitle(context: BrowserContext, releaseid: string, title: string): Promise<void> {
  await context.route(`**/api/releases/${releaseid}`, async (route) => {
    const response = await route.fetch()
    const detail = ReleaseDetail.parse(await response.json())
    await route.fulfill({ response, json: { ...detail, title, artist: title, label: title } })
  })
  await context.route('**/api/releases?*', async (route) => {
    const response = await route.fetch()
    const list = ReleaseList.parse(await response.json())
    const releases = list.releases.map((one) => (one.releaseid === releaseid ? { ...one, title } : one))
    await route.fulfill({ response, json: { ...list, releases } })
  })
}

test.describe('the header', () => {
  for (const [words, title] of [
    ['92 Japanese characters', '東京音楽物語'.repeat(16).slice(0, 92)],
    ['100 Latin characters', 'W'.repeat(100)],
  ] as const)
    test(`search and downloads stand where they stood on every page, also under a title of ${words}`, async ({
      page,
    }) => {
      const release = await album()
      await withTitle(page.context(), release.releaseid, title)
      await giveSession(page)
      await openDetail(page, release)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(title.slice(0, 9))
      const places = async () => ({
        search: (await boxOf(page.getByRole('searchbox', { name: 'Search', exact: true }))).x,
        width: (await boxOf(page.getByRole('searchbox', { name: 'Search', exact: true }))).width,
        downloads: (await boxOf(downloadsButton(page))).x,
      })
      const WIDTHS = [768, 1100, 1280, 1440, 1920]
      const found = new Map<number, unknown>()
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        expect(await beyond(page), `at ${width}`).toEqual([])
        await expect.poll(async () => (await places()).width, { message: `the box at ${width}` }).toBeGreaterThan(200)
        found.set(width, await places())
      }
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 700 })
        await expect(page.getByRole('button', { name: 'Open search' })).toBeVisible()
        expect(await beyond(page), `at ${width}`).toEqual([])
      }
      await page.setViewportSize({ width: 1440, height: 800 })
      for (const name of ['Releases', 'Playlists', 'Flagged', 'Archived', 'History']) {
        await page.setViewportSize({ width: 1440, height: 800 })
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 })
          await expect.poll(places, { message: `${name} at ${width}` }).toEqual(found.get(width))
        }
      }
    })
})

test('on the way to a playlist that is not there nothing points to a place without a name', async ({ page }) => {
  await giveSession(page)
  await page.goto('/playlists/not-one-of-mine')
  await expect(page.getByRole('alert')).toBeVisible()
  const way = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(way).toHaveText('Playlists')
  await expect(way.locator('svg')).toHaveCount(0)
})

for (const width of [390, 800])
  test(`the ways to download a playlist stand side by side at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await giveSession(page)
    await page.goto('/playlists/demo-playlist-pinned')
    await expect(page.getByRole('button', { name: 'Download (MP3)', exact: true })).toBeVisible()
    // All in one look: the page is still filling.
    const tops = await page.evaluate(() =>
      [...document.querySelectorAll('main button')]
        .filter((one) =>
          /^(Download \((WAV|MP3)\)|More ways to download)$/.test(one.getAttribute('aria-label') ?? one.textContent),
        )
        .map((one) => Math.round(one.getBoundingClientRect().top + one.clientHeight / 2)),
    )
    expect(tops).toHaveLength(3)
    expect(new Set(tops).size).toBe(1)
  })

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('the category of a search that was chosen is whole in sight', async ({ page }) => {
    await giveSession(page)
    await page.goto('/search/releases?q=night')
    const tab = page.getByRole('tab', { name: 'Releases' })
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    // But for the half pixel by which browsers round how far something is scrolled.
    await expect(tab).toBeInViewport({ ratio: 0.99 })
  })

  test('the way to rows stands in one line with the filters', async ({ page }) => {
    await signIn(page)
    await expect(cards(page).first()).toBeVisible()
    const box = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).boundingBox()
    const [filters, rows] = [await box('Show filters'), await box('Show as list')]
    expect(Math.abs((filters?.y ?? 0) - (rows?.y ?? 99))).toBeLessThan(8)
  })
})

for (const width of [320, 390])
  test(`a title of sixteen letters is read whole in the songs of a release at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await giveSession(page)
    const release = await findRelease(0, ({ songs }) => songs.some(({ title }) => title.length === 16))
    await openDetail(page, release)
    const cut = await page.locator('[data-track-id]').evaluateAll((rows) =>
      rows.flatMap((row) =>
        [...row.querySelectorAll('span')]
          .filter((part) => part.childElementCount === 0 && (part.textContent ?? '').length <= 16)
          .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth && part.clientWidth > 1)
          .map((part) => part.textContent),
      ),
    )
    expect(cut).toEqual([])
  })

test.describe('the play bar', () => {
  test('the first song that plays moves nothing else on the page', async ({ page }) => {
    await giveSession(page)
    await openDetail(page, await album())
    const main = page.getByRole('main')
    const watched = [
      page.getByRole('button', { name: 'Shortcuts' }),
      main.getByRole('button', { name: 'Download all (WAV)' }),
      main.getByRole('button', { name: 'Download all (MP3)' }),
      main.getByRole('tab', { name: 'Tracklist' }),
      downloadsButton(page),
    ]
    const boxes = () => Promise.all(watched.map(boxOf))
    const before = await boxes()
    await main.getByRole('button', { name: 'Play', exact: true }).click()
    await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible()
    await expect(main.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
    expect(await boxes()).toEqual(before)
  })
})

test.describe('the phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the toolbar of a selection has all it offers in sight', async ({ page }) => {
    await signIn(page)
    await cards(page).first().focus()
    await page.keyboard.press('x')
    const toolbar = page.getByRole('toolbar', { name: 'Selection' })
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 })
      const around = await boxOf(toolbar)
      const buttons = await toolbar.getByRole('button').all()
      // Select all, the two formats, six glyphs and the way out.
      expect(buttons).toHaveLength(10)
      const boxes = await Promise.all(buttons.map(boxOf))
      for (const [n, box] of boxes.entries()) {
        expect(box.x, `${n} at ${width}`).toBeGreaterThanOrEqual(around.x)
        expect(box.x + box.width, `${n} at ${width}`).toBeLessThanOrEqual(around.x + around.width)
        expect(box.y + box.height, `${n} at ${width}`).toBeLessThanOrEqual(around.y + around.height)
        expect(box.height).toBeGreaterThanOrEqual(36)
        for (const [m, other] of boxes.entries())
          if (m > n) expect(meet(box, other), `${n} over ${m} at ${width}`).toBe(false)
      }
      const cut = await toolbar.getByRole('button').evaluateAll((all) => {
        const room = document.createRange()
        return all
          .filter((one) => {
            room.selectNodeContents(one)
            return room.getBoundingClientRect().width > one.getBoundingClientRect().width
          })
          .map((one) => one.textContent)
      })
      expect(cut, `words at ${width}`).toEqual([])
      const words = await boxOf(toolbar.getByText('1 selected'))
      expect(words.y + words.height).toBeLessThanOrEqual(
        (await boxOf(toolbar.getByRole('button', { name: 'Download WAV' }))).y,
      )
    }
  })

  test("a download's figures stand beside its ring, and notifications end where the panel does not begin", async ({
    page,
  }) => {
    // The server makes two songs first.
    test.setTimeout(120_000)
    const release = await ownRelease(60, ({ songs }) => songs.length > 2 && complete(songs))
    const [song, other] = release.songs
    if (!song || !other) throw new Error('unreachable')
    await Promise.all([prepared(song, 'wav'), prepared(other, 'mp3')])
    await spoil({ path: downloadPath(song.trackid), stall: 3_000_000 })
    await spoil({ path: downloadPath(other.trackid), stall: 100_000 })
    await page.setViewportSize({ width: 800, height: 600 })
    await giveSession(page)
    await openDetail(page, release)
    await pressDownload(page, song, 'WAV')
    await pressDownload(page, other, 'MP3')
    const added = page.locator('[role="status"][data-category="addDownloadQueue"]')
    await expect(added.first()).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await downloadsButton(page).click()
    // The panel says it: no notification of a download beside it.
    await expect(downloads(page)).toBeVisible()
    await expect(added).toHaveCount(0)
    const row = downloadRow(page, song.title)
    await expect(row).toHaveAttribute('data-status', 'loading')
    const words = row.locator('span').filter({ hasText: /% of/ }).last()
    await words.evaluate((element) => {
      element.textContent = '68% of 612.4 MB · 114.1 MB/s'
    })
    const ring = await boxOf(row.getByRole('progressbar'))
    expect(await words.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    expect(meet(await boxOf(words), ring)).toBe(false)
    for (const name of [`Pause ${song.title}`, `Remove ${song.title}`])
      expect(meet(await boxOf(words), await boxOf(row.getByRole('button', { name, exact: true })))).toBe(false)
  })

  test('PLAYER-013: Back in the full player closes it and leaves the page alone; once more leads where it led before', async ({
    page,
  }) => {
    await signIn(page)
    const release = await album()
    await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
    await openDetail(page, release)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    const full = page.getByRole('dialog', { name: 'Now playing' })
    const open = () => player(page).locator('[aria-haspopup="dialog"]').click()
    const isCovered = () => page.evaluate(() => 'covered' in (history.state ?? {}))
    const here = page.url()
    await open()
    await expect(full).toBeVisible()
    await expect.poll(isCovered).toBe(true)
    await page.goBack()
    await expect(full).toHaveCount(0)
    expect(page.url()).toBe(here)
    await expect(page.getByRole('main').getByRole('button', { name: 'Pause', exact: true })).toBeVisible()

    // Closed by its own button it leaves nothing behind in the history.
    await open()
    await expect.poll(isCovered).toBe(true)
    await full.getByRole('button', { name: 'Close the player' }).click()
    await expect(full).toHaveCount(0)
    await expect.poll(isCovered).toBe(false)

    // The queue takes its place, and Back closes that.
    await open()
    await expect.poll(isCovered).toBe(true)
    await full.getByRole('button', { name: 'Queue', exact: true }).click()
    const queue = page.getByRole('complementary', { name: 'Play queue' })
    await expect(queue).toBeVisible()
    await expect(full).toHaveCount(0)
    await page.goBack()
    await expect(queue).toHaveCount(0)
    expect(page.url()).toBe(here)
    await page.goBack()
    await expect(page).toHaveURL(/\/releases$/)
    await expect(cards(page).first()).toBeVisible()
  })

  test('the sheet of an e-mail fits a window of 320 px', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await giveSession(page)
    for (const releaseid of [(await album()).releaseid, 'demo-hostile-html']) {
      await page.goto(`/releases/releaseInfo/${releaseid}`)
      const sheet = promo(page).frameLocator('iframe').locator('html')
      await expect(sheet).toContainText(/\w/)
      const { wide, room } = await sheet.evaluate((element) => ({
        wide: element.scrollWidth,
        room: element.clientWidth,
      }))
      expect(room).toBeGreaterThan(200)
      expect(wide).toBeLessThanOrEqual(room)
    }
  })
})

test('the queue beside a release leaves the e-mail beside the songs', async ({ page }) => {
  await giveSession(page)
  await playRelease(page, await album())
  await player(page).getByRole('button', { name: 'Queue', exact: true }).click()
  const queue = page.getByRole('complementary', { name: 'Play queue' })
  await expect(queue).toBeVisible()
  for (const width of [1440, 1600, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(async () => {
        const box = await boxOf(promo(page))
        return [box.y < 100, box.x + box.width, box.width >= 320]
      })
      .toEqual([true, width - 360, true])
    const songs = await boxOf(page.getByRole('tabpanel'))
    expect(songs.width, `songs at ${width}`).toBeGreaterThan(400)
    expect(songs.x + songs.width).toBeLessThanOrEqual((await boxOf(promo(page))).x)
  }
})

test('an answer to a sign-in moves neither the fields nor the button', async ({ page }) => {
  await page.goto('/')
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    const watched = [
      page.getByRole('textbox', { name: 'Email' }),
      page.getByLabel('Password', { exact: true }),
      page.getByRole('button', { name: 'Sign in', exact: true }),
    ]
    const title = page.getByRole('heading', { level: 1 })
    /** From the title on: a short window scrolls to the answer. */
    const boxes = async () => {
      const [top, ...boxes] = await Promise.all([title, ...watched].map(boxOf))
      return boxes.map((box) => ({ ...box, y: box.y - (top?.y ?? 0) }))
    }
    await expect(watched[2] as Locator).toBeVisible()
    // What moves while the letters come is not the answer's doing.
    await page.evaluate(() => document.fonts.ready)
    const before = await boxes()
    await fillSignIn(page, 'pending@demo.test', 'Demo#2026')
    await expect(page.getByRole('alert')).toContainText('Verification pending')
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
    expect(await boxes(), `at ${width}`).toEqual(before)
  }
})
