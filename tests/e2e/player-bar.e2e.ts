/** What the play bar and the phone's player show, and what their controls do. */
import type { Page } from '@playwright/test'
import { playRelease, seekTo, sounds, volumeHeard, watchAudio } from './support/audio.ts'
import { expect, test } from './support/fixtures.ts'
import { kept } from './support/kept.ts'
import { LISTENER, madePlaylist, noPlaylists, orderOf } from './support/playlists.ts'
import { elapsed, giveSession, player } from './support/product.ts'
import { complete, findRelease, prepared } from './support/server.ts'

const album = (from: number) => findRelease(from, ({ songs }) => songs.length >= 3 && complete(songs))

test.describe('the play bar', () => {
  test.beforeEach(async ({ page, context }) => {
    await watchAudio(context)
    await giveSession(page)
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
