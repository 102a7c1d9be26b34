// The list menu over the gallery: filters, pills, order, address. What the gallery then holds is the server's answer.
import type { Locator, Page } from '@playwright/test'
import { Options, ReleaseList } from '#core/model/catalogue/release.ts'
import { call, expectJson, signIn as signInto } from '#tests/contract/http.ts'
import { axeFaults } from './support/axe.ts'
import { expect, serverUrl } from './support/fixtures.ts'
import { cards, giveSession } from './support/product.ts'
import { test, visit } from './support/visit.ts'

let access: Promise<string> | undefined
async function token(): Promise<string> {
  access ??= signInto(serverUrl()).then((pair) => pair.access)
  return access
}
const answer = async (query: string) =>
  expectJson(ReleaseList, call(serverUrl(), `/releases?${query}&pagesize=40`, { token: await token() }))
const offered = async () => expectJson(Options, call(serverUrl(), '/options', { token: await token() }))

/** The first two options of a group that releases have; not Explicit, which is no version. */
async function inUse(key: string, list: readonly { id: string; name: string }[]) {
  const used: { id: string; name: string }[] = []
  for (const entry of list)
    if (used.length < 2 && entry.id !== 'explicit' && (await answer(`${key}=${entry.id}`)).total > 0) used.push(entry)
  const [first, second] = used
  if (!first || !second) throw new Error(`fewer than two of ${key} are in use`)
  return [first, second] as const
}

const menu = (page: Page): Locator => page.getByRole('group', { name: 'Release list' })
const dropdown = (page: Page, name: string): Locator => menu(page).getByRole('button', { name, exact: true })
const listbox = (page: Page, name: string): Locator => page.getByRole('listbox', { name, exact: true })
const option = (page: Page, name: string): Locator => page.getByRole('option', { name, exact: true })
const pill = (page: Page, group: string): Locator => page.getByRole('group', { name: `${group} filter`, exact: true })
const said = (total: number) => `${total.toLocaleString('en')} release${total === 1 ? '' : 's'}`
const query = (page: Page) => new URL(page.url()).searchParams

/** The gallery shows what the server answers to this query: the total, and the first releases in order. */
async function showsAnswer(page: Page, text: string): Promise<void> {
  const { total, releases } = await answer(text)
  expect(total, 'the catalogue has releases for this test').toBeGreaterThan(0)
  await expect(menu(page).getByRole('status')).toHaveText(said(total))
  const first = releases.slice(0, 5).map((release) => release.releaseid)
  await expect
    .poll(() =>
      cards(page).evaluateAll(
        (all, count) => all.slice(0, count).map((one) => one.getAttribute('data-release-id')),
        first.length,
      ),
    )
    .toEqual(first)
}

const gallery = (search: string) => `/releases${search === '' ? '' : `?${search}`}`

async function openGallery(page: Page, search = ''): Promise<void> {
  await visit(page, gallery(search))
  await expect(menu(page).getByRole('status')).toHaveText(/release/)
}

/** In a page that was just loaded. */
async function loadGallery(page: Page, search = ''): Promise<void> {
  await giveSession(page)
  await page.goto(gallery(search))
  await expect(menu(page).getByRole('status')).toHaveText(/release/)
}

/** Opens a group, chooses the options by name, and closes it again. */
async function choose(page: Page, group: string, ...names: string[]): Promise<void> {
  await dropdown(page, group).click()
  for (const name of names) await option(page, name).click()
  await page.keyboard.press('Escape')
  await expect(listbox(page, group)).toBeHidden()
}

test.describe('each group', () => {
  /** The group's list is the server's, and what is chosen in it narrows the gallery to the server's answer. */
  async function narrows(
    page: Page,
    name: string,
    key: 'genres' | 'packages' | 'markets' | 'versions' | 'release_types',
  ) {
    await openGallery(page)
    const list = (await offered())[key]
    await dropdown(page, name).click()
    await expect(listbox(page, name)).toHaveAttribute('aria-multiselectable', 'true')
    await expect(listbox(page, name).getByRole('option')).toHaveText(list.map((entry) => entry.name))
    const [first, second] = await inUse(key, list)
    await option(page, first.name).click()
    await expect(option(page, first.name)).toHaveAttribute('aria-selected', 'true')
    await showsAnswer(page, `sort=-date&${key}=${first.id}`)
    await option(page, second.name).click()
    await showsAnswer(page, `sort=-date&${key}=${first.id},${second.id}`)
    expect(query(page).get(key)).toBe(`${first.id},${second.id}`)
    await option(page, first.name).click()
    await expect(option(page, first.name)).toHaveAttribute('aria-selected', 'false')
    await showsAnswer(page, `sort=-date&${key}=${second.id}`)
  }

  test('FILTER-002: the genres narrow the gallery', ({ page }) => narrows(page, 'Genres', 'genres'))
  test('FILTER-003: the lists narrow the gallery', ({ page }) => narrows(page, 'Lists', 'packages'))
  test('FILTER-004: the markets narrow the gallery', ({ page }) => narrows(page, 'Markets', 'markets'))
  test('FILTER-005: the song version narrows the gallery', ({ page }) => narrows(page, 'Version', 'versions'))
  test('FILTER-006: the release type narrows the gallery', ({ page }) => narrows(page, 'Release type', 'release_types'))

  test('groups narrow together', async ({ page }) => {
    await openGallery(page)
    await choose(page, 'Genres', 'Folk', 'Rock')
    await choose(page, 'Release type', 'Single')
    await choose(page, 'Markets', 'Canada')
    await showsAnswer(page, 'sort=-date&genres=folk,rock&markets=ca&release_types=single')
  })

  test('FILTER-015: Explicit is one of the versions, off by default, sent as explicit and not as a version', async ({
    page,
  }) => {
    await openGallery(page)
    expect(query(page).has('explicit')).toBe(false)
    await choose(page, 'Version', 'Explicit')
    expect([query(page).get('explicit'), query(page).has('versions')]).toEqual(['true', false])
    await showsAnswer(page, 'sort=-date&explicit=true')
    await expect(pill(page, 'Version')).toContainText('Explicit')
    await choose(page, 'Version', 'Explicit')
    expect(query(page).has('explicit')).toBe(false)
    await showsAnswer(page, 'sort=-date')
  })

  test('FILTER-019: markets show their logos', async ({ page }) => {
    await openGallery(page)
    await dropdown(page, 'Markets').click()
    const logo = option(page, 'Canada').locator('img')
    await expect(logo).toHaveAttribute('src', /\/images\/markets\/ca.*\.png$/)
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  })

  test('FILTER-020: the release types are Album, EP and Single', async ({ page }) => {
    await openGallery(page)
    await dropdown(page, 'Release type').click()
    await expect(listbox(page, 'Release type').getByRole('option')).toHaveText(['Album', 'EP', 'Single'])
  })

  test('FILTER-021: the versions are thirteen', async ({ page }) => {
    await openGallery(page)
    await dropdown(page, 'Version').click()
    await expect(listbox(page, 'Version').getByRole('option')).toHaveText(
      ['Album', 'Clean', 'Radio', 'Explicit', 'Album version', 'Club mix', 'Hook', 'Instrumental', 'Liner', 'Other', 'Radio edit', 'Remix', 'Vocal'], // biome-ignore format: one list
    )
  })
})

test.describe('pills', () => {
  test('FILTER-011: a pill shows the first two names', async ({ page }) => {
    await openGallery(page)
    await expect(pill(page, 'Genres')).toHaveCount(0)
    await choose(page, 'Genres', 'Ambient', 'Electronic')
    await expect(pill(page, 'Genres')).toHaveText('GenresAmbient, Electronic')
  })

  test('FILTER-012: and how many more there are', async ({ page }) => {
    await openGallery(page)
    await choose(page, 'Genres', 'Ambient', 'Electronic', 'Folk', 'House')
    await expect(pill(page, 'Genres')).toContainText('Ambient, Electronic')
    await expect(pill(page, 'Genres').getByText('+2', { exact: true })).toBeVisible()
    await expect(pill(page, 'Genres')).not.toContainText('Folk')
  })

  test('FILTER-013: its X clears the group alone', async ({ page }) => {
    await openGallery(page, 'genres=folk&release_types=single&sort=title')
    await page.getByRole('button', { name: 'Clear Genres' }).click()
    await expect(pill(page, 'Genres')).toHaveCount(0)
    await showsAnswer(page, 'sort=title&release_types=single')
    await expect(dropdown(page, 'Genres')).toBeFocused()
  })

  test('FILTER-014: Clear all clears every group and leaves the order', async ({ page }) => {
    await openGallery(page, 'genres=folk&markets=ca&release_types=single&versions=clean&explicit=true&sort=trend')
    await expect(pill(page, 'Version')).toContainText('Clean, Explicit')
    await page.getByRole('button', { name: 'Clear all', exact: true }).click()
    await expect(page.getByRole('group', { name: / filter$/ })).toHaveCount(0)
    await expect(page).toHaveURL(/\/releases\?sort=trend$/)
    await showsAnswer(page, 'sort=trend')
  })
})

test.describe('order and view', () => {
  test('FILTER-008: Newest and Popular switch between -date and trend', async ({ page }) => {
    await openGallery(page)
    const sort = page.getByRole('radiogroup', { name: 'Sort', exact: true })
    await expect(sort.getByRole('radio', { name: 'Newest' })).toBeChecked()
    await sort.getByRole('radio', { name: 'Popular' }).click()
    await expect(sort.getByRole('radio', { name: 'Popular' })).toBeChecked()
    await showsAnswer(page, 'sort=trend')
    await page.keyboard.press('ArrowLeft')
    await expect(sort.getByRole('radio', { name: 'Newest' })).toBeChecked()
    await expect(sort.getByRole('radio', { name: 'Newest' })).toBeFocused()
    await showsAnswer(page, 'sort=-date')
  })

  test('FILTER-022: the sort menu sorts by every attribute, both ways', async ({ page }) => {
    await openGallery(page)
    await menu(page).getByRole('button', { name: 'Sort by' }).click()
    const item = (name: string) => page.getByRole('menuitemradio', { name, exact: true })
    for (const [name, key, back, turned] of [
      ['Popularity', 'trend', 'Least popular first', '-trend'],
      ['Artist', 'artist', 'Z to A', '-artist'],
      ['Title', 'title', 'Z to A', '-title'],
      ['Duration', 'time', 'Longest first', '-time'],
      ['Available date', '-date', 'Oldest first', 'date'],
    ] as const) {
      await item(name).click()
      await expect(item(name)).toBeChecked()
      await showsAnswer(page, `sort=${key}`)
      await item(back).click()
      await showsAnswer(page, `sort=${turned}`)
    }
  })

  test('FILTER-023: choosing the attribute again clears the sort', async ({ page }) => {
    await openGallery(page, 'sort=artist')
    await showsAnswer(page, 'sort=artist')
    await menu(page).getByRole('button', { name: 'Sort by' }).click()
    await page.getByRole('menuitemradio', { name: 'Artist', exact: true }).click()
    await expect(page).toHaveURL(/\/releases$/)
    await showsAnswer(page, 'sort=-date')
  })

  test('FILTER-009: the menu has a switch between cards and rows', async ({ page }) => {
    await openGallery(page)
    const twin = menu(page).getByRole('button', { name: 'Show as list' })
    await expect(twin).toHaveAttribute('aria-pressed', 'false')
    await twin.click()
    await expect(twin).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('columnheader', { name: 'Artist' })).toBeVisible()
    await twin.click()
    await expect(twin).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByRole('feed', { name: 'Releases' })).toBeVisible()
  })

  test('SHELL-014: the header has its twin', async ({ page }) => {
    await openGallery(page)
    await page.getByRole('banner').getByRole('button', { name: 'List view' }).click()
    await expect(menu(page).getByRole('button', { name: 'Show as list' })).toHaveAttribute('aria-pressed', 'true')
    await menu(page).getByRole('button', { name: 'Show as list' }).click()
    await expect(page.getByRole('banner').getByRole('button', { name: 'List view' })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
  })

  test('GALLERY-001: cards and rows hold the same filtered and sorted releases', async ({ page }) => {
    await openGallery(page)
    await choose(page, 'Lists', 'Radio adds')
    await page.getByRole('radio', { name: 'Popular' }).click()
    await showsAnswer(page, 'sort=trend&packages=radio-adds')
    await menu(page).getByRole('button', { name: 'Show as list' }).click()
    await expect(page.getByRole('columnheader', { name: 'Artist' })).toBeVisible()
    await showsAnswer(page, 'sort=trend&packages=radio-adds')
    await menu(page).getByRole('button', { name: 'Show as list' }).click()
  })

  test('FILTER-007: Request new list leads to a survey in a new tab', async ({ page }) => {
    await openGallery(page)
    const link = page.getByRole('link', { name: 'Request new list' })
    await expect(link).toHaveAttribute('href', /^https:\/\/.*survey/)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
  })
})

test('FILTER-001: the search pages have no list menu', async ({ page }) => {
  await openGallery(page)
  for (const address of ['/search?q=folk', '/search/releases?q=folk']) {
    await visit(page, address)
    await expect(page.getByRole('region', { name: 'Search', exact: true })).toBeVisible()
    await expect(menu(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Genres', exact: true })).toHaveCount(0)
    await expect(page.getByRole('radiogroup', { name: 'Sort', exact: true })).toHaveCount(0)
  }
})

test.describe('the address', () => {
  test('holds the whole filter, and the way back and forward goes through it', async ({ page }) => {
    await openGallery(page)
    await choose(page, 'Genres', 'Folk', 'Rock')
    await choose(page, 'Release type', 'Single')
    await page.getByRole('radio', { name: 'Popular' }).click()
    await showsAnswer(page, 'sort=trend&genres=folk,rock&release_types=single')
    await page.goBack()
    await showsAnswer(page, 'sort=-date&genres=folk,rock&release_types=single')
    await expect(page.getByRole('radio', { name: 'Newest' })).toBeChecked()
    await page.goBack()
    await showsAnswer(page, 'sort=-date&genres=folk,rock')
    await page.goBack()
    await showsAnswer(page, 'sort=-date')
    await page.goForward()
    await page.goForward()
    await showsAnswer(page, 'sort=-date&genres=folk,rock&release_types=single')
    await expect(pill(page, 'Genres')).toContainText('Folk, Rock')
    await page.reload()
    await showsAnswer(page, 'sort=-date&genres=folk,rock&release_types=single')
  })

  test('names a release over the filtered gallery, and keeps the filters when it closes', async ({ page }) => {
    const [release] = (await answer('sort=title&genres=folk')).releases
    if (!release) throw new Error('no release')
    await openGallery(page, `genres=folk&sort=title&release=${release.releaseid}`)
    await page.getByRole('dialog', { name: release.title }).getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL(/\/releases\?sort=title&genres=folk$/)
    await showsAnswer(page, 'sort=title&genres=folk')
    await cards(page).first().click()
    await expect(page.getByRole('dialog', { name: release.title })).toBeVisible()
    expect([query(page).get('genres'), query(page).get('release')]).toEqual(['folk', release.releaseid])
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await showsAnswer(page, 'sort=title&genres=folk')
  })

  test('may hold ids nobody knows: they are pills that can be taken away', async ({ page }) => {
    await openGallery(page, 'markets=atlantis&versions=%3Cimg%20src%3Dx%3E&sort=loudest&genres=,,%20&explicit=perhaps')
    await expect(pill(page, 'Markets')).toContainText('atlantis')
    await expect(pill(page, 'Version')).toContainText('<img src=x>')
    await expect(pill(page, 'Genres')).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear Version' }).click()
    await page.getByRole('button', { name: 'Clear Markets' }).click()
    await expect(page).toHaveURL(/\/releases$/)
    await showsAnswer(page, 'sort=-date')
  })
})

test.describe('keys', () => {
  test('a list is opened, walked through, chosen from and closed by keys alone', async ({ page }) => {
    await openGallery(page)
    await dropdown(page, 'Release type').focus()
    await page.keyboard.press('Enter')
    const list = listbox(page, 'Release type')
    await expect(list).toBeFocused()
    const active = () =>
      list.evaluate(
        (element) => document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent,
      )
    expect(await active()).toBe('Album')
    await page.keyboard.press('ArrowDown')
    expect(await active()).toBe('EP')
    await page.keyboard.press('End')
    expect(await active()).toBe('Single')
    await page.keyboard.press('Home')
    expect(await active()).toBe('Album')
    await page.keyboard.press('s')
    expect(await active()).toBe('Single')
    await page.waitForTimeout(700)
    await page.keyboard.press('Space')
    await expect(option(page, 'Single')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(dropdown(page, 'Release type')).toBeFocused()
    await expect(dropdown(page, 'Release type')).toHaveAccessibleDescription('1 chosen')
    await showsAnswer(page, 'sort=-date&release_types=single')
  })

  test('a long list has a field that narrows it', async ({ page }) => {
    await openGallery(page)
    await dropdown(page, 'Genres').click()
    await page.keyboard.press('ArrowUp')
    const field = page.getByRole('textbox', { name: 'Find in Genres' })
    await expect(field).toBeFocused()
    await page.keyboard.type('FÓLK')
    await expect(listbox(page, 'Genres').getByRole('option')).toHaveText(['Folk'])
    await page.keyboard.press('Enter')
    await expect(option(page, 'Folk')).toHaveAttribute('aria-selected', 'true')
    await field.fill('zzz')
    await expect(page.getByText('Nothing by that name')).toBeVisible()
  })

  test('a press shows before anything else happens', async ({ page }) => {
    await openGallery(page)
    await dropdown(page, 'Release type').click()
    const selected = await option(page, 'EP').evaluate((element: HTMLElement) => {
      element.click()
      return [element.getAttribute('aria-selected'), location.search]
    })
    expect(selected).toEqual(['true', '?release_types=ep'])
  })
})

test.describe('states', () => {
  test.use({ ownPage: true })

  test('filter lists that fail say so, and come with another try', async ({ page }) => {
    await page.route('**/api/options', (route) => route.abort())
    await loadGallery(page)
    await dropdown(page, 'Genres').click()
    await expect(page.getByText('The filters could not be loaded. What you chose is kept.')).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await page.unroute('**/api/options')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(option(page, 'Folk')).toBeVisible()
  })

  test('GALLERY-010: where filters leave nothing it says so, with support, and a way out', async ({ page }) => {
    await loadGallery(page, 'genres=polka&sort=title')
    await expect(page.getByRole('heading', { name: 'No available releases' })).toBeVisible()
    await expect(page.getByText('Try removing some filters')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', /support/)
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await showsAnswer(page, 'sort=title')
  })

  test('a page that fails leaves the filters usable, and another try', async ({ page }) => {
    await loadGallery(page)
    // In the browser, because the first request the server gets may be another test's.
    await page.context().route(/\/api\/releases\?/, (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
    await choose(page, 'Lists', 'Radio adds')
    const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
    await expect(alert).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await alert.getByRole('button', { name: 'Retry' }).click()
    await showsAnswer(page, 'sort=-date&packages=radio-adds')
  })
})

test.describe('on a phone', () => {
  test.use({ ownPage: true, viewport: { width: 390, height: 844 } })

  test('FILTER-010: one button shows and hides the filters', async ({ page }) => {
    await loadGallery(page)
    await expect(dropdown(page, 'Genres')).toHaveCount(0)
    await page.getByRole('button', { name: 'Show filters' }).click()
    await expect(page.getByRole('button', { name: 'Hide filters' })).toHaveAttribute('aria-expanded', 'true')
    await expect(dropdown(page, 'Genres')).toBeVisible()
    await page.getByRole('button', { name: 'Hide filters' }).click()
    await expect(dropdown(page, 'Genres')).toHaveCount(0)
  })

  test('a group opens as a sheet that says what it leads to', async ({ page }) => {
    await loadGallery(page)
    await page.getByRole('button', { name: 'Show filters' }).click()
    await dropdown(page, 'Genres').click()
    const sheet = page.getByRole('dialog', { name: 'Genres' })
    await option(page, 'Folk').click()
    const { total } = await answer('sort=-date&genres=folk')
    await sheet.getByRole('button', { name: `Show ${said(total)}` }).click()
    await expect(sheet).toHaveCount(0)
    await expect(dropdown(page, 'Genres')).toBeFocused()
    await expect(pill(page, 'Genres')).toContainText('Folk')
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await expect(page.getByRole('button', { name: 'Show as list' })).toBeInViewport({ ratio: 1 })
    }
  })
})
