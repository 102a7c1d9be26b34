// The search on the real product: what the server scores, and what this browser keeps. All that needs no
// server is tested beside src/views/screens/search and src/views/shell/header.
import type { Locator, Page } from '@playwright/test'
import { SearchResult } from '#core/model/search/hits.ts'
import { call, expectJson, signIn as tokenOf } from '#tests/contract/http.ts'
import { expect, serverUrl } from './support/fixtures.ts'
import { kept } from './support/kept.ts'
import { giveSession, signIn } from './support/product.ts'
import { test, visit } from './support/visit.ts'

const box = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search', exact: true })
const view = (page: Page): Locator => page.getByRole('region', { name: 'Search', exact: true })

let access: Promise<string> | undefined
const token = () => {
  access ??= tokenOf(serverUrl()).then((pair) => pair.access)
  return access
}
/** What the server answers, asked directly. */
async function found(filter: string, section = 'top', pagesize = section === 'top' ? 5 : 100): Promise<SearchResult> {
  const query = new URLSearchParams({ filter, section, pagesize: String(pagesize) })
  return expectJson(SearchResult, call(serverUrl(), `/search?${query}`, { token: await token() }))
}
/** A letter that begins more than four names of every kind. */
let common = ''
test.beforeAll(async () => {
  for (const letter of 'schlrmbp') {
    const { tracks, artists, labels, releases } = await found(letter)
    if (![tracks, artists, labels, releases].every(({ total }) => total > 4)) continue
    common = letter
    return
  }
  throw new Error('no letter begins more than four names of every kind')
})

/** In a page that was just loaded. */
async function loadSearch(page: Page, address: string): Promise<void> {
  await giveSession(page)
  await page.goto(address)
  await expect(view(page)).toBeVisible()
}

test('SEARCH-007: mixes the six best of all kinds, as the server scores them', async ({ page }) => {
  const { top } = await found(common)
  await visit(page, `/search/top?q=${common}`)
  const list = view(page).getByRole('list', { name: 'Top results' })
  await expect(list.getByRole('listitem')).toHaveCount(6)
  await expect
    .poll(() => list.locator('[data-hit]').evaluateAll((all) => all.map((one) => one.getAttribute('data-hit'))))
    .toEqual(top.items.map(({ kind }) => kind))
})

test.describe('in a page of its own', () => {
  test.use({ ownPage: true })

  test('a column keeps the width it was dragged to', async ({ page }) => {
    await loadSearch(page, `/search/artists?q=${common}`)
    const handle = view(page).getByRole('separator').first()
    await expect(handle).toBeVisible()
    const cell = view(page).getByRole('table').getByRole('row').nth(1).getByRole('cell').nth(1)
    await handle.focus()
    for (let press = 0; press < 5; press++) await handle.press('ArrowLeft')
    const width = (await cell.boundingBox())?.width ?? 0
    await page.waitForTimeout(600)
    await page.reload()
    await expect(handle).toBeVisible()
    await expect.poll(async () => (await cell.boundingBox())?.width).toBeCloseTo(width, 0)
  })

  test('SEARCH-015, SEARCH-016: recent searches are listed, survive a reload and can be cleared', async ({ page }) => {
    await signIn(page)
    for (const term of ['first', 'second', 'FIRST']) {
      await box(page).fill(term)
      await box(page).press('Enter')
      await expect(page).toHaveURL(new RegExp(`q=${term}$`))
    }
    await page.goto('/search')
    const list = view(page).getByRole('list', { name: 'Recent searches' })
    await expect(list.getByRole('listitem')).toHaveText(['FIRST', 'second'])
    await page.reload()
    await expect(list.getByRole('listitem')).toHaveText(['FIRST', 'second'])
    await view(page).getByRole('button', { name: 'Clear recent searches' }).click()
    await expect(list).toHaveCount(0)
    await expect.poll(() => kept(page, 'recentSearches')).toEqual([])
    await page.reload()
    await expect(view(page).getByText('What you search for will be listed here')).toBeVisible()
  })
})
