// The main job in stock Firefox: sign in, look, listen, search, take a WAV home, sign out.
import { expect, test } from './support/fixtures.ts'
import { cards, downloadRow, openDetail, openDownloads, player, pressDownload, signOut } from './support/product.ts'
import { complete, ownRelease, prepared } from './support/server.ts'

test.skip(({ launchOptions }) => launchOptions.executablePath === undefined, 'Firefox ESR is not there')
// Half a minute alone; a busy machine takes three times that.
test.setTimeout(120_000)

test('the main job in Firefox: from the sign-in to a checked WAV, and out again', async ({ page, watch }) => {
  // A font whose page was left before it had come.
  watch.allow(/downloadable font: download failed/)
  const release = await ownRelease(28, ({ songs }) => complete(songs) && songs.length >= 2 && songs.length <= 9)
  const [song] = release.songs
  if (!song) throw new Error('unreachable')
  await prepared(song, 'wav')
  await page.goto('/')
  // By keys, as a person: what Playwright fills in at once Firefox's driver hides from React.
  await page.getByRole('textbox', { name: 'Email' }).pressSequentially('verified@demo.test')
  await page.getByLabel('Password', { exact: true }).pressSequentially('Demo#2026')
  await page.keyboard.press('Enter')
  await expect(cards(page).first()).toBeVisible({ timeout: 30_000 })

  await openDetail(page, release)
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  await expect(player(page)).toContainText(song.title)
  // It sounds, or the machine has nothing to sound with: then it says so, and stays at this song.
  const silent = player(page).getByRole('status').filter({ hasText: 'This device plays no sound' })
  const moves = player(page).getByRole('slider', { name: 'Seek' })
  await expect
    .poll(
      async () => (await silent.count()) > 0 || !/^0:00/.test((await moves.getAttribute('aria-valuetext')) ?? '0:00'),
    )
    .toBe(true)
  await expect(player(page)).toContainText(song.title)

  await pressDownload(page, song, 'WAV')
  await openDownloads(page)
  await expect(downloadRow(page, song.title)).toHaveAttribute('data-status', 'finished', { timeout: 60_000 })
  await page.keyboard.press('Escape')
  await signOut(page)
})
