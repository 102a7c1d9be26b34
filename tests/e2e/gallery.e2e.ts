import { clock } from '#core/model/formats.ts'
import { expect, test } from './support/fixtures.ts'
import { card, cards, scroller, signIn } from './support/product.ts'
import { detail, findRelease, listPage } from './support/server.ts'

test.describe('gallery', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page)
    await expect(cards(page).first()).toBeVisible()
  })

  test('every release of the catalogue has its place in the feed', async ({ page }) => {
    const { total } = await listPage(1, 1)
    expect(total).toBeGreaterThan(20)
    await expect(cards(page).first()).toHaveAttribute('aria-setsize', String(total))
  })

  test('scrolling reaches the last release, and only a window of cards is in the page', async ({ page }) => {
    const { total } = await listPage(1, 1)
    const last = (await listPage(Math.ceil(total / 40))).releases.at(-1)
    if (!last) throw new Error('the catalogue is empty')
    await scroller(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
    await expect(card(page, last)).toBeVisible({ timeout: 15_000 })
    await expect(card(page, last)).toHaveAttribute('aria-posinset', String(total))
    expect(await cards(page).count()).toBeLessThan(200)
  })

  test('a fling to the middle shows releases, not holes', async ({ page }) => {
    await scroller(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }))
    await expect
      .poll(() =>
        scroller(page).evaluate((element) => {
          const box = element.getBoundingClientRect()
          const seen = [...element.querySelectorAll('article')].filter((one) => {
            const { top, bottom, height } = one.getBoundingClientRect()
            return height > 0 && bottom > box.top && top < box.bottom
          })
          return seen.length > 0 && seen.every((one) => one.hasAttribute('data-release-id'))
        }),
      )
      .toBe(true)
  })

  test('covers load for what is on the screen', async ({ page }) => {
    await expect
      .poll(() =>
        cards(page).evaluateAll(
          (all) =>
            all.filter((one) => {
              const image = one.querySelector('img')
              return image?.complete === true && image.naturalWidth >= 100
            }).length,
        ),
      )
      .toBeGreaterThanOrEqual(8)
  })

  test('a card is named by title and artist', async ({ page }) => {
    const [first] = (await listPage(1)).releases
    if (!first) throw new Error('the catalogue is empty')
    const article = page.getByRole('article', { name: `${first.title} by ${first.artist}`, exact: true }).first()
    await expect(article).toBeVisible()
  })

  test('GALLERY-009: coming back from a release the gallery stands where it was', async ({ page }) => {
    await scroller(page).evaluate((element) => element.scrollTo({ top: 3000 }))
    await expect(cards(page).nth(8)).toBeVisible()
    // Pointing at a card may bring it wholly into view: where it stands then is what counts.
    await cards(page).nth(8).hover()
    const link = page.getByRole('link', { name: /^Release info: / })
    await expect(link).toBeVisible()
    const before = await scroller(page).evaluate((element) => element.scrollTop)
    expect(before).toBeGreaterThan(1000)
    await link.click()
    await expect(page).toHaveURL(/releaseInfo/)
    await page.goBack()
    await expect.poll(() => scroller(page).evaluate((element) => element.scrollTop)).toBe(before)
  })

  for (const way of ['Escape', 'Close', 'the back button'] as const)
    test(`the release modal opens from a card, and ${way} closes it and gives the focus back`, async ({ page }) => {
      const article = cards(page).nth(2)
      await expect(article).toBeVisible()
      const title = ((await article.getAttribute('aria-label')) ?? '').replace(/ by .*$/, '')
      await article.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog).toBeVisible()
      if (way === 'Escape') await page.keyboard.press('Escape')
      else if (way === 'Close') await dialog.getByRole('button', { name: 'Close' }).click()
      else await page.goBack()
      await expect(dialog).toHaveCount(0)
      await expect(page).toHaveURL(/\/releases$/)
      await expect(article).toBeFocused()
    })

  test('RELEASE-023: Info in the modal leads to the release page', async ({ page }) => {
    const article = cards(page).nth(1)
    const releaseid = await article.getAttribute('data-release-id')
    await article.click()
    await page.getByRole('dialog').getByRole('link', { name: 'Info' }).click()
    await expect(page).toHaveURL(new RegExp(`/releases/releaseInfo/${releaseid}$`))
  })
})

test.describe('release', () => {
  test('RELEASE-011: a song row shows number, artist, title, version and the explicit mark', async ({ page }) => {
    const release = await findRelease(0, ({ songs }) => songs.some((song) => song.version !== '' && song.explicit))
    const song = release.songs.find(({ version, explicit }) => version !== '' && explicit)
    if (!song) throw new Error('unreachable')
    await signIn(page)
    await page.goto(`/releases/releaseInfo/${release.releaseid}`)
    const row = page.locator(`[data-track-id="${song.trackid}"]`)
    await expect(row).toContainText(String(song.ordinal))
    await expect(row).toContainText(song.title)
    await expect(row).toContainText(song.artist)
    await expect(row).toContainText(`(${song.version})`)
    await expect(row.getByRole('img', { name: 'Explicit' })).toBeVisible()
  })

  test('FORMAT-004: every song row shows its duration as minutes:seconds', async ({ page }) => {
    const release = await findRelease(
      0,
      ({ songs }) => songs.length >= 4 && songs.every(({ assettype }) => assettype === 'audio'),
    )
    await signIn(page)
    await page.goto(`/releases/releaseInfo/${release.releaseid}`)
    for (const song of release.songs) {
      expect(clock(song.duration)).toMatch(/^\d+:\d\d$/)
      await expect(page.locator(`[data-track-id="${song.trackid}"]`)).toContainText(clock(song.duration))
    }
  })

  test('RELEASE-028: the breadcrumb names the release', async ({ page }) => {
    const release = await findRelease(3, () => true)
    await signIn(page)
    await page.goto(`/releases/releaseInfo/${release.releaseid}`)
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(crumbs.getByRole('link', { name: 'Releases' })).toBeVisible()
    await expect(crumbs).toContainText(`Release Information - ${release.title}`)
  })

  test('RELEASE-046: a stream-only release has its download buttons disabled and says why', async ({ page }) => {
    expect((await detail('demo-stream-only')).candownload).toBe(false)
    await signIn(page)
    await page.goto('/releases/releaseInfo/demo-stream-only')
    await expect(page.getByRole('button', { name: 'Download all (WAV)' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Download all (WAV)' })).toHaveAccessibleDescription(/stream only/i)
  })

  test('RELEASE-049: a release that is not there shows that there is no access, and leads back', async ({ page }) => {
    await signIn(page)
    await page.goto('/releases/releaseInfo/no-such-release')
    await expect(page.getByRole('main')).toContainText(/no access to release/i)
    await page.getByRole('main').getByRole('link', { name: 'Releases' }).click()
    await expect(page).toHaveURL(/\/releases$/)
  })

  for (const [id, releaseid, text] of [
    ['RELEASE-050', 'demo-forbidden', 'You do not have permission to access this release'],
    ['RELEASE-051', 'demo-withdrawn', 'This release is no longer available'],
  ] as const)
    test(`${id}: ${releaseid} says why it cannot be shown, and OK leads back`, async ({ page }) => {
      await signIn(page)
      await page.goto(`/releases/releaseInfo/${releaseid}`)
      const dialog = page.getByRole('alertdialog')
      await expect(dialog).toContainText(text)
      await dialog.getByRole('button', { name: 'OK' }).click()
      await expect(page).toHaveURL(/\/releases$/)
    })

  test('RELEASE-022: Play later can be used once, after which it is marked as done', async ({ page }) => {
    const release = await findRelease(5, ({ duration }) => duration > 0)
    await signIn(page)
    await page.goto(`/releases/releaseInfo/${release.releaseid}`)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    const later = page.getByRole('main').getByRole('button', { name: 'Play later' })
    await later.click()
    await expect(later).toHaveAttribute('data-done', 'true')
    await later.click({ force: true })
    await page.getByRole('button', { name: 'Queue', exact: true }).click()
    const next = page.getByRole('complementary', { name: 'Play queue' }).getByRole('region', { name: 'Up next' })
    await expect(next.getByRole('button', { name: `Remove ${release.title}`, exact: true })).toHaveCount(1)
  })
})
