// The main job in stock Firefox: sign in, look, search, listen, take a WAV home, sign out; and its log replays.
import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { replay } from '#tests/support/replayed.ts'
import { expect, test } from './support/fixtures.ts'
import { openLogs, readLog, replayed } from './support/log.ts'
import { cards, downloadRow, openDownloads, player, pressDownload, signOut } from './support/product.ts'
import { complete, ownRelease, prepared } from './support/server.ts'

test.skip(({ launchOptions }) => launchOptions.executablePath === undefined, 'Firefox ESR 153 is not there')
// Half a minute alone; a busy machine takes three times that.
test.setTimeout(120_000)

/** Firefox's driver does not tell of files the page saves: the bytes are taken where the browser is handed them. */
const watchHanded = (page: Page) =>
  page.addInitScript(() => {
    const make = URL.createObjectURL.bind(URL)
    URL.createObjectURL = (blob: Blob) => {
      Object.assign(window, { handed: blob })
      return make(blob)
    }
  })

/** The bytes of the log the page handed to the browser, once it has. */
async function handed(page: Page): Promise<Buffer> {
  const ask = () =>
    page.evaluate(async () => {
      const { handed } = window as { handed?: Blob }
      if (handed?.type !== 'application/gzip') return ''
      let text = ''
      for (const byte of new Uint8Array(await handed.arrayBuffer())) text += String.fromCharCode(byte)
      return btoa(text)
    })
  await expect.poll(ask).not.toBe('')
  return Buffer.from(await ask(), 'base64')
}

test('the main job in Firefox: from the sign-in over a search to a checked WAV, a log that replays, and out again', {
  tag: '@long',
}, async ({ page, watch }) => {
  // A font whose page was left before it had come.
  watch.allow(/downloadable font: download failed/)
  const release = await ownRelease(28, ({ songs }) => complete(songs) && songs.length >= 2 && songs.length <= 9)
  const [song] = release.songs
  if (!song) throw new Error('unreachable')
  await prepared(song, 'wav')
  await watchHanded(page)
  await page.goto('/')
  // By keys, as a person: what Playwright fills in at once Firefox's driver hides from React.
  await page.getByRole('textbox', { name: 'Email' }).pressSequentially('verified@demo.test')
  await page.getByLabel('Password', { exact: true }).pressSequentially('Demo#2026')
  await page.keyboard.press('Enter')
  await expect(cards(page).first()).toBeVisible({ timeout: 30_000 })

  // All inside one page, as every load of it begins a log of its own.
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: 'Search', exact: true }).pressSequentially(release.title)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\//)
  await page.getByRole('main').locator(`a[href$="release=${release.releaseid}"]`).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: 'Info' }).click()
  await expect(page).toHaveURL(new RegExp(`/releases/releaseInfo/${release.releaseid}$`))
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

  const logs = await openLogs(page)
  await logs
    .getByRole('button', { name: /^Export/ })
    .first()
    .click()
  const path = test.info().outputPath('firefox.jsonl.gz')
  writeFileSync(path, await handed(page))
  const { log } = readLog(path)
  const result = replay(log)
  expect(result.difference, 'the log of Firefox replays in Node to the same hashes').toBeNull()
  expect(result.checkpoints).toBeGreaterThan(0)
  expect(log.checkpoints.at(-1)).toEqual({ seq: result.seq, state: result.state })
  const types = new Set([...log.events].map(({ type }) => type))
  for (const type of ['session.started', 'search.answered', 'player.releaseChosen', 'download.stored'])
    expect([...types]).toContain(type)
  expect(replayed(path).said).toContain('agrees with every checkpoint')
  await page.keyboard.press('Escape')
  await signOut(page)
})
