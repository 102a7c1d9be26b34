/** Every screen and every layer over one, by a way that leads there from a signed-in page: for pictures and measures. */
import type { Page } from '@playwright/test'
import { cards, openDetail, player } from './product.ts'
import { complete, findRelease } from './server.ts'

export interface Screen {
  readonly name: string
  /** Leads there from wherever the page stands. */
  show(page: Page): Promise<void>
  /** Takes back what would stay with the page that follows. */
  leave?(page: Page): Promise<void>
  /** Where it exists: `phone` below 768 px, `wide` from there on. Default: everywhere. */
  readonly at?: 'phone' | 'wide'
}

/** Answers what was asked for with a failure, until the page leaves. */
const failing = (url: RegExp | string) => ({
  start: (page: Page) => page.context().route(url, (route) => route.fulfill({ status: 500, body: '{}' })),
  leave: (page: Page) => page.context().unroute(url),
})
const noReleases = failing(/\/api\/releases\?/)
const noPlaylists = failing(/\/api\/playlists\?/)
const noSearch = failing(/\/api\/search/)
const noDetail = failing(/\/api\/releases\/[^/?]+$/)

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const album = () => findRelease(0, ({ songs }) => songs.length > 4 && complete(songs))
const first = (page: Page) => cards(page).first().waitFor()
const closed = (page: Page) => page.keyboard.press('Escape')

/** What was closed over the page at a phone's width takes its entry of the history away: a way back that is still under way would lead from what is visited. */
async function visit(page: Page, address: string): Promise<unknown> {
  await page.waitForFunction(() => !history.state?.covered, undefined, { timeout: 2000 }).catch(() => undefined)
  return page.goto(address).catch(() => page.goto(address))
}

async function gallery(page: Page, query = ''): Promise<void> {
  await visit(page, `/releases${query}`)
  await first(page)
}

async function asRows(page: Page, wanted: boolean): Promise<void> {
  const toggle = page.getByRole('button', { name: /^(List view|Show as list)$/ }).first()
  if ((await toggle.getAttribute('aria-pressed')) !== String(wanted)) await toggle.click()
  await first(page)
}

async function toPlaylist(page: Page): Promise<void> {
  await visit(page, '/playlists/demo-playlist-pinned')
  await page.locator('[data-track-id]').first().waitFor()
}

async function accountMenu(page: Page): Promise<void> {
  await gallery(page)
  await button(page, 'Account menu').click()
  await page.getByRole('menu').waitFor()
}

/** Presses an entry of the account menu, which is a page of its own on the phone. */
async function ofAccount(page: Page, entry: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= 768) {
    await accountMenu(page)
    return page.getByRole('menuitem', { name: entry }).click()
  }
  await visit(page, '/account')
  await button(page, entry).click()
}

async function network(page: Page): Promise<void> {
  await visit(page, '/account/my-network')
  await page.getByRole('table', { name: 'Connections' }).waitFor()
}

async function playing(page: Page): Promise<void> {
  await openDetail(page, await album())
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  await player(page).waitFor()
}

async function queue(page: Page): Promise<void> {
  await playing(page)
  const shown = page.getByRole('complementary', { name: 'Play queue' })
  if (!(await shown.isVisible())) await player(page).getByRole('button', { name: 'Queue' }).click()
  await shown.waitFor()
}

async function select(page: Page): Promise<void> {
  await cards(page).nth(1).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+X')
  await page.getByRole('toolbar', { name: 'Selection' }).waitFor()
}

async function fullPlayer(page: Page): Promise<void> {
  await playing(page)
  await player(page)
    .getByRole('button', { name: /^Open the player/ })
    .click()
  await page.getByRole('dialog').waitFor()
}

/** In an order in which none is in the way of the next. What plays goes on from the first that plays. */
export const SCREENS: readonly Screen[] = [
  { name: 'gallery', show: (page) => gallery(page) },
  {
    name: 'gallery-list',
    async show(page) {
      await gallery(page)
      await asRows(page, true)
    },
    at: 'wide',
  },
  { name: 'selection-list', at: 'wide', show: select },
  {
    name: 'selection',
    async show(page) {
      await gallery(page)
      await asRows(page, false)
      await select(page)
    },
    leave: closed,
  },
  {
    name: 'filters',
    async show(page) {
      await gallery(page)
      const folded = button(page, /Show filters/)
      if (await folded.isVisible()) await folded.click()
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Genres/ })
        .first()
        .click()
    },
    leave: closed,
  },
  {
    name: 'filtered-none',
    show: (page) =>
      visit(page, '/releases?artist=Nobody').then(() => page.getByText('No available releases').waitFor()),
  },
  { name: 'account-menu', at: 'wide', show: accountMenu, leave: closed },
  {
    name: 'report-a-problem',
    async show(page) {
      await ofAccount(page, 'Report a problem')
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
    leave: closed,
  },
  {
    name: 'sign-out',
    async show(page) {
      await ofAccount(page, 'Sign out')
      await page.getByRole('alertdialog').waitFor()
    },
    leave: closed,
  },
  {
    name: 'shortcuts',
    async show(page) {
      await gallery(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
    leave: closed,
  },
  {
    name: 'side-menu',
    async show(page) {
      await gallery(page)
      await page.getByRole('banner').getByRole('button').first().click()
    },
    async leave(page) {
      await page
        .getByRole('banner')
        .getByRole('button')
        .first()
        .click({ timeout: 2000 })
        .catch(() => closed(page))
    },
  },
  { name: 'account', show: (page) => visit(page, '/account').then(() => page.getByRole('heading').first().waitFor()) },
  { name: 'network', show: network },
  {
    name: 'invite-list',
    async show(page) {
      await network(page)
      await button(page, 'Invite people').click()
      await page.getByRole('checkbox').check()
      await button(page, 'Start inviting').click()
      await page.getByRole('textbox', { name: 'Email' }).fill('nora@demo.test')
      await page.getByRole('combobox', { name: 'Relationship' }).selectOption('Co-Worker')
      await button(page, 'Add').click()
      await button(page, 'Add').click()
      await button(page, 'Remove nora@demo.test').waitFor()
    },
    async leave(page) {
      await button(page, 'Cancel').click()
      await button(page, 'Leave').click()
    },
  },
  { name: 'flagged', show: (page) => visit(page, '/flagged').then(() => page.getByRole('main').waitFor()) },
  { name: 'archived', show: (page) => visit(page, '/archived').then(() => page.getByRole('main').waitFor()) },
  { name: 'history', show: (page) => visit(page, '/recently_played').then(() => page.getByRole('main').waitFor()) },
  {
    name: 'release-modal',
    async show(page) {
      await gallery(page, `?release=${(await album()).releaseid}`)
      await page.getByRole('dialog').getByRole('row').nth(1).waitFor()
    },
    leave: closed,
  },
  { name: 'release', show: async (page) => openDetail(page, await album()) },
  { name: 'release-metadata', show: (page) => page.getByRole('tab', { name: 'Metadata' }).click() },
  { name: 'release-attachments', show: (page) => page.getByRole('tab', { name: /Attachments/ }).click() },
  {
    name: 'release-cover',
    async show(page) {
      await openDetail(page, await album())
      await button(page, /^Show the cover/).click()
    },
    leave: closed,
  },
  {
    name: 'release-add-to',
    async show(page) {
      await openDetail(page, await album())
      await page
        .getByRole('main')
        .getByRole('button', { name: /^More actions for/ })
        .first()
        .click({ force: true })
      await page.getByRole('menu').waitFor()
    },
    leave: closed,
  },
  {
    name: 'release-not-found',
    show: (page) =>
      visit(page, '/releases/releaseInfo/no-such-release').then(() => page.getByText('no access to release').waitFor()),
  },
  {
    name: 'release-withdrawn',
    show: (page) =>
      visit(page, '/releases/releaseInfo/demo-withdrawn').then(() => page.getByRole('alertdialog').waitFor()),
  },
  {
    name: 'release-stream-only',
    show: (page) =>
      visit(page, '/releases/releaseInfo/demo-stream-only').then(() =>
        page.locator('[data-track-id]').first().waitFor(),
      ),
  },
  {
    name: 'release-error',
    async show(page) {
      await noDetail.start(page)
      await visit(page, `/releases/releaseInfo/${(await album()).releaseid}`)
      await page.getByRole('alertdialog').waitFor()
    },
    leave: noDetail.leave,
  },
  {
    name: 'playlists',
    show: (page) => visit(page, '/playlists').then(() => page.locator('[data-playlist-id]').first().waitFor()),
  },
  {
    name: 'playlist-form',
    async show(page) {
      await visit(page, '/playlists')
      await button(page, 'Create playlist').first().click()
      await page.getByRole('dialog').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    },
    leave: closed,
  },
  {
    name: 'playlists-error',
    async show(page) {
      await noPlaylists.start(page)
      await visit(page, '/playlists?sort=a')
      await page.getByRole('alert').first().waitFor()
    },
    leave: noPlaylists.leave,
  },
  { name: 'playlist', show: toPlaylist },
  {
    name: 'playlist-clear',
    async show(page) {
      await toPlaylist(page)
      await button(page, 'Clear playlist').click()
      await page.getByRole('alertdialog').waitFor()
    },
    leave: closed,
  },
  {
    name: 'playlist-not-found',
    show: (page) => visit(page, '/playlists/not-one-of-mine').then(() => page.getByRole('alert').waitFor()),
  },
  {
    name: 'search',
    show: (page) => visit(page, '/search/top?q=night').then(() => page.getByRole('tab').first().waitFor()),
  },
  ...['tracks', 'releases', 'artists', 'labels'].map((category) => ({
    name: `search-${category}`,
    show: (page: Page) =>
      visit(page, `/search/${category}?q=night`).then(() => page.getByRole('tab').first().waitFor()),
  })),
  {
    name: 'search-none',
    show: (page) => visit(page, '/search/top?q=qqqqzzzz').then(() => page.getByRole('main').waitFor()),
  },
  {
    name: 'search-error',
    async show(page) {
      await noSearch.start(page)
      await visit(page, '/search/top?q=silver')
      await page.getByRole('alert').first().waitFor()
    },
    leave: noSearch.leave,
  },
  { name: 'search-nothing-typed', show: (page) => visit(page, '/search').then(() => page.getByRole('main').waitFor()) },
  {
    name: 'gallery-error',
    async show(page) {
      await noReleases.start(page)
      await visit(page, '/releases?sort=artist')
      await page.getByText('The releases could not be loaded', { exact: true }).waitFor({ timeout: 30_000 })
    },
    leave: noReleases.leave,
  },
  {
    name: 'offline',
    async show(page) {
      await gallery(page)
      await page.context().setOffline(true)
      await page.getByRole('alert').waitFor()
    },
    leave: (page) => page.context().setOffline(false),
  },
  {
    name: 'not-found',
    show: (page) => visit(page, '/nowhere').then(() => page.getByRole('heading').first().waitFor()),
  },
  { name: 'insecure', show: (page) => visit(page, '/insecure.html').then(() => undefined) },
  { name: 'playing', at: 'wide', show: playing },
  { name: 'queue', at: 'wide', show: queue },
  {
    name: 'playing-gallery',
    show: async (page) => {
      await playing(page)
      await page
        .getByRole('banner')
        .getByRole('link', { name: /Releases|Back/ })
        .first()
        .click({ timeout: 3000 })
        .catch(() => visit(page, '/releases'))
      await first(page)
    },
  },
  { name: 'full-player', at: 'phone', show: fullPlayer, leave: closed },
  {
    name: 'expired-session',
    async show(page) {
      await gallery(page)
      await page
        .context()
        .route('**/api/**', (route) => route.fulfill({ status: 401, json: { code: 'UNAUTHENTICATED', message: 'no' } }))
      // By key: on a low screen what plays lies over it.
      await cards(page).nth(2).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('alertdialog', { name: 'Session expired' }).waitFor()
    },
    leave: (page) => page.context().unroute('**/api/**'),
  },
]
