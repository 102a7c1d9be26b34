import { replay } from '#tests/support/replayed.ts'
import { expect, test } from './support/fixtures.ts'
import { exported, openLogs, replayed } from './support/log.ts'
import {
  card,
  cards,
  elapsed,
  fileOf,
  openDownloads,
  player,
  pressDownload,
  scroller,
  signIn,
  signInByHand,
  signOut,
} from './support/product.ts'
import { complete, findRelease, prepared } from './support/server.ts'

test.describe('event log', () => {
  test('the log of a long run replays in Node to the same state hash', { tag: '@long' }, async ({ page }) => {
    test.setTimeout(180_000)
    const release = await findRelease(0, ({ songs }) => songs.length >= 2 && songs.length < 5 && complete(songs))
    const [first, second] = release.songs
    if (!first || !second) throw new Error('unreachable')
    for (const song of release.songs) await prepared(song, 'mp3')
    await signInByHand(page)
    await expect(cards(page).first()).toBeVisible()
    await scroller(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }))
    await expect(cards(page).first()).toBeVisible()
    await scroller(page).evaluate((element) => element.scrollTo({ top: 0 }))
    // Always inside the page: every load of it begins a log of its own.
    await card(page, release).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Info' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(() => elapsed(page), { timeout: 20_000 }).toBeGreaterThan(0)
    await player(page).getByRole('button', { name: 'Next' }).click()
    await expect(player(page)).toContainText(second.title)
    await player(page).getByRole('button', { name: 'Pause' }).click()
    await fileOf(page, () => pressDownload(page, first, 'MP3'))
    await fileOf(page, () => page.getByRole('button', { name: 'Download all (MP3)' }).click(), 55_000)
    await openDownloads(page)
    await page.getByRole('button', { name: 'Clear completed' }).click()
    await page.keyboard.press('Escape')

    const dialog = await openLogs(page)
    const { log, text, path } = await exported(page, dialog.getByRole('button', { name: /^Export/ }).first())
    const result = replay(log)
    expect(result.difference).toBeNull()
    expect(result.checkpoints).toBeGreaterThan(3)
    const last = log.checkpoints.at(-1)
    expect(last, 'the export ends with a checkpoint of the browser').toMatchObject({
      seq: result.seq,
      state: result.state,
    })
    const types = new Set([...log.events].map(({ type }) => type))
    for (const type of [
      'session.started',
      'player.releaseChosen',
      'download.stored',
      'download.completedCleared',
    ] as const)
      expect(types, type).toContain(type)
    expect(text, 'no password').not.toContain('Demo#2026')
    expect(text, 'no token').not.toMatch(/eyJ[\w-]{10,}\./)
    expect(text, 'no person').not.toContain('verified@demo.test')
    expect(log.header).toMatchObject({ masked: true, settings: { preferredFormat: 'mp3' } })
    const { code, said } = replayed(path)
    expect(said).toContain('agrees with every checkpoint')
    expect(code).toBe(0)

    await dialog.getByRole('checkbox', { name: 'Keep names, e-mail addresses and messages' }).click()
    const kept = await exported(page, dialog.getByRole('button', { name: /^Export/ }).first())
    expect(kept.text).toContain('verified@demo.test')
    expect(kept.log.header.masked).toBeUndefined()
    expect(replay(kept.log).difference).toBeNull()
    expect(kept.log.checkpoints.slice(0, log.checkpoints.length), 'the same states').toEqual(log.checkpoints)
  })

  test('signing out closes the log, and only the same player can export it later', { tag: '@long' }, async ({
    page,
  }) => {
    await signInByHand(page)
    const mine = await exported(page, (await openLogs(page)).getByRole('button', { name: /^Export/ }).first())
    await page.keyboard.press('Escape')
    await signOut(page)

    await signIn(page, 'staff@demo.test')
    const theirs = await openLogs(page)
    await expect(theirs.getByRole('listitem')).toHaveCount(1)
    await theirs.getByRole('checkbox', { name: 'Keep names, e-mail addresses and messages' }).click()
    const foreign = await exported(page, theirs.getByRole('button', { name: /^Export/ }))
    expect(foreign.log.header.logId).not.toBe(mine.log.header.logId)
    expect(foreign.text).not.toContain('verified@demo.test')
    await page.keyboard.press('Escape')
    await signOut(page)

    await signIn(page, 'verified@demo.test')
    const again = await openLogs(page)
    const buttons = again.getByRole('button', { name: /^Export/ })
    await expect(buttons).toHaveCount(2)
    const older = await exported(page, buttons.nth(1))
    expect(older.log.header.logId).toBe(mine.log.header.logId)
    expect([...older.log.events].some(({ type }) => type === 'session.ended')).toBe(true)
    expect(replay(older.log).difference).toBeNull()
  })

  test('what was not exported survives a reload', async ({ page }) => {
    const release = await findRelease(2, () => true)
    await signIn(page)
    await card(page, release).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    // A segment is written after a quarter of a second.
    await page.waitForTimeout(2000)
    await page.reload()
    // The address names the release, so it is open again.
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    const buttons = (await openLogs(page)).getByRole('button', { name: /^Export/ })
    await expect(buttons).toHaveCount(2)
    const { log } = await exported(page, buttons.nth(1))
    expect([...log.events].some(({ type }) => type === 'release.opened')).toBe(true)
    expect(replay(log).difference).toBeNull()
  })
})
