/** A player's own lists as the server holds them, the history of the device, and the queue under sound and hand. */
import type { Page } from '@playwright/test'
import { ReleaseList, type Song } from '#core/model/catalogue/release.ts'
import { call, expectJson, signIn as signInApi } from '#tests/contract/http.ts'
import { axeFaults } from './support/axe.ts'
import { expect, serverUrl, test } from './support/fixtures.ts'
import { card, cards, giveSession, openDetail, player, signIn, signOut, songRow } from './support/product.ts'
import { complete, findRelease, listPage, ownRelease, spoil } from './support/server.ts'

/** Nobody else marks releases of these two players. */
const OWNER = 'many@demo.test'
const NEXT = 'unverified@demo.test'

let token = ''
const api = async (method: 'POST' | 'DELETE', path: string) => {
  const { status } = await call(serverUrl(), path, { method, token })
  expect(status).toBe(204)
}
const marked = async (list: 'flagged' | 'archived') =>
  (await expectJson(ReleaseList, call(serverUrl(), `/${list}`, { token }))).releases.map((one) => one.releaseid)
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const title = (page: Page) => page.getByRole('banner').getByRole('heading')
const dialog = (page: Page, name: string) => page.getByRole('alertdialog', { name, exact: true })
const act = async (page: Page, release: { releaseid: string; title: string }, verb: string) => {
  await card(page, release).hover()
  await page.getByRole('button', { name: `${verb} ${release.title}`, exact: true }).click()
}
/** Ordinary releases of the gallery's first page. */
const some = async (count: number) =>
  (await listPage(1)).releases.filter((one) => !one.releaseid.startsWith('demo-')).slice(0, count)

test.beforeAll(async () => {
  token = (await signInApi(serverUrl(), OWNER)).access
})
test.beforeEach(async ({ page }) => {
  await api('DELETE', '/flagged')
  await api('DELETE', '/archived')
  await giveSession(page, OWNER)
})
/** The releases, for a test that begins there. */
const gallery = async (page: Page) => {
  await page.goto('/releases')
  await expect(cards(page).first()).toBeVisible()
}

test.describe('flagged', () => {
  test('FLAG-011: what is flagged or unflagged elsewhere comes and goes', async ({ page }) => {
    const [release] = await some(1)
    if (!release) throw new Error('unreachable')
    await page.goto('/flagged')
    await expect(page.getByRole('heading', { name: 'No flagged releases' })).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Go to releases' }).click()
    await card(page, release).focus()
    await page.keyboard.press('f')
    await expect(page.locator('[data-category="flag"]')).toBeVisible()
    await nav(page).getByRole('link', { name: 'Flagged' }).click()
    await expect(card(page, release)).toBeVisible()
    await act(page, release, 'Unflag')
    await expect(page.getByRole('heading', { name: 'No flagged releases' })).toBeVisible()
    await page.locator('[data-category="unFlag"]').getByRole('button', { name: 'Undo' }).click()
    await expect(card(page, release)).toBeVisible()
    expect(await marked('flagged')).toEqual([release.releaseid])
    await page.getByRole('button', { name: 'Clear all' }).click()
    await dialog(page, 'Clear all').getByRole('button', { name: 'Clear all' }).click()
    await expect(page.getByRole('heading', { name: 'No flagged releases' })).toBeVisible()
    expect(await marked('flagged')).toEqual([])
  })
})

test.describe('archived', () => {
  test('ARCHIVE-002: ARCHIVE-004: a release moves from the releases to the archive and back', async ({ page }) => {
    const [release] = await some(1)
    if (!release) throw new Error('unreachable')
    await page.goto('/archived')
    await expect(page.getByRole('heading', { name: 'No archived releases' })).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await nav(page).getByRole('link', { name: 'Releases' }).click()
    await card(page, release).focus()
    await page.keyboard.press('a')
    await expect(card(page, release)).toHaveCount(0)
    await nav(page).getByRole('link', { name: 'Archived' }).click()
    await act(page, release, 'Restore')
    await expect(page.getByRole('heading', { name: 'No archived releases' })).toBeVisible()
    await page.locator('[data-category="unArchive"]').getByRole('button', { name: 'Undo' }).click()
    await expect(card(page, release)).toBeVisible()
    await expect.poll(() => marked('archived')).toEqual([release.releaseid])
    await page.getByRole('button', { name: 'Restore all' }).click()
    await dialog(page, 'Restore all').getByRole('button', { name: 'Restore all' }).click()
    await expect(page.getByRole('heading', { name: 'No archived releases' })).toBeVisible()
    expect(await marked('archived')).toEqual([])
    await nav(page).getByRole('link', { name: 'Releases' }).click()
    await expect(card(page, release)).toBeVisible()
  })
})

/** Presses a song of a release and waits until it sounds. */
async function hear(page: Page, song: Song): Promise<void> {
  await songRow(page, song.trackid).hover()
  await page.getByRole('button', { name: `Play ${song.title}`, exact: true }).click()
  await expect(player(page)).toContainText(song.title)
  await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(player(page).locator('[aria-busy="true"]')).toHaveCount(0)
}
const album = () =>
  findRelease(0, ({ songs }) => songs.length > 2 && complete(songs) && new Set(songs.map((s) => s.title)).size > 2)
/** A moment after somebody signs in, the address that was left is gone to (ROUTE-035). */
const followed = (page: Page) => page.waitForFunction(() => sessionStorage.getItem('redirect') === null)
const table = (page: Page) => page.getByRole('table', { name: 'Tracks' })
const heard = (page: Page) =>
  table(page)
    .locator('[data-track-id]')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.trackId))

test.describe('history', () => {
  test('ROUTE-020: RECENT-002: what is played is listed, newest first, once, and is there after a reload', async ({
    page,
  }) => {
    await page.goto('/recently_played')
    await expect(title(page)).toHaveText('History')
    await expect(page.getByRole('heading', { name: 'Nothing played yet' })).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    const release = await album()
    const [first, second] = release.songs as [Song, Song]
    await openDetail(page, release)
    await hear(page, first)
    await hear(page, second)
    await nav(page).getByRole('link', { name: 'History' }).click()
    await expect.poll(() => heard(page)).toEqual([second.trackid, first.trackid])
    expect(await axeFaults(page)).toEqual([])
    // RECENT-001: a replay moves up, here from the row itself.
    await songRow(page, first.trackid).hover()
    await table(page)
      .getByRole('button', { name: `Play ${first.title}`, exact: true })
      .click()
    await expect.poll(() => heard(page)).toEqual([first.trackid, second.trackid])
    // It is written a moment after it changed.
    await page.waitForTimeout(600)
    await page.reload()
    await expect.poll(() => heard(page)).toEqual([first.trackid, second.trackid])
  })
  test('RECENT-003: clear asks first and forgets everything, also after a reload', async ({ page }) => {
    const release = await album()
    await openDetail(page, release)
    await hear(page, release.songs[0] as Song)
    await nav(page).getByRole('link', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    expect(await axeFaults(page)).toEqual([])
    await dialog(page, 'Clear history').getByRole('button', { name: 'Cancel' }).click()
    expect(await heard(page)).toHaveLength(1)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await dialog(page, 'Clear history').getByRole('button', { name: 'Clear' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing played yet' })).toBeVisible()
    await page.waitForTimeout(500)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Nothing played yet' })).toBeVisible()
  })
  test('D-109: the next player of the device does not see it; the first finds it again', async ({ page }) => {
    const release = await album()
    await openDetail(page, release)
    await hear(page, release.songs[0] as Song)
    await signOut(page)
    await signIn(page, NEXT)
    await followed(page)
    await page.goto('/recently_played')
    await expect(page.getByRole('heading', { name: 'Nothing played yet' })).toBeVisible()
    await signOut(page)
    await signIn(page, OWNER)
    await followed(page)
    await page.goto('/recently_played')
    await expect.poll(() => heard(page)).toEqual([release.songs[0]?.trackid])
  })
})

test.describe('the queue', () => {
  const panel = (page: Page) => page.getByRole('complementary', { name: 'Play queue' })
  /** What was queued; the songs of what plays stand before it. */
  const upNext = (page: Page) => panel(page).getByRole('region', { name: 'Up next' }).locator('[data-queue-item]')

  test.beforeEach(async ({ page }) => {
    const [first, ...others] = (await some(12)).filter((one) => one.duration > 0).slice(0, 4)
    if (!first) throw new Error('unreachable')
    await gallery(page)
    await act(page, first, 'Play')
    await expect(player(page)).toBeVisible()
    await page.getByRole('banner').getByRole('button', { name: 'List view' }).click()
    for (const other of others) {
      await act(page, other, 'More actions for')
      await page.getByRole('menuitem', { name: 'Play later' }).click()
    }
    await player(page).getByRole('button', { name: 'Queue' }).click()
    await expect(upNext(page)).toHaveCount(3)
  })

  test('QUEUE-003: QUEUE-007: SHELL-020: clear queue asks first; what plays goes on', async ({ page }) => {
    const clear = panel(page).getByRole('button', { name: 'Clear queue' })
    await clear.click()
    expect(await axeFaults(page)).toEqual([])
    await dialog(page, 'Clear queue').getByRole('button', { name: 'Cancel' }).click()
    await expect(upNext(page)).toHaveCount(3)
    const before = await player(page).getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuetext')
    await clear.click()
    await dialog(page, 'Clear queue').getByRole('button', { name: 'Clear queue' }).click()
    await expect(panel(page).getByRole('region', { name: 'Up next' }).getByRole('listitem')).toHaveCount(0)
    await expect(panel(page).getByRole('region', { name: 'Currently playing' })).toBeVisible()
    await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible()
    await expect
      .poll(() => player(page).getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuetext'))
      .not.toBe(before)
  })

  const order = (page: Page) =>
    upNext(page).evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.queueItem))
  const grip = (page: Page, place: number) =>
    upNext(page)
      .nth(place)
      .getByRole('button', { name: /^Reorder/ })

  test('a long queue has only the rows in sight, and all of them when scrolled', async ({ page }) => {
    test.setTimeout(120_000)
    await cards(page).first().focus()
    await page.keyboard.press('x')
    for (let pages = 0; pages < 4; pages++) await page.keyboard.press('PageDown')
    await page.keyboard.press('Shift+X')
    const toolbar = page.getByRole('toolbar', { name: 'Selection' })
    await toolbar.getByRole('button', { name: 'Add to queue' }).click()
    const sizes = () =>
      upNext(page).evaluateAll((all) => new Set(all.map((one) => Number(one.ariaSetSize))).values().next().value ?? 0)
    await expect.poll(sizes, { timeout: 60_000 }).toBeGreaterThan(45)
    expect(await upNext(page).count()).toBeLessThan(35)
    // Songs of releases that come later go behind what is the end by now.
    await expect(async () => {
      await upNext(page)
        .last()
        .locator('xpath=ancestor::div[1]')
        .evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
      await expect(upNext(page).last()).toHaveAttribute('aria-posinset', String(await sizes()), { timeout: 2000 })
    }).toPass({ timeout: 30_000 })
    expect(await upNext(page).count()).toBeLessThan(35)
  })
  test('the order is changed by a drag', async ({ page }) => {
    const [a, b, c] = await order(page)
    await upNext(page).last().scrollIntoViewIfNeeded()
    const from = await grip(page, 2).boundingBox()
    const to = await upNext(page).nth(0).boundingBox()
    if (!from || !to) throw new Error('not shown')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(from.x + 4, to.y + to.height / 2, { steps: 6 })
    await page.mouse.up()
    await expect.poll(() => order(page)).toEqual([c, a, b])
  })
})

test('P7: what fell with the connection is done once, in order, when it is back; what is refused then is said', async ({
  page,
  context,
}) => {
  const places = [40, 41, 42, 43]
  const releases = await Promise.all(places.map((place) => ownRelease(place, ({ title }) => title.length < 60)))
  const path = (releaseid: string) => `/api/releases/${releaseid}/archive`
  for (const { releaseid } of releases) await api('POST', `/releases/${releaseid}/archive`)
  const [, refused] = releases
  // The first three are under way when the connection goes; of the second the server wants nothing afterwards.
  for (const { releaseid } of releases.slice(0, 3))
    await spoil({ method: 'DELETE', path: path(releaseid), delayMs: 60_000 })
  await spoil({ method: 'DELETE', path: path(refused?.releaseid ?? ''), status: 409, times: 9 })
  await page.goto('/archived')
  await expect(cards(page)).toHaveCount(4)
  const sent: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'DELETE') sent.push(new URL(request.url()).pathname)
  })
  for (const release of releases) await act(page, release, 'Restore')
  const paths = releases.map(({ releaseid }) => path(releaseid))
  await expect.poll(() => sent).toEqual(paths.slice(0, 3))
  await context.setOffline(true)
  await expect(page.getByRole('alert')).toContainText('Not Connected to Play MPE Services')
  expect(sent).toHaveLength(3)
  sent.length = 0
  await context.setOffline(false)
  await expect(cards(page)).toHaveCount(1)
  await expect(card(page, refused ?? { releaseid: '' })).toBeVisible()
  const said = page.locator('[data-category="hasError"]')
  await expect(said).toContainText('This could not be done after reconnecting')
  await expect(said).toContainText(refused?.title ?? '')
  expect(sent).toEqual(paths)
  expect(await marked('archived')).toEqual([refused?.releaseid])
})
