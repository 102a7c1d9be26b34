import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { ReleaseDetail } from '#core/model/catalogue/release.ts'
import { expect, serverUrl, test } from './support/fixtures.ts'
import { card, fileOf, giveSession, openDetail } from './support/product.ts'
import { complete, detail, findRelease, listPage } from './support/server.ts'

const modal = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title })
const button = (at: Page | Locator, name: string): Locator => at.getByRole('button', { name, exact: true })
const main = (page: Page): Locator => page.getByRole('main')

async function openModal(page: Page, release: Pick<ReleaseDetail, 'releaseid' | 'title'>): Promise<Locator> {
  await page.goto(`/releases?release=${release.releaseid}`)
  const dialog = modal(page, release.title)
  await expect(dialog.locator('[data-track-id]').first()).toBeVisible()
  return dialog
}

const album = () => findRelease(0, ({ songs, promoinfo }) => songs.length >= 4 && complete(songs) && promoinfo !== '')

test.beforeEach(async ({ page }) => {
  await giveSession(page)
})

test.describe('the release modal', () => {
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
})

test.describe('metadata and attachments', () => {
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
})

test.describe('the promotional e-mail', () => {
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

  test('the sheet of an e-mail fits a window of 320 px', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const releaseid of [(await album()).releaseid, 'demo-hostile-html']) {
      await page.goto(`/releases/releaseInfo/${releaseid}`)
      const sheet = page.getByRole('region', { name: 'Promotional email' }).frameLocator('iframe').locator('html')
      await expect(sheet).toContainText(/\w/)
      const { wide, room } = await sheet.evaluate((element) => ({
        wide: element.scrollWidth,
        room: element.clientWidth,
      }))
      expect(room).toBeGreaterThan(200)
      expect(wide).toBeLessThanOrEqual(room)
    }
  })
})
