/** The keys of the player, the versions of a song, and what the queue's panel offers. */
import type { Page } from '@playwright/test'
import { isSounding, playRelease, playSong, sounds, volumeHeard, watchAudio } from './support/audio.ts'
import { expect, test } from './support/fixtures.ts'
import { kept } from './support/kept.ts'
import { card, elapsed, giveSession, openDetail, player } from './support/product.ts'
import { complete, findRelease, prepared } from './support/server.ts'

const album = (from: number) => findRelease(from, ({ songs }) => songs.length >= 3 && complete(songs))
const play = (page: Page) => player(page).getByRole('button', { name: 'Play', exact: true })
const volume = (page: Page) => player(page).getByRole('slider', { name: 'Volume' })
const queue = (page: Page) => page.getByRole('complementary', { name: 'Play queue' })

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

  test('up and down belong to a list that has the focus', async ({ page }) => {
    const release = await album(0)
    await playRelease(page, release)
    await sounds(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click()
    const first = page.locator('[data-release-id]').first()
    await expect(first).toBeVisible()
    await page.keyboard.press('Tab')
    await page.locator('#main').focus()
    await page.keyboard.press('ArrowUp')
    await expect(volume(page)).toHaveValue('55')
    await first.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(300)
    await expect(volume(page)).toHaveValue('55')
    expect(await page.evaluate(() => document.activeElement?.closest('[data-release-id]') !== null)).toBe(true)
  })

  test('nothing happens while something is typed', async ({ page }) => {
    const release = await album(0)
    await playRelease(page, release)
    await sounds(page)
    const box = page
      .getByRole('searchbox')
      .or(page.getByRole('combobox', { name: 'Search' }))
      .first()
    await box.click()
    await page.keyboard.type('mnp ')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowLeft')
    await page.waitForTimeout(300)
    await expect(box).toHaveValue('mnp ')
    await expect(volume(page)).toHaveValue('50')
    await expect(player(page)).toContainText(release.songs[0]?.title ?? '?')
    expect(await isSounding(page)).toBe(true)
  })

  test('they are listed under ? and can be switched off there, also after a reload (WCAG 2.1.4)', async ({ page }) => {
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
  test('go on at the same second, as loud as the one before, and are named in the bar', async ({ page, context }) => {
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
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => elapsed(page)).toBeGreaterThanOrEqual(30)
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

test.describe('the queue panel', () => {
  /** What plays, and what follows it. */
  async function two(page: Page) {
    const [first, second] = [await album(0), await album(8)]
    await playRelease(page, first)
    await sounds(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click()
    await card(page, second).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Play later' }).click()
    await page.keyboard.press('Escape')
    await player(page).getByRole('button', { name: 'Queue' }).click()
    const next = queue(page).getByRole('region', { name: 'Up next' })
    await expect(next.locator('[data-queue-item]')).toHaveCount(1)
    return { first, second, next }
  }

  test.beforeEach(async ({ page, context }) => {
    await watchAudio(context)
    await giveSession(page)
  })

  test('QUEUE-006: an item that follows is played', async ({ page }) => {
    const { second, next } = await two(page)
    await next.getByRole('button', { name: `Play ${second.title}`, exact: true }).click()
    await expect(player(page)).toContainText(second.songs[0]?.title ?? '?')
    await expect(queue(page).getByRole('region', { name: 'Currently playing' })).toContainText(second.title)
    await sounds(page)
  })

  test('QUEUE-005: an item that follows is removed, and what plays goes on', async ({ page }) => {
    const { first, second, next } = await two(page)
    await next.getByRole('button', { name: `Remove ${second.title}`, exact: true }).click()
    await expect(next.locator('[data-queue-item]')).toHaveCount(0)
    await expect(player(page)).toContainText(first.songs[0]?.title ?? '?')
    expect(await isSounding(page)).toBe(true)
  })

  test('QUEUE-003, QUEUE-018, D-160: what follows is listed song by song; one is skipped and put back, the item stays', async ({
    page,
  }) => {
    const { first, second, next } = await two(page)
    const rest = next.getByRole('list', { name: 'The rest of what plays' })
    const uuids = () =>
      rest.getByRole('listitem').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.queueSong))
    await expect(rest.getByRole('listitem')).toHaveCount(first.songs.length - 1)
    for (const [n, song] of first.songs.slice(1).entries())
      await expect(rest.getByRole('listitem').nth(n)).toContainText(song.title)
    const before = await uuids()
    const skipped = rest.getByRole('listitem').first()
    await skipped.hover()
    await skipped.getByRole('button', { name: /^Skip / }).click()
    await expect.poll(uuids).toEqual(before.slice(1))
    await expect(queue(page).getByRole('region', { name: 'Currently playing' })).toContainText(first.title)
    await page.locator('[data-category="removedFromQueue"]').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(uuids).toEqual(before)

    // The songs of what was queued stand under it when they are asked for, and go one by one as well.
    const item = next.locator('[data-queue-item]')
    await item.getByRole('button', { expanded: false }).click()
    const songs = next.locator('[data-queue-item] ~ [data-queue-song]')
    await expect(songs).toHaveCount(second.songs.length)
    await songs.nth(1).hover()
    await songs
      .nth(1)
      .getByRole('button', { name: /^Skip / })
      .click()
    await expect(songs).toHaveCount(second.songs.length - 1)
    await expect(item).toContainText(`${second.songs.length - 1} songs`)

    // A song that follows can be played at once.
    await rest.getByRole('listitem').last().hover()
    await rest
      .getByRole('listitem')
      .last()
      .getByRole('button', { name: /^Play / })
      .click()
    await expect(player(page)).toContainText(first.songs.at(-1)?.title ?? '?')
    await expect(rest).toHaveCount(0)
    await sounds(page)
  })

  test('QUEUE-005: what plays is removed: the next item plays; paused, the player is reset', async ({ page }) => {
    const { first, second } = await two(page)
    const current = queue(page).getByRole('region', { name: 'Currently playing' })
    await current.getByRole('button', { name: `Remove ${first.title}`, exact: true }).click()
    await expect(player(page)).toContainText(second.songs[0]?.title ?? '?')
    await sounds(page)
    await player(page).getByRole('button', { name: 'Pause' }).click()
    await current.getByRole('button', { name: `Remove ${second.title}`, exact: true }).click()
    await expect(player(page)).toBeHidden()
  })

  test('QUEUE-004: a queue of nothing says so', async ({ page }) => {
    const release = await album(0)
    await playRelease(page, release)
    await player(page).getByRole('button', { name: 'Queue' }).click()
    await expect(queue(page).getByText('Your queue is empty')).toBeHidden()
    await player(page).getByRole('button', { name: 'Pause' }).click()
    await queue(page)
      .getByRole('button', { name: `Remove ${release.title}`, exact: true })
      .click()
    await expect(queue(page).getByText('Your queue is empty')).toBeVisible()
  })
})
