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

  test('PLAYER-026: a seek is made when the scrubber is let go, and playback goes on from there', {
    tag: '@long',
  }, async ({ page }) => {
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

  test('PLAYER-034: when a song ends the queue advances by itself', { tag: '@long' }, async ({ page }) => {
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
})
