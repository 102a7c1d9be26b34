/** The twelve things that are pressed: where each stands, and how the page is brought back to where the next press can be made. */
import type { Locator, Page } from 'playwright'
import { pause } from './pause.ts'

export type Place = 'gallery' | 'release' | 'settings'

export interface Thing {
  /** As in `watched.ts`. */
  readonly id: string
  readonly name: string
  readonly at: Place
  /** A mouse press at the middle of it, or this key while it has the focus. */
  readonly how: 'mouse' | { readonly key: string; readonly code: string }
  /** What is pressed. @param n which press it is, from 0 */
  readonly target: (page: Page, n: number) => Locator
  /** The wheel rests for the press itself: nobody presses what flies by. */
  readonly stops?: true
  /** Brings the page where the first press can be made. */
  readonly begin?: (page: Page) => Promise<void>
  /** Makes ready for press n. */
  readonly ready?: (page: Page, n: number) => Promise<void>
  /** Takes back what a press did, where the next one would not. */
  readonly after?: (page: Page) => Promise<void>
  readonly end?: (page: Page) => Promise<void>
}

/** Longer than the search view waits before the focus opens it. */
const VIEW_OPENS_MS = 150
const ENTER = { key: 'Enter', code: 'Enter' }
export const player = (page: Page) => page.getByRole('region', { name: 'Player' })
export const cards = (page: Page) => page.locator('[data-release-id]')
const header = (page: Page) => page.getByRole('banner')
const listView = (page: Page) => header(page).getByRole('button', { name: 'List view' })
const searchBox = (page: Page) => page.getByRole('searchbox')
const flag = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^(Flag|Unflag)$/ })
    .first()
const AS_WAV = 'button[aria-label$=" as WAV"]:not([aria-disabled])'
/** Songs whose download was not pressed yet. */
const fresh = (page: Page) =>
  page.locator('main [data-track-id]:not([data-bench])').filter({ has: page.locator(AS_WAV) })

/** Which release the pages of releases are taken from, from 0. */
let opened = 0

export const THINGS: readonly Thing[] = [
  {
    id: 'menu', name: 'menu', at: 'gallery', how: 'mouse',
    target: (page) => page.getByRole('button', { name: 'Menu', exact: true }),
  },
  {
    id: 'mute', name: 'mute', at: 'gallery', how: 'mouse',
    target: (page) => player(page).getByRole('button', { name: /^(Mute|Unmute)$/ }),
  },
  {
    id: 'play', name: 'play, pause (key)', at: 'gallery', how: ENTER,
    target: (page) => player(page).getByRole('button', { name: /^(Play|Pause)$/ }),
  },
  {
    id: 'queue', name: 'queue, take out', at: 'gallery', how: 'mouse',
    begin: async (page) => {
      await queueButton(page).click()
      await page.locator('[data-queue-item]').first().waitFor()
    },
    target: (page) => page.locator('[data-queue-item]').first().getByRole('button', { name: /^Remove / }),
    end: (page) => queueButton(page).click(),
  },
  {
    id: 'filter', name: 'filter', at: 'gallery', how: 'mouse',
    begin: async (page) => {
      await genres(page).click()
      await option(page).waitFor()
      // Both lists are known by then, as they are to somebody who goes to and fro.
      for (let i = 0; i < 2; i++) {
        await option(page).click()
        await pause(1000)
      }
    },
    target: option,
    end: (page) => genres(page).click(),
  },
  {
    id: 'search', name: 'search (key)', at: 'gallery', how: { key: 'a', code: 'KeyA' },
    target: searchBox,
    after: async (page) => {
      // The focus opens the view a moment later as well: it is closed until it stays so.
      do {
        await searchBox(page).focus()
        await page.keyboard.press('Escape')
        await pause(VIEW_OPENS_MS)
      } while ((await page.locator('[data-search-view]').count()) > 0)
      await searchBox(page).evaluate((box: HTMLInputElement) => box.blur())
    },
  },
  {
    id: 'row', name: 'row', at: 'gallery', how: 'mouse', stops: true,
    begin: async (page) => {
      await listView(page).click()
      await page.locator('[role="row"][data-release-id]').first().waitFor()
    },
    target: (page) => page.getByTestId('gallery-scroller'),
    after: async (page) => {
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
    },
    end: (page) => listView(page).click(),
  },
  {
    id: 'list', name: 'list view', at: 'gallery', how: 'mouse',
    target: listView,
  },
  {
    id: 'flag', name: 'flag', at: 'release', how: 'mouse',
    target: flag,
    after: (page) => page.locator('main button[aria-busy="true"]').first().waitFor({ state: 'detached' }),
  },
  {
    id: 'download', name: 'download', at: 'release', how: 'mouse',
    // Each time another song: one that is on its way already is not asked for again.
    ready: async (page) => {
      if ((await fresh(page).count()) === 0) await openRelease(page)
      const song = fresh(page).first()
      await song.scrollIntoViewIfNeeded()
      await song.evaluate((row) => {
        document.querySelector('[data-bench="now"]')?.setAttribute('data-bench', 'pressed')
        row.setAttribute('data-bench', 'now')
      })
    },
    target: (page) => page.locator('[data-bench="now"]').locator(AS_WAV),
  },
  {
    id: 'tab', name: 'tab', at: 'release', how: 'mouse',
    // The song that was pressed before may stand far below.
    begin: (page) => page.getByRole('tablist').first().scrollIntoViewIfNeeded(),
    target: (page, n) => page.getByRole('tab', { name: n % 2 === 0 ? /^Metadata/ : /^Tracklist/ }),
  },
  {
    id: 'theme', name: 'theme', at: 'settings', how: 'mouse',
    target: (page, n) => page.getByRole('radio', { name: n % 2 === 0 ? 'Light' : 'Dark', exact: true }),
  },
] // biome-ignore format: what a thing is, in one line

function queueButton(page: Page): Locator {
  return player(page).getByRole('button', { name: 'Queue', exact: true })
}

function genres(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: /^Genres/ })
}

function option(page: Page): Locator {
  return page.getByRole('option').first()
}

/** Goes there as a person does, without loading the page anew. */
export async function goTo(page: Page, place: Place): Promise<void> {
  await page.getByRole('link', { name: 'Releases', exact: true }).first().click()
  await cards(page).first().waitFor()
  if (place === 'release') await openRelease(page)
  if (place !== 'settings') return
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Settings & preferences' }).click()
  await page.getByRole('radio', { name: 'Dark', exact: true }).check()
}

/** Opens the page of the next release that has songs to download. */
async function openRelease(page: Page): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    await page.getByRole('link', { name: 'Releases', exact: true }).first().click()
    const place = opened++
    // Six cards in a row of 326 px, or nearly: the place is looked for around it.
    await page
      .getByTestId('gallery-scroller')
      .evaluate((gallery, top) => gallery.scrollTo(0, top), Math.floor(place / 6) * 326)
    const card = page.locator(`[aria-posinset="${place + 1}"][data-release-id]`)
    await card.hover()
    await card.getByRole('link', { name: /^Release info/ }).click()
    await page.locator('[data-track-id]').first().waitFor()
    if ((await fresh(page).count()) > 0) return
  }
  throw new Error('ten releases in turn have no song to download')
}
