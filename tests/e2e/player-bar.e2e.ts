/** What the player keeps over a reload. */
import { playRelease, seekTo, sounds, volumeHeard, watchAudio } from './support/audio.ts'
import { expect, test } from './support/fixtures.ts'
import { kept } from './support/kept.ts'
import { giveSession, player } from './support/product.ts'
import { complete, findRelease, prepared } from './support/server.ts'

const album = (from: number) => findRelease(from, ({ songs }) => songs.length >= 3 && complete(songs))

test.describe('the play bar', () => {
  test.beforeEach(async ({ page, context }) => {
    await watchAudio(context)
    await giveSession(page)
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

  test('PLAYER-009: mute remembers the volume across a reload, and dragging up unmutes', { tag: '@long' }, async ({
    page,
  }) => {
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
})
