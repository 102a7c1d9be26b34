// A player's own lists as the server holds them, and the history as the device keeps it. All that needs neither is tested
// beside src/views/screens/library and src/views/shell/queue.
import type { Page } from '@playwright/test'
import { ReleaseList, type Song } from '#core/model/catalogue/release.ts'
import { call, expectJson, signIn as signInApi } from '#tests/contract/http.ts'
import { axeFaults } from './support/axe.ts'
import { expect, serverUrl, test } from './support/fixtures.ts'
import { marksKept } from './support/kept.ts'
import { card, cards, giveSession, openDetail, player, songRow } from './support/product.ts'
import { complete, findRelease, listPage, ownRelease, spoil } from './support/server.ts'

/** Nobody else marks releases of this player. */
const OWNER = 'many@demo.test'

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

test.beforeAll(async () => {
  token = (await signInApi(serverUrl(), OWNER)).access
})
test.beforeEach(async ({ page }) => {
  await api('DELETE', '/flagged')
  await api('DELETE', '/archived')
  await giveSession(page, OWNER)
})

test.describe('archived', () => {
  test('ARCHIVE-002: ARCHIVE-004: a release moves from the releases to the archive and back', async ({ page }) => {
    // An ordinary release of the gallery's first page.
    const release = (await listPage(1)).releases.find((one) => !one.releaseid.startsWith('demo-'))
    if (!release) throw new Error('unreachable')
    await page.goto('/archived')
    await expect(page.getByRole('heading', { name: 'No archived releases' })).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await nav(page).getByRole('link', { name: 'Releases' }).click()
    await card(page, release).focus()
    await page.keyboard.press('a')
    await expect(card(page, release)).toHaveCount(0)
    // Answered by now: while a mark is on its way another of the same release is passed over.
    await expect(page.locator('[data-category="archive"]')).toBeVisible()
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
const table = (page: Page) => page.getByRole('table', { name: 'Tracks' })
const heard = (page: Page) =>
  table(page)
    .locator('[data-track-id]')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.trackId))

test.describe('history', () => {
  test('ROUTE-020: RECENT-002: RECENT-003: what is played is listed, newest first, once, and is there after a reload; cleared it is not', {
    tag: '@long',
  }, async ({ page }) => {
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
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await dialog(page, 'Clear history').getByRole('button', { name: 'Clear' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing played yet' })).toBeVisible()
    await page.waitForTimeout(500)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Nothing played yet' })).toBeVisible()
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

test('H-570: H-518: marks that wait are kept: the page goes without a question, and the next one has them done', async ({
  page,
}) => {
  const releases = await Promise.all([44, 45].map((place) => ownRelease(place, ({ title }) => title.length < 60)))
  const [first, second] = releases.map(({ releaseid }) => releaseid)
  for (const releaseid of [first, second]) {
    await api('POST', `/releases/${releaseid}/archive`)
    await spoil({ method: 'DELETE', path: `/api/releases/${releaseid}/archive`, delayMs: 60_000 })
  }
  const asks = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await page.goto('/archived')
  await expect(cards(page)).toHaveCount(2)
  for (const release of releases) await act(page, release, 'Restore')
  await expect.poll(() => marksKept(page)).toBe(2)
  await expect.poll(asks).toBe(false)
  expect(await marked('archived')).toHaveLength(2)
  await page.reload()
  await expect.poll(() => marked('archived')).toEqual([])
  await expect(page.locator('[data-category="unArchive"]')).toBeVisible()
  await expect(cards(page)).toHaveCount(0)
  await expect.poll(() => marksKept(page)).toBe(0)
})
