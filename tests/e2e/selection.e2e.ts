// What is selected is changed together on the server. All that needs none is tested beside src/views/gallery/toolbars.
import { cards } from './support/product.ts'
import { listPage } from './support/server.ts'
import { expect, test, visit } from './support/visit.ts'

test('flags come with the answer and go with Undo', async ({ page }) => {
  await visit(page, '/releases')
  await expect(cards(page).first()).toBeVisible()
  const { releases } = await listPage(1)
  const places = releases.flatMap((release, place) => (release.flagged || release.archived ? [] : [place])).slice(4, 6)
  for (const place of places)
    await cards(page)
      .nth(place)
      .click({ modifiers: ['Control'] })
  const toolbar = page.getByRole('toolbar', { name: 'Selection' })
  await toolbar.getByRole('button', { name: 'Flag', exact: true }).click()
  for (const place of places) await expect(cards(page).nth(place).getByRole('img', { name: 'Flagged' })).toBeVisible()
  await page.locator('[data-category="flag"]').getByRole('button', { name: 'Undo' }).click()
  for (const place of places) await expect(cards(page).nth(place).getByRole('img', { name: 'Flagged' })).toHaveCount(0)
})
