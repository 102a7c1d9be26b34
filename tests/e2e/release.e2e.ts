import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { ReleaseDetail } from '#core/model/catalogue/release.ts'
import { PROMO_PANEL_DEFAULT_PX, PROMO_PANEL_NARROW_PX, PROMO_PANEL_WIDE_PX } from '#core/model/constants.ts'
import { clock, isoFromSeconds, longDate } from '#core/model/text/formats.ts'
import { axeFaults } from './support/axe.ts'
import { expect, serverUrl, test } from './support/fixtures.ts'
import { card, cards, elapsed, fileOf, giveSession, openDetail, player, songRow } from './support/product.ts'
import { complete, detail, findRelease, listPage, ownRelease, spoil } from './support/server.ts'

const modal = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title })
const button = (at: Page | Locator, name: string): Locator => at.getByRole('button', { name, exact: true })
const main = (page: Page): Locator => page.getByRole('main')

async function openModal(page: Page, release: Pick<ReleaseDetail, 'releaseid' | 'title'>): Promise<Locator> {
  await page.goto(`/releases?release=${release.releaseid}`)
  const dialog = modal(page, release.title)
  await expect(dialog.locator('[data-track-id]').first()).toBeVisible()
  return dialog
}

/** An ordinary album with an e-mail; marks are set on it, so each test names its own place. */
const marked = (place: number) =>
  ownRelease(place, ({ songs, promoinfo }) => songs.length >= 3 && complete(songs) && promoinfo !== '')
const album = () => findRelease(0, ({ songs, promoinfo }) => songs.length >= 4 && complete(songs) && promoinfo !== '')

test.beforeEach(async ({ page }) => {
  await giveSession(page)
})

test.describe('the release modal', () => {
  test('RELEASE-018: FORMAT-005: shows cover, artist, title, song summary, markets, label and tracks, and can be closed', async ({
    page,
  }) => {
    const release = await findRelease(0, ({ markettags, songs }) => markettags.length >= 2 && songs.length >= 3)
    const dialog = await openModal(page, release)
    await expect(dialog.getByRole('heading', { name: release.title })).toBeVisible()
    await expect(dialog).toContainText(release.artist)
    await expect(dialog).toContainText(release.labels[0]?.name ?? '?')
    await expect(dialog).toContainText(`${release.trackcount} songs : ${clock(release.duration)}`)
    await expect(dialog.locator('[data-track-id]')).toHaveCount(release.songs.length)
    await expect
      .poll(() =>
        dialog.locator('img').evaluateAll((all) => all.map((one) => new URL((one as HTMLImageElement).src).pathname)),
      )
      .toEqual(
        expect.arrayContaining([
          expect.stringContaining('/images/covers/'),
          expect.stringContaining('/images/markets/'),
        ]),
      )
    await button(dialog, 'Close').click()
    await expect(dialog).toBeHidden()
  })

  test('RELEASE-019: downloads are offered where they are allowed, and absent on a stream-only release', async ({
    page,
  }) => {
    const dialog = await openModal(page, await album())
    await expect(button(dialog, 'Download all (WAV)')).toBeVisible()
    await expect(button(dialog, 'Download all (MP3)')).toBeVisible()
    const closed = await openModal(page, await detail('demo-stream-only'))
    await expect(button(closed, 'Play')).toBeVisible()
    await expect(closed.getByRole('button', { name: /Download/ })).toHaveCount(0)
  })

  test('RELEASE-020: RELEASE-021: RELEASE-022: play next and play later once per opening, then a done mark', async ({
    page,
  }) => {
    const release = await album()
    const dialog = await openModal(page, release)
    for (const name of ['Play next', 'Play later']) {
      await button(dialog, name).click()
      await expect(button(dialog, name)).toHaveAttribute('data-done', 'true')
      await button(dialog, name).click({ force: true })
    }
    await button(dialog, 'Play').click()
    await expect(button(dialog, 'Pause')).toBeVisible()
    await button(dialog, 'Close').click()
    await player(page).getByRole('button', { name: 'Queue' }).click()
    await expect(page.locator('[data-queue-item]')).toHaveCount(2)
    const again = await openModal(page, release)
    await expect(button(again, 'Play next')).not.toHaveAttribute('data-done', 'true')
  })

  test('RELEASE-023: info leads to the release page', async ({ page }) => {
    const release = await album()
    const dialog = await openModal(page, release)
    await dialog.getByRole('link', { name: 'Info' }).click()
    await expect(page).toHaveURL(new RegExp(`/releases/releaseInfo/${release.releaseid}$`))
  })

  test('RELEASE-024: FLAG-002: FLAG-003: flag by state, its songs too, with a message that takes it back', async ({
    page,
  }) => {
    const release = await marked(20)
    const dialog = await openModal(page, release)
    await button(dialog, 'Flag').click()
    await expect(button(dialog, 'Unflag')).toBeVisible()
    for (const { title, trackid } of release.songs)
      await expect(button(songRow(page, trackid), `Flag ${title}`)).toHaveAttribute('aria-pressed', 'true')
    const notice = page.locator('[data-category="flag"]')
    await expect(notice).toContainText(release.title)
    expect((await detail(release.releaseid)).flaggedtrackcount).toBe(release.songs.length)
    await button(notice, 'Undo').click()
    await expect(button(dialog, 'Flag')).toBeVisible()
    await expect(page.locator('[data-category="unFlag"]')).toBeVisible()
    expect((await detail(release.releaseid)).flaggedtrackcount).toBe(0)
  })

  test('RELEASE-025: ARCHIVE-002: ARCHIVE-003: archive takes the flag and leaves the gallery; undo brings both back', async ({
    page,
  }) => {
    const { releases } = await listPage(1)
    const first = releases.find(({ releaseid, candownload }) => candownload && !releaseid.startsWith('demo-'))
    if (!first) throw new Error('unreachable')
    await page.goto('/releases')
    await expect(card(page, first)).toBeVisible()
    const dialog = await openModal(page, first)
    await button(dialog, 'Flag').click()
    await expect(button(dialog, 'Unflag')).toBeVisible()
    await button(dialog, 'Archive').click()
    await expect(button(dialog, 'Restore')).toBeVisible()
    await expect(page.locator('[data-category="archive"]')).toBeVisible()
    await expect(page.locator('[data-category="unFlag"]')).toBeVisible()
    await expect(button(dialog, 'Flag')).toHaveAttribute('aria-disabled', 'true')
    expect(await detail(first.releaseid)).toMatchObject({ archived: true, flagged: false, flaggedtrackcount: 0 })
    await expect(card(page, first)).toHaveCount(0)
    await button(page.locator('[data-category="archive"]'), 'Undo').click()
    await expect(button(dialog, 'Unflag')).toBeVisible()
    await expect(button(dialog, 'Archive')).toBeVisible()
    await expect(card(page, first)).toHaveCount(1)
    expect(await detail(first.releaseid)).toMatchObject({ archived: false, flagged: true })
    await button(dialog, 'Unflag').click()
    await expect(button(dialog, 'Flag')).toBeVisible()
  })

  test('FLAG-010: ARCHIVE-005: a mark that fails changes nothing and says nothing; it is busy meanwhile', async ({
    page,
  }) => {
    const release = await marked(21)
    const dialog = await openModal(page, release)
    for (const [name, path] of [
      ['Flag', 'flag'],
      ['Archive', 'archive'],
    ] as const) {
      await spoil({ method: 'POST', path: `/api/releases/${release.releaseid}/${path}`, status: 500, delayMs: 1500 })
      await button(dialog, name).click()
      await expect(button(dialog, name)).toHaveAttribute('aria-busy', 'true')
      await expect(button(dialog, name)).not.toHaveAttribute('aria-busy', 'true')
      await expect(button(dialog, name)).toBeVisible()
    }
    await expect(page.locator('[data-category]')).toHaveCount(0)
  })

  test('RELEASE-026: the add-to menu holds what there is to add to, and obeys once per opening', async ({ page }) => {
    const dialog = await openModal(page, await album())
    await button(dialog, 'Play next').click()
    await button(dialog, 'Add to').click()
    const menu = page.getByRole('menu', { name: 'Add to' })
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Added to the queue',
      'Play later',
      'Add to playlist',
      'Create playlist',
    ])
    await menu.getByRole('menuitem', { name: 'Play later' }).click()
    await expect(button(dialog, 'Play later')).toHaveAttribute('data-done', 'true')
  })

  test('RELEASE-048: on the phone the modal keeps its archive button', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const dialog = await openModal(page, await album())
    await expect(button(dialog, 'Archive')).toBeVisible()
  })

  for (const [code, id, text] of [
    ['RELEASE-050', 'demo-forbidden', 'You do not have permission to access this release'],
    ['RELEASE-051', 'demo-withdrawn', 'This release is no longer available'],
  ])
    test(`${code}: GALLERY-020: from the gallery a refusal is told over it (D-091)`, async ({ page }) => {
      await page.goto(`/releases?release=${id}`)
      const error = page.getByRole('alertdialog')
      await expect(error).toContainText(text ?? '')
      await expect(error.getByRole('button')).toHaveCount(1)
      await button(error, 'OK').click()
      await expect(page).toHaveURL(/\/releases$/)
      await expect(cards(page).first()).toBeVisible()
    })
})

test.describe('the release page', () => {
  test('RELEASE-027: RELEASE-028: RELEASE-029: breadcrumbs, facts and three tabs with their counts', async ({
    page,
  }) => {
    const release = await findRelease(
      0,
      ({ songs, attachments, impactdate }) => songs.length > 2 && attachments.length > 0 && impactdate !== null,
    )
    await openDetail(page, release)
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(crumbs).toContainText(`Release Information - ${release.title}`)
    await expect(crumbs.getByRole('link', { name: 'Releases' })).toHaveAttribute('href', '/releases')
    await expect(main(page)).toContainText(longDate(release.available))
    await expect(main(page)).toContainText(longDate(isoFromSeconds(release.impactdate)))
    const tabs = page.getByRole('tab')
    await expect(tabs).toHaveText([
      `Tracklist${release.songs.length}`,
      'Metadata',
      `Attachments${release.attachments.length}`,
    ])
    await expect(main(page).locator('[data-track-id]')).toHaveCount(release.songs.length)
    await tabs.first().focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Metadata' })).toBeFocused()
    await expect(button(page, 'Expand all')).toBeVisible()
    await page.keyboard.press('End')
    await expect(page.getByRole('tab', { name: 'Attachments' })).toHaveAttribute('aria-selected', 'true')
    await crumbs.getByRole('link', { name: 'Releases' }).click()
    await expect(page).toHaveURL(/\/releases$/)
  })

  test('RELEASE-043: tracks that may be downloaded over all tracks', async ({ page }) => {
    const release = await album()
    await openDetail(page, release)
    await expect(main(page)).toContainText(`${release.songs.length}/${release.songs.length} tracks`)
    await page.goto('/releases/releaseInfo/demo-stream-only')
    await expect(main(page)).toContainText('0/5 tracks')
  })

  test('RELEASE-046: DOWNLOAD-025: a stream-only release has its downloads disabled and says why', async ({ page }) => {
    await page.goto('/releases/releaseInfo/demo-stream-only')
    for (const name of ['Download all (WAV)', 'Download all (MP3)']) {
      await expect(button(page, name)).toHaveAttribute('aria-disabled', 'true')
      await expect(button(page, name)).toHaveAccessibleDescription(/^Stream only/)
    }
    await button(page, 'Download all (WAV)').hover()
    await expect(page.locator('[popover]', { hasText: 'Stream only' })).toBeVisible()
    await expect(main(page).locator('[data-track-id]').first()).toContainText('Stream only')
    await expect(main(page).getByRole('button', { name: /as (WAV|MP3)$/ })).toHaveCount(0)
  })

  test('RELEASE-016: RELEASE-047: DOWNLOAD-025: without the capability nothing can be downloaded', async ({ page }) => {
    await page.context().route('**/api/options', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as object
      await route.fulfill({ response: answer, json: { ...body, capabilities: { download: false } } })
    })
    await openDetail(page, await album())
    await expect(button(page, 'Download all (WAV)')).toHaveAttribute('aria-disabled', 'true')
    await expect(button(page, 'Download all (MP3)')).toHaveAttribute('aria-disabled', 'true')
    await expect(main(page).getByRole('button', { name: /as (WAV|MP3)$/ })).toHaveCount(0)
  })

  test('a release of videos alone says that it is one, and takes no download as WAV or MP3', async ({ page }) => {
    const release = await album()
    await page.context().route(`**/api/releases/${release.releaseid}`, async (route) => {
      const answer = await route.fetch()
      const body = ReleaseDetail.parse(await answer.json())
      const songs = body.songs.map((song) => ({ ...song, assettype: 'video', formats: ['mp4'] }))
      await route.fulfill({ response: answer, json: { ...body, songs, trackcount: 0, videocount: songs.length } })
    })
    await openDetail(page, release)
    for (const name of ['Download all (WAV)', 'Download all (MP3)']) {
      await expect(button(page, name)).toHaveAttribute('aria-disabled', 'true')
      await expect(button(page, name)).toHaveAccessibleDescription(/^This release holds videos only/)
    }
  })

  test('nothing offers contact or sharing that could not be had', async ({ page }) => {
    const release = await findRelease(0, ({ commenting_enabled, allow_sharing }) => commenting_enabled && allow_sharing)
    await openDetail(page, release)
    await expect(main(page).getByRole('button', { name: /contact|share/i })).toHaveCount(0)
    await expect(main(page).getByRole('link', { name: /contact|share/i })).toHaveCount(0)
  })

  test('RELEASE-034: on the phone a back arrow goes to the releases', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openDetail(page, await album())
    await button(page, 'Back').click()
    await expect(page).toHaveURL(/\/releases$/)
  })

  test('RELEASE-035: RELEASE-049: a missing release has a view of its own with a way to the releases', async ({
    page,
  }) => {
    await page.goto('/releases/releaseInfo/no-such-release')
    await expect(main(page)).toContainText('no access to release')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await main(page).getByRole('link', { name: 'Releases' }).click()
    await expect(page).toHaveURL(/\/releases$/)
  })

  async function refused(page: Page, id: string, text: string): Promise<void> {
    await page.goto(`/releases/releaseInfo/${id}`)
    const error = page.getByRole('alertdialog')
    await expect(error).toContainText(text)
    await expect(error.getByRole('button')).toHaveCount(1)
    await button(error, 'OK').click()
    await expect(page).toHaveURL(/\/releases$/)
  }
  test('RELEASE-050: SHELL-021: a release that is not for this player: the error modal, and OK goes to the releases', async ({
    page,
  }) => {
    await refused(page, 'demo-forbidden', 'You do not have permission to access this release')
  })
  test('RELEASE-051: SHELL-021: a release that was withdrawn', async ({ page }) => {
    await refused(page, 'demo-withdrawn', 'This release is no longer available')
  })
  test('RELEASE-052: SHELL-021: any other failure', async ({ page }) => {
    await page.context().route('**/api/releases/r-broken', (route) => route.fulfill({ status: 500, body: '{}' }))
    await refused(page, 'r-broken', 'Cannot fetch information about this release.')
  })

  test('the cover opens large, closes with Escape and gives the focus back', async ({ page }) => {
    const release = await album()
    await openDetail(page, release)
    const opener = button(page, `Show the cover of ${release.title} large`)
    await opener.focus()
    await page.keyboard.press('Enter')
    const large = page.getByRole('dialog', { name: `Cover of ${release.title}` })
    await expect(large.locator('img')).toHaveAttribute('src', release.coverart)
    expect(release.coverart).toContain('-1400.')
    await expect(button(large, 'Close')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(large).toBeHidden()
    await expect(opener).toBeFocused()
  })
})

test.describe('songs', () => {
  test('RELEASE-011: RELEASE-012: RELEASE-013: FORMAT-004: number, artist, title, version, explicit, markets, video and duration', async ({
    page,
  }) => {
    const release = await findRelease(0, ({ songs }) =>
      songs.some(({ version, assettype }) => version !== '' && assettype === 'audio'),
    )
    await openDetail(page, release)
    for (const song of release.songs) {
      const row = songRow(page, song.trackid)
      await expect(row).toContainText(String(song.ordinal))
      await expect(row).toContainText(song.title)
      await expect(row).toContainText(song.artist)
      if (song.version !== '') await expect(row).toContainText(`(${song.version})`)
      if (song.assettype === 'audio') await expect(row).toContainText(clock(song.duration))
      await expect(row.getByRole('img', { name: 'Explicit' })).toHaveCount(song.explicit ? 1 : 0)
      const logos = song.market_tags.filter((market) => market !== 'cancon').length
      await expect(row.locator('img[src*="/images/markets/"]')).toHaveCount(Math.min(2, logos))
    }
    await page.goto('/releases/releaseInfo/demo-video-only')
    const video = main(page).locator('[data-track-id]').first()
    await expect(video.getByRole('img', { name: 'Video' })).toBeVisible()
    await expect(video.getByRole('button', { name: /^Play / })).toHaveCount(0)
  })

  test('RELEASE-014: FLAG-005: FLAG-007: a song is played and flagged from its row', async ({ page }) => {
    const release = await marked(22)
    const song = release.songs[1]
    if (!song) throw new Error('unreachable')
    await openDetail(page, release)
    const flag = button(songRow(page, song.trackid), `Flag ${song.title}`)
    await songRow(page, song.trackid).hover()
    await expect(button(songRow(page, song.trackid), `Play ${song.title}`)).toBeVisible()
    await flag.click()
    await expect(flag).toHaveAttribute('aria-pressed', 'true')
    await expect(page.locator('[data-category="flag"]')).toContainText(song.title)
    expect(await detail(release.releaseid)).toMatchObject({ flagged: false, flaggedtrackcount: 1 })
    await flag.click()
    await expect(flag).toHaveAttribute('aria-pressed', 'false')
    await expect(page.locator('[data-category="unFlag"]')).toBeVisible()
  })

  test('RELEASE-015: a song that may be downloaded has WAV and MP3', async ({ page }) => {
    const release = await album()
    await openDetail(page, release)
    for (const { trackid, title } of release.songs.slice(0, 2))
      for (const format of ['WAV', 'MP3'])
        await expect(button(songRow(page, trackid), `Download ${title} as ${format}`)).toHaveText(format)
  })

  test('RELEASE-017: its menu puts the song alone into the queue', async ({ page }) => {
    const release = await album()
    const [first, second] = release.songs
    if (!first || !second) throw new Error('unreachable')
    await openDetail(page, release)
    await songRow(page, first.trackid).hover()
    await button(songRow(page, first.trackid), `Play ${first.title}`).click()
    await songRow(page, second.trackid).hover()
    await button(songRow(page, second.trackid), `More actions for ${second.title}`).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Play next',
      'Play later',
      'Add to playlist',
      'Create playlist',
    ])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await player(page).getByRole('button', { name: 'Queue' }).click()
    const queue = page.getByRole('complementary', { name: 'Play queue' })
    await expect(
      queue.getByRole('region', { name: 'Up next' }).getByRole('button', { name: `Remove ${second.title}` }),
    ).toBeVisible()
  })

  test('each song draws its waveform, and a press in it plays from there', async ({ page }) => {
    const release = await album()
    const song = release.songs[1]
    if (!song) throw new Error('unreachable')
    await openDetail(page, release)
    const wave = songRow(page, song.trackid).locator('[data-waveform="loaded"]')
    await expect(wave).toBeVisible({ timeout: 20_000 })
    const drawn = await wave.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      let painted = 0
      for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) painted++
      return painted / (canvas.width * canvas.height)
    })
    expect(drawn).toBeGreaterThan(0.1)
    expect(drawn).toBeLessThan(0.7)
    const box = await wave.boundingBox()
    if (!box) throw new Error('unreachable')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect(player(page)).toContainText(song.title)
    await expect.poll(() => elapsed(page), { timeout: 20_000 }).toBeGreaterThan(song.duration / 2 - 5)
  })
})

test.describe('metadata and attachments', () => {
  test('RELEASE-036: RELEASE-037: rows open one by one and all together', async ({ page }) => {
    const release = await album()
    await openDetail(page, release)
    await page.getByRole('tab', { name: 'Metadata' }).click()
    const rows = main(page).getByRole('tabpanel').locator('button[aria-controls]')
    const open = main(page).getByRole('tabpanel').locator('button[aria-controls][aria-expanded="true"]')
    await rows.nth(1).click()
    await rows.nth(2).click()
    await expect(open).toHaveCount(2)
    await expect(main(page)).toContainText(release.songs[1]?.isrc ?? '?')
    await rows.nth(1).click()
    await expect(open).toHaveCount(1)
    await button(page, 'Expand all').click()
    await expect(open).toHaveCount(release.songs.length)
    await button(page, 'Collapse all').click()
    await expect(open).toHaveCount(0)
  })

  test('RELEASE-038: lyrics show 100 characters, and all of them on demand', async ({ page }) => {
    const release = await album()
    const lyrics = Array.from({ length: 10_000 }, (_, at) => String.fromCharCode(97 + (at % 26))).join('')
    await page.context().route(`**/api/releases/${release.releaseid}`, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as ReleaseDetail
      const songs = body.songs.map((song, at) => ({ ...song, lyrics: at === 0 ? lyrics : 'x'.repeat(100) }))
      await route.fulfill({ response: answer, json: { ...body, songs } })
    })
    await openDetail(page, release)
    await page.getByRole('tab', { name: 'Metadata' }).click()
    await button(page, 'Expand all').click()
    await expect(main(page)).toContainText(`${lyrics.slice(0, 100)}…`)
    await expect(main(page)).not.toContainText(lyrics.slice(0, 101))
    await expect(button(page, 'Read more')).toHaveCount(1)
    await button(page, 'Read more').click()
    await expect(main(page)).toContainText(lyrics)
    await button(page, 'Read less').click()
    await expect(main(page)).not.toContainText(lyrics.slice(0, 101))
  })

  test('RELEASE-039: RELEASE-040: attachments tell title and size, and are saved under their title', async ({
    page,
  }) => {
    const release = await findRelease(0, ({ attachments }) => attachments.length > 0)
    const [attachment] = release.attachments
    if (!attachment) throw new Error('unreachable')
    await openDetail(page, release)
    await page.getByRole('tab', { name: 'Attachments' }).click()
    const save = button(page, `Download ${attachment.title}`)
    await expect(save).toContainText(`${(attachment.size / 1_048_576).toFixed(3)} MB`)
    const file = await fileOf(page, () => save.click())
    expect(file.suggestedFilename()).toBe(attachment.title)
    expect((await readFile(await file.path())).length).toBe(attachment.size)
    await expect(save).not.toHaveAttribute('aria-busy', 'true')
  })

  test('RELEASE-040: an attachment that cannot be had says so', async ({ page }) => {
    const release = await ownRelease(23, ({ attachments }) => attachments.length > 0)
    await page.context().route('**/api/attachments/**', (route) => route.fulfill({ status: 404, body: '{}' }))
    await openDetail(page, release)
    await page.getByRole('tab', { name: 'Attachments' }).click()
    await button(page, `Download ${release.attachments[0]?.title}`).click()
    await expect(page.locator('[data-category="hasError"]')).toContainText('The attachment could not be downloaded')
  })

  test('RELEASE-041: without attachments a message stands in their place', async ({ page }) => {
    await page.goto('/releases/releaseInfo/demo-no-attachments')
    await page.getByRole('tab', { name: 'Attachments' }).click()
    await expect(main(page)).toContainText('No attachments for this release')
  })

  test('RELEASE-042: a report opens in a window of its own, without a token in its address', async ({ page }) => {
    const release = await album()
    await openDetail(page, release)
    await page.getByRole('tab', { name: 'Metadata' }).click()
    const [csv] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Metadata report (CSV)' }).click(),
    ])
    await csv.waitForURL(/^blob:/)
    expect(csv.url()).not.toContain('token')
    await expect(csv.locator('body')).toContainText(release.songs[0]?.isrc ?? '?')
    expect(await csv.evaluate(() => window.opener)).toBeNull()
    await csv.close()
    await expect(page.getByRole('link', { name: 'Metadata report (PDF)' })).toBeVisible()
  })

  test('RELEASE-042: a report that fails closes its window and says so (D-089)', async ({ page }) => {
    await page.context().route('**/report?**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await openDetail(page, await album())
    await page.getByRole('tab', { name: 'Metadata' }).click()
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Metadata report (PDF)' }).click(),
    ])
    await expect.poll(() => popup.isClosed()).toBe(true)
    await expect(page.locator('[data-category="hasError"]')).toContainText('The metadata report could not be opened')
  })
})

test.describe('the promotional e-mail', () => {
  async function widthAt(page: Page, width: number): Promise<number | undefined> {
    await page.setViewportSize({ width, height: 900 })
    const panel = page.getByRole('region', { name: 'Promotional email' })
    await expect(panel).toBeVisible()
    // Beside the tracks: at the right edge, from the top on.
    await expect
      .poll(async () => {
        const box = await panel.boundingBox()
        return [(box?.x ?? 0) + (box?.width ?? 0), (box?.y ?? 999) < 100]
      })
      .toEqual([width, true])
    return (await panel.boundingBox())?.width
  }

  test('RELEASE-031: its panel is 568 px wide by default', async ({ page }) => {
    await openDetail(page, await album())
    for (const width of [1440, 1919]) expect(await widthAt(page, width)).toBe(PROMO_PANEL_DEFAULT_PX)
    expect(PROMO_PANEL_DEFAULT_PX).toBe(568)
  })
  test('RELEASE-032: it is 320 px wide at 1024 to 1439', async ({ page }) => {
    await openDetail(page, await album())
    for (const width of [1024, 1439]) expect(await widthAt(page, width)).toBe(PROMO_PANEL_NARROW_PX)
    expect(PROMO_PANEL_NARROW_PX).toBe(320)
  })
  test('RELEASE-033: it is 860 px wide at 1920 and above', async ({ page }) => {
    await openDetail(page, await album())
    for (const width of [1920, 2400]) expect(await widthAt(page, width)).toBe(PROMO_PANEL_WIDE_PX)
    expect(PROMO_PANEL_WIDE_PX).toBe(860)
  })
  test('below 1024 it lies under the tracks, never wider than the screen (D-087)', async ({ page }) => {
    await openDetail(page, await album())
    for (const width of [900, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const panel = page.getByRole('region', { name: 'Promotional email' })
      await panel.scrollIntoViewIfNeeded()
      const box = await panel.boundingBox()
      expect(box?.width).toBeLessThanOrEqual(Math.min(568, width))
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    }
  })

  test('RELEASE-030: it is shown, and its links open in a new tab without a way back', async ({ page }) => {
    const release = await album()
    await openDetail(page, release)
    const frame = page.getByRole('region', { name: 'Promotional email' }).frameLocator('iframe')
    await expect(frame.locator('body')).toContainText(release.artist)
    const link = frame.getByRole('link').first()
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
    await button(page, 'Hide the promotional email').click()
    await expect(page.locator('iframe')).toHaveCount(0)
  })

  test('RELEASE-030: a hostile one runs nothing, calls nobody, restyles nothing and leads nowhere (D-088, P9)', async ({
    page,
  }) => {
    const left: string[] = []
    page.context().on('request', (request) => {
      if (!request.url().startsWith(serverUrl()) && !/^(blob|data):/.test(request.url())) left.push(request.url())
    })
    await page.goto('/releases/releaseInfo/demo-hostile-html')
    const panel = page.getByRole('region', { name: 'Promotional email' })
    const frame = panel.frameLocator('iframe')
    await expect(frame.locator('body')).toContainText('This text is harmless and may be read.')
    await expect(frame.getByText('This text is harmless and may be read.')).toBeVisible()
    await page.waitForTimeout(1500)
    expect(left).toEqual([])
    expect(await page.evaluate(() => (window as unknown as { hostile?: boolean }).hostile ?? false)).toBe(false)
    expect(await page.title()).not.toBe('owned')
    expect(page.url()).toContain('/releases/releaseInfo/demo-hostile-html')
    const element = panel.locator('iframe')
    expect((await element.getAttribute('sandbox'))?.split(' ').sort()).toEqual([
      'allow-popups',
      'allow-popups-to-escape-sandbox',
    ])
    const inside = page.frames().find((one) => one.url().includes('/promo?'))
    const inner = await inside?.evaluate(() => ({
      scripts: document.scripts.length,
      loaders: document.querySelectorAll('img,iframe,object,embed,form,link,meta[http-equiv],base,svg').length,
      origin: self.origin,
    }))
    expect(inner).toEqual({ scripts: 0, loaders: 0, origin: 'null' })
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/promo?')),
      page.reload(),
    ])
    expect(answer.headers()['content-security-policy']).toContain("default-src 'none'")
    // The title is as hostile, and is text.
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      'Hostile <b>Weather</b> <img src=x onerror=alert(1)>',
    )
    await expect(main(page).locator('[data-track-id]').first()).toContainText('"><script>window.hostile=true</script>')
  })

  test('RELEASE-030: pictures from elsewhere load when they are asked for', async ({ page }) => {
    const asked: string[] = []
    await page.context().route('https://attacker.example/**', (route) => {
      asked.push(route.request().url())
      return route.fulfill({ status: 204 })
    })
    await page.goto('/releases/releaseInfo/demo-hostile-html')
    await button(page, 'Show 1 picture').click()
    await expect.poll(() => asked).toEqual(['https://attacker.example/pixel.png'])
  })

  test('RELEASE-030: one that cannot be loaded says so and can be tried again', async ({ page }) => {
    const release = await album()
    await page
      .context()
      .route('**/promo/address**', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
    await openDetail(page, release)
    const panel = page.getByRole('region', { name: 'Promotional email' })
    await expect(panel).toContainText('The promotional email could not be loaded.')
    await button(panel, 'Try again').click()
    await expect(panel.frameLocator('iframe').locator('body')).toContainText(release.artist)
  })
})

test.describe('accessible', () => {
  for (const colorScheme of ['dark', 'light'] as const)
    test(`axe finds nothing in any state of a release (${colorScheme})`, async ({ page }) => {
      test.slow()
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const release = await marked(24)
      const dialog = await openModal(page, release)
      await button(dialog, 'Flag').click()
      await expect(button(dialog, 'Unflag')).toBeVisible()
      expect(await axeFaults(page)).toEqual([])
      await button(dialog, 'Unflag').click()
      await expect(button(dialog, 'Flag')).toBeVisible()
      await openDetail(page, release)
      await expect(page.locator('iframe')).toBeVisible()
      expect(await axeFaults(page)).toEqual([])
      await page.getByRole('tab', { name: 'Metadata' }).click()
      await button(page, 'Expand all').click()
      expect(await axeFaults(page)).toEqual([])
      await page.getByRole('tab', { name: 'Attachments' }).click()
      expect(await axeFaults(page)).toEqual([])
      await button(page, `Show the cover of ${release.title} large`).click()
      expect(await axeFaults(page)).toEqual([])
      await page.goto('/releases/releaseInfo/demo-stream-only')
      await expect(main(page).locator('[data-track-id]').first()).toBeVisible()
      expect(await axeFaults(page)).toEqual([])
      await page.goto('/releases/releaseInfo/demo-withdrawn')
      await expect(page.getByRole('alertdialog')).toBeVisible()
      expect(await axeFaults(page)).toEqual([])
      await page.goto('/releases/releaseInfo/no-such-release')
      await expect(main(page)).toContainText('no access to release')
      expect(await axeFaults(page)).toEqual([])
    })
})
