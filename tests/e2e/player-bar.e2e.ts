/** What the play bar and the phone's player show, and what their controls do. */
import type { BrowserContext, Page } from '@playwright/test'
import { ReleaseDetail } from '#core/model/catalogue/release.ts'
import { clock } from '#core/model/text/formats.ts'
import { playRelease, seekTo, sounds, volumeHeard, watchAudio } from './support/audio.ts'
import { expect, test } from './support/fixtures.ts'
import { kept } from './support/kept.ts'
import { LISTENER, madePlaylist, noPlaylists, orderOf } from './support/playlists.ts'
import { elapsed, giveSession, player, songRow } from './support/product.ts'
import { complete, findRelease, prepared } from './support/server.ts'

const album = (from: number) => findRelease(from, ({ songs }) => songs.length >= 3 && complete(songs))

/** The server's own answer with other titles for its first songs. */
async function withTitles(context: BrowserContext, releaseid: string, ...titles: string[]): Promise<void> {
  await context.route(`**/api/releases/${releaseid}`, async (route) => {
    const response = await route.fetch()
    const detail = ReleaseDetail.parse(await response.json())
    const songs = detail.songs.map((song, n) => ({ ...song, title: titles[n] ?? song.title, version: '' }))
    await route.fulfill({ response, json: { ...detail, songs } })
  })
}

const titleLine = (page: Page, title: string) => player(page).locator(`[title="${title}"]`)

/** How far a scrolling line has moved, in px. */
const moved = (page: Page, title: string) =>
  titleLine(page, title).evaluate((line) => {
    const inner = line.firstElementChild
    return inner ? inner.getBoundingClientRect().left - line.getBoundingClientRect().left : 0
  })

test.describe('a long title', () => {
  /** Wider than its place either way; it moves with one character more than the limit alone. */
  async function scrollsAbove(limit: number, page: Page, viewport: { width: number; height: number }): Promise<void> {
    const release = await album(0)
    const [still, long] = ['M'.repeat(limit), 'M'.repeat(limit + 1)]
    await withTitles(page.context(), release.releaseid, still, long)
    await giveSession(page)
    await page.setViewportSize(viewport)
    await playRelease(page, release)
    await expect(titleLine(page, still)).toHaveAttribute('data-scrolls', 'false')
    const isWide = (element: HTMLElement | SVGElement) => element.scrollWidth > element.clientWidth
    expect(await titleLine(page, still).evaluate(isWide)).toBe(true)
    await page.waitForTimeout(2500)
    expect(await moved(page, still)).toBe(0)
    await player(page).getByRole('button', { name: 'Next' }).click()
    await expect(titleLine(page, long)).toHaveAttribute('data-scrolls', 'true')
    await expect.poll(() => moved(page, long), { timeout: 15_000 }).toBeLessThan(-5)
  }
  test('PLAYER-010: scrolls above 25 characters on a tablet', ({ page }) =>
    scrollsAbove(25, page, { width: 1000, height: 800 }))
  test('PLAYER-011: scrolls above 35 characters on a phone', ({ page }) =>
    scrollsAbove(35, page, { width: 390, height: 844 }))
  test('PLAYER-012: scrolls above 90 characters on a desktop', ({ page }) =>
    scrollsAbove(90, page, { width: 1440, height: 900 }))
  test('PLAYER-003: that fits its place does not scroll, however many characters it has', async ({ page }) => {
    const title = 'i'.repeat(46)
    const release = await album(0)
    await withTitles(page.context(), release.releaseid, title)
    await giveSession(page)
    await page.setViewportSize({ width: 700, height: 900 })
    await playRelease(page, release)
    await expect(titleLine(page, title)).toHaveAttribute('data-scrolls', 'false')
    await page.setViewportSize({ width: 320, height: 700 })
    await expect(titleLine(page, title)).toHaveAttribute('data-scrolls', 'true')
  })
  test('PLAYER-003: a long artist scrolls as well', async ({ page }) => {
    const release = await album(0)
    const artist = 'The Orchestra of Many Names and More Still'
    await page.context().route(`**/api/releases/${release.releaseid}`, async (route) => {
      const response = await route.fetch()
      const detail = ReleaseDetail.parse(await response.json())
      await route.fulfill({ response, json: { ...detail, songs: detail.songs.map((song) => ({ ...song, artist })) } })
    })
    await giveSession(page)
    await page.setViewportSize({ width: 1000, height: 800 })
    await playRelease(page, release)
    await expect.poll(() => moved(page, artist), { timeout: 15_000 }).toBeLessThan(-5)
  })
  test('D-101: with reduced motion it ends in an ellipsis', async ({ page }) => {
    const title = 'M'.repeat(60)
    const release = await album(0)
    await withTitles(page.context(), release.releaseid, title)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await giveSession(page)
    await page.setViewportSize({ width: 1000, height: 800 })
    await playRelease(page, release)
    const line = titleLine(page, title)
    await page.waitForTimeout(2500)
    expect(await moved(page, title)).toBe(0)
    await expect(line).toHaveCSS('text-overflow', 'ellipsis')
  })
})

test.describe('the play bar', () => {
  test.beforeEach(async ({ page, context }) => {
    await watchAudio(context)
    await giveSession(page)
  })

  test('PLAYER-005: elapsed and total time stand beside the scrubber, the total once it is known', async ({ page }) => {
    const release = await album(0)
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/stream.mp3**', async (route) => {
      await held
      await route.continue()
    })
    await playRelease(page, release)
    await expect(player(page).getByText('-:--', { exact: true })).toBeVisible()
    await expect(player(page).getByText('0:00', { exact: true })).toBeVisible()
    letGo()
    const song = release.songs[0]
    await expect(player(page).getByText(clock(song?.duration ?? 0), { exact: true })).toBeVisible({ timeout: 20_000 })
    await expect(player(page).getByText('0:02', { exact: true })).toBeVisible({ timeout: 20_000 })
    const slider = player(page).getByRole('slider', { name: 'Seek' })
    await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`of ${clock(song?.duration ?? 0)}$`))
  })

  test('PLAYER-005: the elapsed time is painted anew each second, and the knob is where it is once it is seen', async ({
    page,
  }) => {
    await playRelease(page, await album(0))
    const picture = () =>
      player(page)
        .locator('canvas')
        .first()
        .evaluate((canvas: HTMLCanvasElement) => {
          const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
          const all = [...(pixels ?? [])]
          return { words: canvas.textContent, ink: all.reduce((sum, value) => sum + value, 0), all: all.join() }
        })
    await expect.poll(async () => (await picture()).words, { timeout: 20_000 }).toMatch(/^0:0[1-9]$/)
    const before = await picture()
    expect(before.ink).toBeGreaterThan(0)
    await expect.poll(async () => (await picture()).words).not.toBe(before.words)
    expect((await picture()).all).not.toBe(before.all)
    const slider = player(page).getByRole('slider', { name: 'Seek' })
    await slider.hover()
    await expect.poll(async () => Math.abs(Number(await slider.inputValue()) - (await elapsed(page)))).toBeLessThan(1)
    await page.mouse.move(5, 5)
    const left = Number(await slider.inputValue())
    await expect.poll(() => elapsed(page), { timeout: 10_000 }).toBeGreaterThan(left + 2)
    expect(Number(await slider.inputValue())).toBe(left)
    await slider.focus()
    await expect.poll(async () => Math.abs(Number(await slider.inputValue()) - (await elapsed(page)))).toBeLessThan(1)
  })

  test('PLAYER-006: the autoplay toggle decides whether the next song follows, also after a reload', async ({
    page,
  }) => {
    const release = await album(6)
    if (release.songs[0]) await prepared(release.songs[0], 'mp3')
    await playRelease(page, release)
    const toggle = player(page).getByRole('switch', { name: 'Autoplay' })
    await expect(toggle).toHaveAttribute('aria-checked', 'true')
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-checked', 'false')
    await sounds(page)
    await seekTo(page, 0.99)
    await expect(player(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible({ timeout: 25_000 })
    await expect(player(page)).toContainText(release.songs[0]?.title ?? '?')
    await page.reload()
    await expect(player(page).getByRole('switch', { name: 'Autoplay' })).toHaveAttribute('aria-checked', 'false')
  })

  test('PLAYER-007: the release-info link leads to the release of what plays', async ({ page }) => {
    const release = await album(0)
    await playRelease(page, release)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click()
    const link = player(page).getByRole('link', { name: 'Release info' })
    await expect(link).toHaveAttribute('href', `/releases/releaseInfo/${release.releaseid}`)
    await link.click()
    await expect(page).toHaveURL(new RegExp(`/releases/releaseInfo/${release.releaseid}$`))
    await expect(songRow(page, release.songs[0]?.trackid ?? '')).toBeVisible()
  })

  test('PLAYER-009: the volume is heard as it is set, mute silences and gives it back', async ({ page }) => {
    await playRelease(page, await album(0))
    await sounds(page)
    const volume = player(page).getByRole('slider', { name: 'Volume' })
    await volume.focus()
    await page.keyboard.press('End')
    await expect.poll(() => volumeHeard(page)).toBe(1)
    for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowLeft')
    await expect.poll(() => volumeHeard(page)).toBe(0.8)
    await player(page).getByRole('button', { name: 'Mute' }).click()
    await expect.poll(() => volumeHeard(page)).toBe(0)
    await player(page).getByRole('button', { name: 'Unmute' }).click()
    await expect.poll(() => volumeHeard(page)).toBe(0.8)
  })

  test('PLAYER-009: mute remembers the volume across a reload, and dragging up unmutes', async ({ page }) => {
    await playRelease(page, await album(0))
    await sounds(page)
    const volume = player(page).getByRole('slider', { name: 'Volume' })
    await volume.fill('70')
    await expect(volume).toHaveValue('70')
    await player(page).getByRole('button', { name: 'Mute' }).click()
    await volume.fill('30')
    await expect(player(page).getByRole('button', { name: 'Mute' })).toBeVisible()
    await expect.poll(() => volumeHeard(page)).toBe(0.3)
    await player(page).getByRole('button', { name: 'Mute' }).click()
    await player(page).getByRole('button', { name: 'Unmute' }).click()
    await expect(volume).toHaveValue('30')
    await expect.poll(() => kept(page, 'settings')).toMatchObject({ volume: 30 })
    await page.reload()
    await expect(player(page).getByRole('slider', { name: 'Volume' })).toHaveValue('30')
  })

  test('PLAYER-045: a volume that is dragged is set once, 100 ms after it last moved', async ({ page }) => {
    await playRelease(page, await album(0))
    await sounds(page)
    const { moves, sets } = await player(page)
      .getByRole('slider', { name: 'Volume' })
      .evaluate(async (element: HTMLInputElement) => {
        const { volumes } = window.heardAudio
        volumes.length = 0
        const moved: number[] = []
        for (const value of [55, 60, 65, 70, 75]) {
          element.value = String(value)
          element.dispatchEvent(new Event('input', { bubbles: true }))
          moved.push(performance.now())
          await new Promise((resolve) => setTimeout(resolve, 40))
        }
        await new Promise((resolve) => setTimeout(resolve, 600))
        return { moves: moved, sets: volumes.filter(({ volume }) => volume !== 0.5) }
      })
    expect(new Set(sets.map(({ volume }) => volume))).toEqual(new Set([0.75]))
    expect((sets[0]?.at ?? 0) - (moves.at(-1) ?? 0)).toBeGreaterThanOrEqual(95)
    expect((sets[0]?.at ?? 0) - (moves.at(-1) ?? 0)).toBeLessThan(400)
  })
})

test.describe('the play bar and playlists', () => {
  test('PLAYER-008: the song that plays is added to a playlist', async ({ page }) => {
    await noPlaylists()
    const id = await madePlaylist('From the bar')
    await giveSession(page, LISTENER)
    const release = await album(0)
    await playRelease(page, release)
    await player(page).getByRole('button', { name: 'Add to playlist' }).click()
    await page.getByRole('menuitem', { name: 'From the bar' }).click()
    await expect.poll(() => orderOf(id)).toEqual([release.songs[0]?.trackid])
  })
})

test.describe('the phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  const full = (page: Page) => page.getByRole('dialog', { name: 'Now playing' })
  const mini = (page: Page) => page.getByRole('region', { name: 'Player' })

  /** A finger from a place by so many px, in some ten steps. */
  async function swipe(page: Page, from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
    const cdp = await page.context().newCDPSession(page)
    const at = (share: number) => [{ x: from.x + by.x * share, y: from.y + by.y * share }]
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (let i = 1; i <= 10; i++) {
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(i / 10) })
      await page.waitForTimeout(16)
    }
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  async function middle(page: Page, name: 'mini' | 'art') {
    const box = await (name === 'mini' ? mini(page) : full(page).locator('img').first()).boundingBox()
    if (!box) throw new Error(`${name} is not there`)
    return { x: box.x + box.width / 3, y: box.y + box.height / 2 }
  }

  test.beforeEach(async ({ page }) => {
    await giveSession(page)
    await playRelease(page, await album(0))
    await expect(mini(page)).toBeVisible()
  })

  test('PLAYER-013: a tap on the bar opens a full-screen player with large art, seek, times, controls and autoplay', async ({
    page,
  }) => {
    const { songs } = await album(0)
    await mini(page)
      .getByText(songs[0]?.title ?? '?')
      .first()
      .tap()
    await expect(full(page)).toBeVisible()
    const box = await full(page).boundingBox()
    expect(box).toMatchObject({ width: 390, height: 844 })
    const art = await full(page).locator('img').first().boundingBox()
    expect(art?.width).toBeGreaterThanOrEqual(300)
    await expect(full(page).getByRole('slider', { name: 'Seek' })).toBeVisible()
    await expect(full(page).getByText(clock(songs[0]?.duration ?? 0), { exact: true })).toBeVisible({ timeout: 20_000 })
    await full(page).getByRole('button', { name: 'Next' }).tap()
    await expect(full(page)).toContainText(songs[1]?.title ?? '?')
    await full(page).getByRole('button', { name: 'Previous' }).tap()
    await expect(full(page)).toContainText(songs[0]?.title ?? '?')
    await full(page).getByRole('button', { name: 'Pause' }).tap()
    await expect(full(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await full(page).getByRole('switch', { name: 'Autoplay' }).tap()
    await expect(full(page).getByRole('switch', { name: 'Autoplay' })).toHaveAttribute('aria-checked', 'false')
  })

  test('PLAYER-013: a swipe up opens it, a swipe down closes it, and a small move does neither', async ({ page }) => {
    await swipe(page, await middle(page, 'mini'), { x: 0, y: -24 })
    await page.waitForTimeout(400)
    await expect(full(page)).toBeHidden()
    await swipe(page, await middle(page, 'mini'), { x: 0, y: -160 })
    await expect(full(page)).toBeVisible()
    await swipe(page, await middle(page, 'art'), { x: 0, y: 220 })
    await expect(full(page)).toBeHidden()
    await expect(mini(page)).toBeVisible()
  })

  test('PLAYER-013: a swipe to the left plays the next song, to the right the one before', async ({ page }) => {
    const { songs } = await album(0)
    await swipe(page, await middle(page, 'mini'), { x: 0, y: -160 })
    await swipe(page, await middle(page, 'art'), { x: -160, y: 10 })
    await expect(full(page)).toContainText(songs[1]?.title ?? '?')
    await swipe(page, await middle(page, 'art'), { x: 160, y: 10 })
    await expect(full(page)).toContainText(songs[0]?.title ?? '?')
  })
})
