/** The keys of the player, and the versions of a song. */
import type { Page } from '@playwright/test'
import { isSounding, playRelease, playSong, sounds, volumeHeard, watchAudio } from './support/audio.ts'
import { expect, test } from './support/fixtures.ts'
import { kept } from './support/kept.ts'
import { elapsed, giveSession, openDetail, player } from './support/product.ts'
import { complete, findRelease, prepared } from './support/server.ts'

const album = (from: number) => findRelease(from, ({ songs }) => songs.length >= 3 && complete(songs))
const play = (page: Page) => player(page).getByRole('button', { name: 'Play', exact: true })
const volume = (page: Page) => player(page).getByRole('slider', { name: 'Volume' })

test.describe('keys', () => {
  test.beforeEach(async ({ page, context }) => {
    await watchAudio(context)
    await giveSession(page)
  })

  test('Space plays and pauses, N and P change songs, M mutes, arrows seek and set the volume', async ({ page }) => {
    const release = await album(6)
    if (release.songs[0]) await prepared(release.songs[0], 'mp3')
    await playRelease(page, release)
    await sounds(page)
    await page.locator('#main').focus()
    await page.keyboard.press('Space')
    await expect(play(page)).toBeVisible()
    const at = await elapsed(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => elapsed(page)).toBe(at + 5)
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => elapsed(page)).toBe(at + 35)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => elapsed(page)).toBe(at + 30)
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(() => elapsed(page)).toBe(at)
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(() => elapsed(page)).toBe(0)
    await page.keyboard.press('Space')
    await expect.poll(() => isSounding(page)).toBe(true)
    await page.keyboard.press('ArrowUp')
    await expect(volume(page)).toHaveValue('55')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(volume(page)).toHaveValue('45')
    await page.keyboard.press('m')
    await expect.poll(() => volumeHeard(page)).toBe(0)
    await page.keyboard.press('m')
    await expect.poll(() => volumeHeard(page)).toBe(0.45)
    await page.keyboard.press('n')
    await expect(player(page)).toContainText(release.songs[1]?.title ?? '?')
    await page.keyboard.press('p')
    await expect(player(page)).toContainText(release.songs[0]?.title ?? '?')
  })

  test('H-608: those that scroll reach the page that has the focus', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 420 })
    await openDetail(page, await album(0))
    await page.locator('#main').focus()
    await page.keyboard.press('PageDown')
    const scrolled = () =>
      page.evaluate(() => [...document.querySelectorAll('#main *')].some((one) => one.scrollTop > 20))
    await expect.poll(scrolled).toBe(true)
    await page.keyboard.press('Home')
    await expect.poll(scrolled).toBe(false)
  })

  test('they are listed under ? and can be switched off there, also after a reload (WCAG 2.1.4)', {
    tag: '@long',
  }, async ({ page }) => {
    const release = await album(0)
    await playRelease(page, release)
    await sounds(page)
    await page.locator('#main').focus()
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const what of [
      'Play or pause',
      'Next song',
      '5 seconds back or on',
      '30 seconds back or on',
      'Mute, or unmute',
    ])
      await expect(list.getByText(what, { exact: true })).toBeVisible()
    const toggle = list.getByRole('switch', { name: 'Use keyboard shortcuts' })
    await expect(toggle).toHaveAttribute('aria-checked', 'true')
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-checked', 'false')
    await page.keyboard.press('Escape')
    await page.locator('#main').focus()
    for (const key of ['m', 'n', 'Space', 'ArrowUp', '?', '/']) await page.keyboard.press(key)
    await page.waitForTimeout(300)
    await expect(volume(page)).toHaveValue('50')
    await expect(player(page)).toContainText(release.songs[0]?.title ?? '?')
    await expect(list).toBeHidden()
    expect(await isSounding(page)).toBe(true)
    await expect.poll(() => kept(page, 'settings')).toMatchObject({ shortcuts: false })
    await page.reload()
    await expect(play(page)).toBeVisible()
    await page.locator('#main').focus()
    await page.keyboard.press('ArrowUp')
    await page.waitForTimeout(300)
    await expect(volume(page)).toHaveValue('50')
    // The button brings the list back, and with it the keys.
    await page.getByRole('button', { name: 'Shortcuts' }).click()
    await list.getByRole('switch', { name: 'Use keyboard shortcuts' }).click()
    await page.keyboard.press('Escape')
    await page.locator('#main').focus()
    await page.keyboard.press('m')
    await expect(volume(page)).toHaveValue('0')
  })
})

test.describe('versions of a song', () => {
  test('go on at the same second, as loud as the one before, and are named in the bar', { tag: '@long' }, async ({
    page,
    context,
  }) => {
    // Two whole songs are made first.
    test.slow()
    await watchAudio(context)
    const release = await findRelease(0, ({ songs }) => {
      const [first, second] = songs
      return complete(songs) && first?.explicit === true && first.title === second?.title && second.version === 'Clean'
    })
    const [explicit, clean] = release.songs
    if (!explicit || !clean) throw new Error('unreachable')
    await Promise.all([prepared(explicit, 'mp3'), prepared(clean, 'mp3')])
    await giveSession(page)
    await openDetail(page, release)
    await playSong(page, explicit)
    await sounds(page)
    await page.locator('#main').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => elapsed(page)).toBeGreaterThanOrEqual(5)
    // How loud either is comes with its outline.
    await page.waitForTimeout(1500)
    const before = await elapsed(page)
    const version = player(page).getByRole('button', { name: /^Version: / })
    await expect(version).toHaveAccessibleName(`Version: ${explicit.version}`)
    await version.click()
    const menu = page.getByRole('menu', { name: 'Versions' })
    await expect(menu.getByRole('menuitemradio', { checked: true })).toContainText(explicit.version)
    await menu.getByRole('menuitemradio', { name: /Clean/ }).click()
    await expect(version).toHaveAccessibleName('Version: Clean')
    await expect.poll(() => isSounding(page), { timeout: 20_000 }).toBe(true)
    const after = await elapsed(page)
    expect(after).toBeGreaterThanOrEqual(before)
    expect(after).toBeLessThanOrEqual(before + 6)
    const heard = await volumeHeard(page)
    const expected = 0.5 * (await gainBetween(page, explicit.trackid, clean.trackid))
    expect(heard).toBeCloseTo(Math.min(1, expected), 3)
    // And back: where it began, at the volume it began with.
    await version.click()
    await menu.getByRole('menuitemradio', { name: new RegExp(explicit.version) }).click()
    await expect.poll(() => isSounding(page), { timeout: 20_000 }).toBe(true)
    expect(await volumeHeard(page)).toBeCloseTo(0.5, 3)
  })
})

/** What the outlines of two tracks, as the server has them, say of their loudness: the factor from one to the other. */
async function gainBetween(page: Page, from: string, to: string): Promise<number> {
  const outlines = await page.evaluate(
    async (ids) => {
      const token = localStorage.getItem('accessToken') ?? ''
      const all = ids.map(async (id) => {
        const answer = await fetch(`/api/audio/${id}/peaks`, { headers: { Authorization: `Bearer ${token}` } })
        return [...new Uint8Array(await answer.arrayBuffer())]
      })
      return Promise.all(all)
    },
    [from, to],
  )
  const { loudnessOf, matchingGain } = await import('#core/model/playback/loudness.ts')
  const [one, two] = outlines.map((outline) => loudnessOf(Uint8Array.from(outline)))
  if (one == null || two == null) throw new Error('no loudness')
  return matchingGain(one, two)
}
