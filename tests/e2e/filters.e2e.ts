// The list menu over the gallery on the real product: what the gallery then holds is the server's answer. All that
// needs no server is tested beside src/views/screens/releases.
import type { Locator, Page } from '@playwright/test'
import { ReleaseList } from '#core/model/catalogue/release.ts'
import { call, expectJson, signIn as signInto } from '#tests/contract/http.ts'
import { expect, serverUrl } from './support/fixtures.ts'
import { cards } from './support/product.ts'
import { test, visit } from './support/visit.ts'

let access: Promise<string> | undefined
async function token(): Promise<string> {
  access ??= signInto(serverUrl()).then((pair) => pair.access)
  return access
}
const answer = async (query: string) =>
  expectJson(ReleaseList, call(serverUrl(), `/releases?${query}&pagesize=40`, { token: await token() }))

const menu = (page: Page): Locator => page.getByRole('group', { name: 'Release list' })
const dropdown = (page: Page, name: string): Locator => menu(page).getByRole('button', { name, exact: true })
const listbox = (page: Page, name: string): Locator => page.getByRole('listbox', { name, exact: true })
const option = (page: Page, name: string): Locator => page.getByRole('option', { name, exact: true })
const said = (total: number) => `${total.toLocaleString('en')} release${total === 1 ? '' : 's'}`

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

/** Opens a group, chooses the options by name, and closes it again. */
async function choose(page: Page, group: string, ...names: string[]): Promise<void> {
  await dropdown(page, group).click()
  for (const name of names) await option(page, name).click()
  await page.keyboard.press('Escape')
  await expect(listbox(page, group)).toBeHidden()
}

test('groups narrow together, in another order too, and a page that is loaded anew keeps them', async ({ page }) => {
  await visit(page, '/releases')
  await expect(menu(page).getByRole('status')).toHaveText(/release/)
  await choose(page, 'Genres', 'Folk', 'Rock')
  await choose(page, 'Release type', 'Single')
  await choose(page, 'Markets', 'Canada')
  await showsAnswer(page, 'sort=-date&genres=folk,rock&markets=ca&release_types=single')
  await page.getByRole('radio', { name: 'Popular' }).click()
  await showsAnswer(page, 'sort=trend&genres=folk,rock&markets=ca&release_types=single')
  await page.reload()
  await showsAnswer(page, 'sort=trend&genres=folk,rock&markets=ca&release_types=single')
})
