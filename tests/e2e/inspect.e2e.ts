// The inspector over the product as it is built: opened by its address, with what happened before and what happens.
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { cards, giveSession, signOut } from './support/product.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Inspector' })
const row = (page: Page, type: string) =>
  panel(page).getByRole('listbox').getByRole('option').filter({ hasText: type }).last()

interface Sent {
  readonly action: { readonly type: string; readonly payload?: unknown }
  readonly state: Record<string, unknown>
}

test('with ?inspect the running log stands beside the page, from its first event on', async ({ page }) => {
  await giveSession(page)
  await page.goto('/releases?inspect')
  await expect(cards(page).first()).toBeVisible()
  await expect(panel(page).getByRole('status')).toContainText(/^\d/)
  await panel(page).getByRole('searchbox').fill('app.opened')
  await row(page, 'app.opened').click()
  await expect(panel(page).getByRole('region', { name: 'Payload' })).toContainText('"build"')
  await panel(page).getByRole('searchbox').fill('/flagged')
  await page.getByRole('link', { name: 'Flagged' }).first().click()
  await expect(row(page, 'app.navigated')).toContainText('platform')
  await panel(page).getByRole('tab', { name: 'Health' }).click()
  for (const worker of ['state', 'session', 'log', 'downloads'])
    await expect(
      panel(page)
        .getByRole('row', { name: new RegExp(`^${worker} \\d+ ms`) })
        .first(),
    ).toBeVisible()
  await panel(page).getByRole('button', { name: 'Close the inspector' }).click()
  await expect(panel(page)).toHaveCount(0)
})

test('without it no script of the inspector is asked for', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await giveSession(page)
  await page.goto('/releases')
  await expect(cards(page).first()).toBeVisible()
  await expect.poll(() => asked.some((url) => /assets\/late-/.test(url)), 'what comes late came').toBe(true)
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => /inspect|\/open-/i.test(url))).toEqual([])
  await expect(panel(page)).toHaveCount(0)
})

test('signed out it shows the log too, and begins anew with the next session', async ({ page }) => {
  await page.goto('/?inspect')
  await expect(row(page, 'session.absent')).toBeVisible()
  await giveSession(page)
  await page.goto('/releases?inspect')
  await expect(row(page, 'session.started')).toBeVisible()
  await signOut(page)
  await expect(row(page, 'session.absent')).toBeVisible()
  await expect(panel(page).getByRole('listbox').getByRole('option').filter({ hasText: 'session.started' })).toHaveCount(
    0,
  )
})

test('the Redux DevTools extension is sent the events, and nobody by name', async ({ page }) => {
  await page.addInitScript(() => {
    const sent: unknown[] = []
    Object.assign(globalThis, {
      sent,
      __REDUX_DEVTOOLS_EXTENSION__: {
        connect: () => ({
          init: () => undefined,
          send: (action: unknown, state: unknown) => sent.push({ action, state }),
        }),
      },
    })
  })
  const sent = () => page.evaluate(() => (globalThis as unknown as { sent: unknown[] }).sent as Sent[])
  await giveSession(page)
  await page.goto('/releases?inspect')
  await expect(cards(page).first()).toBeVisible()
  await expect.poll(async () => (await sent()).map(({ action }) => action.type)).toContain('session.started')
  const all = await sent()
  expect(all.at(-1)?.state).toHaveProperty('player')
  expect(JSON.stringify(all)).not.toContain('verified@demo.test')
})
