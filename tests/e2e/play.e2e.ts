import type { Page, Response } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { elapsed, giveSession, openDetail, player, songRow } from './support/product.ts'
import { complete, findRelease, prepared } from './support/server.ts'

/** Answers to the audio element, as they come. */
function streamed(page: Page): Response[] {
  const answers: Response[] = []
  page.on('response', (response) => {
    if (response.url().includes('/stream.mp3')) answers.push(response)
  })
  return answers
}

const album = (from: number) => findRelease(from, ({ songs }) => songs.length >= 3 && complete(songs))

async function sounds(page: Page): Promise<void> {
  await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.poll(() => elapsed(page), { timeout: 20_000 }).toBeGreaterThan(0)
}

/** Lets go of the scrubber at a share of the song. */
async function seekTo(page: Page, share: number): Promise<void> {
  const slider = player(page).getByRole('slider', { name: 'Seek' })
  const box = await slider.boundingBox()
  if (!box) throw new Error('no scrubber')
  await page.mouse.click(box.x + box.width * share, box.y + box.height / 2)
}

test.describe('player', () => {
  test.beforeEach(async ({ page }) => {
    await giveSession(page)
  })

  test('PLAYER-019: pressing a song plays it: the time moves', async ({ page }) => {
    const release = await album(0)
    const song = release.songs[1]
    if (!song) throw new Error('unreachable')
    await openDetail(page, release)
    await songRow(page, song.trackid).hover()
    await page.getByRole('button', { name: `Play ${song.title}`, exact: true }).click()
    await expect(player(page)).toContainText(song.title)
    await sounds(page)
    const before = await elapsed(page)
    await expect.poll(() => elapsed(page)).toBeGreaterThan(before)
  })

  test('WCAG 2.4.2: the title of the tab says which page it is, what plays, and on pause the page again', async ({
    page,
  }) => {
    const release = await album(0)
    await page.goto('/releases')
    await expect(page).toHaveTitle('Releases – Player')
    await openDetail(page, release)
    await expect(page).toHaveTitle(`${release.title} – ${release.artist} – Player`)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await expect(page).toHaveTitle(/^▶ .+ – .+/)
    await player(page).getByRole('button', { name: 'Pause' }).click()
    await expect(page).toHaveTitle(`${release.title} – ${release.artist} – Player`)
  })

  test('PLAYER-002: the bar shows title, artist, cover and progress', async ({ page }) => {
    const release = await album(0)
    await openDetail(page, release)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await expect(player(page)).toContainText(release.songs[0]?.title ?? '?')
    await expect(player(page)).toContainText(release.songs[0]?.artist ?? '?')
    await expect(player(page).locator('img').first()).toBeVisible()
    await expect(player(page).getByRole('slider', { name: 'Seek' })).toBeVisible()
  })

  test('the song is streamed by ranges', async ({ page }) => {
    const answers = streamed(page)
    await openDetail(page, await album(0))
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await sounds(page)
    expect(answers.length).toBeGreaterThan(0)
    for (const answer of answers) {
      expect(answer.status()).toBe(206)
      expect(answer.request().headers().range).toMatch(/^bytes=\d+-/)
    }
  })

  test('PLAYER-026: a seek is made when the scrubber is let go, and playback goes on from there', async ({ page }) => {
    const answers = streamed(page)
    const release = await album(6)
    if (release.songs[0]) await prepared(release.songs[0], 'mp3')
    await openDetail(page, release)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await sounds(page)
    const half = (release.songs[0]?.duration ?? 0) / 2
    await seekTo(page, 0.5)
    await expect.poll(() => elapsed(page)).toBeGreaterThan(half - 8)
    const at = await elapsed(page)
    expect(at).toBeLessThan(half + 8)
    await expect.poll(() => elapsed(page), { timeout: 20_000 }).toBeGreaterThan(at)
    expect(answers.every((answer) => answer.status() === 206)).toBe(true)
  })

  test('PLAYER-004: pause stops the time, play goes on', async ({ page }) => {
    await openDetail(page, await album(0))
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await sounds(page)
    await player(page).getByRole('button', { name: 'Pause' }).click()
    await expect(player(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await page.waitForTimeout(300)
    const stopped = await elapsed(page)
    await page.waitForTimeout(1500)
    expect(await elapsed(page)).toBe(stopped)
    await player(page).getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(() => elapsed(page)).toBeGreaterThan(stopped)
  })

  test('QUEUE-011: next plays the song that follows', async ({ page }) => {
    const release = await album(0)
    await openDetail(page, release)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await sounds(page)
    await player(page).getByRole('button', { name: 'Next' }).click()
    await expect(player(page)).toContainText(release.songs[1]?.title ?? '?')
    await sounds(page)
  })

  test('PLAYER-038: previous within the first three seconds plays the song before', async ({ page }) => {
    const release = await album(0)
    await openDetail(page, release)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await sounds(page)
    await player(page).getByRole('button', { name: 'Next' }).click()
    await expect(player(page)).toContainText(release.songs[1]?.title ?? '?')
    await player(page).getByRole('button', { name: 'Previous' }).click()
    await expect(player(page)).toContainText(release.songs[0]?.title ?? '?')
  })

  test('PLAYER-037: previous after three seconds starts the song again', async ({ page }) => {
    const release = await album(0)
    await openDetail(page, release)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await sounds(page)
    await seekTo(page, 0.5)
    await expect.poll(() => elapsed(page)).toBeGreaterThan(10)
    await player(page).getByRole('button', { name: 'Previous' }).click()
    await expect.poll(() => elapsed(page)).toBeLessThan(5)
    await expect(player(page)).toContainText(release.songs[0]?.title ?? '?')
  })

  test('PLAYER-034: when a song ends the queue advances by itself', async ({ page }) => {
    const release = await album(6)
    if (release.songs[0]) await prepared(release.songs[0], 'mp3')
    await openDetail(page, release)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await sounds(page)
    await seekTo(page, 0.985)
    await expect(player(page)).toContainText(release.songs[1]?.title ?? '?', { timeout: 25_000 })
    await sounds(page)
  })

  test('PLAYER-001: music goes on while the person goes elsewhere', async ({ page }) => {
    const release = await album(0)
    await openDetail(page, release)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await sounds(page)
    const before = await elapsed(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click()
    await expect(page).toHaveURL(/\/releases$/)
    await expect.poll(() => elapsed(page)).toBeGreaterThan(before)
    await expect(player(page)).toContainText(release.songs[0]?.title ?? '?')
  })

  test('PLAYER-017: the volume is 50 at first', async ({ page }) => {
    await openDetail(page, await album(0))
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await expect(player(page).getByRole('slider', { name: 'Volume' })).toHaveValue('50')
  })

  test('PLAYER-042: unmute restores the volume from before', async ({ page }) => {
    await openDetail(page, await album(0))
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    const volume = player(page).getByRole('slider', { name: 'Volume' })
    await player(page).getByRole('button', { name: 'Mute' }).click()
    await expect(volume).toHaveValue('0')
    await player(page).getByRole('button', { name: 'Unmute' }).click()
    await expect(volume).toHaveValue('50')
  })

  test('PLAYER-022: a release of no duration has its play button disabled', async ({ page }) => {
    await page.goto('/releases/releaseInfo/demo-zero-duration')
    await expect(page.getByRole('main').getByRole('button', { name: 'Play', exact: true })).toBeDisabled()
  })

  test('QUEUE-002: the queue shows what plays now', async ({ page }) => {
    const release = await album(0)
    await openDetail(page, release)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await player(page).getByRole('button', { name: 'Queue' }).click()
    const queue = page.getByRole('complementary', { name: 'Play queue' })
    await expect(queue.getByRole('region', { name: 'Currently playing' })).toContainText(release.songs[0]?.title ?? '?')
  })

  test('QUEUE-010: Play later puts a release at the end of the queue', async ({ page }) => {
    const [first, second] = [await album(0), await album(8)]
    expect(first.releaseid).not.toBe(second.releaseid)
    await openDetail(page, first)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await sounds(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click()
    await page.locator(`[data-release-id="${second.releaseid}"]`).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Play later' }).click()
    await page.keyboard.press('Escape')
    await player(page).getByRole('button', { name: 'Queue' }).click()
    const next = page.getByRole('complementary', { name: 'Play queue' }).getByRole('region', { name: 'Up next' })
    await expect(next.getByRole('listitem').last()).toContainText(second.title)
  })
})
