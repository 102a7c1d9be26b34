// Two people in two browsers feel each other's acts: nobody loads anything anew.
import type { Browser, Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { call, signIn } from '#tests/contract/http.ts'
import { linkToken, newPlayer } from '#tests/contract/people.ts'
import { type StartedServer, startServer } from '#tests/contract/server.ts'
import { expect, test } from './support/fixtures.ts'
import { fillSignIn } from './support/product.ts'

test.describe.configure({ mode: 'serial', timeout: 150_000 })

/** So soon they see it. */
const FELT = { timeout: 30_000 }

let server: StartedServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())

async function enters(browser: Browser, email: string, path = ''): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto(server.url)
  await fillSignIn(page, email, DEMO_PASSWORD)
  await expect(page.locator('[data-release-id]').first()).toBeVisible()
  if (path !== '') await page.goto(server.url + path)
  return page
}

test('a release that is shared is told, marked, filtered and noted within 30 s', { tag: '@long' }, async ({
  browser,
}) => {
  const theirs = await enters(browser, 'staff@demo.test')
  const card = theirs.locator('[data-release-id]').nth(2)
  const [id, name] = [await card.getAttribute('data-release-id'), await card.getAttribute('aria-label')]
  await expect(card.getByRole('img', { name: 'Shared with you' })).toHaveCount(0)
  const asked: string[] = []
  theirs.on('request', (request) => {
    if (/\/api\/(changes|releases)/.test(request.url())) asked.push(new URL(request.url()).pathname)
  })

  const mine = await enters(browser, 'verified@demo.test', `/releases/releaseInfo/${id}`)
  await mine.getByRole('button', { name: 'Share release', exact: true }).click()
  const dialog = mine.getByRole('dialog', { name: 'Share release' })
  await dialog.getByRole('searchbox', { name: 'Search connections' }).fill('Stella')
  await dialog.getByRole('checkbox', { name: 'Stella Moreau' }).click()
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Hear this <b>on Friday</b>')
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(mine.getByText('Release shared')).toBeVisible()

  await expect(theirs.getByText('Vera Lindqvist shared a release with you')).toBeVisible(FELT)
  await expect(card.getByRole('img', { name: 'Shared with you' })).toBeVisible()
  await expect(card).toHaveAttribute('aria-label', name ?? '')
  // One call brought it: the gallery was not read again.
  expect(new Set(asked)).toEqual(new Set(['/api/changes']))

  const filter = theirs.getByRole('button', { name: 'Shared with you', exact: true })
  await filter.click()
  await expect(filter).toHaveAttribute('aria-pressed', 'true')
  await expect(theirs).toHaveURL(/shared=true/)
  await expect(theirs.getByRole('group', { name: 'Release list' }).getByRole('status')).toHaveText('1 release')
  await theirs.reload()
  await expect(theirs.locator('[data-release-id]')).toHaveCount(1)
  await theirs.goto(`${server.url}/releases/releaseInfo/${id}`)
  const note = theirs.getByRole('region', { name: 'Shared with you' })
  await expect(note).toContainText('Vera Lindqvist')
  await expect(note).toContainText('Hear this <b>on Friday</b>')
  for (const page of [mine, theirs]) await page.context().close()
})

test('who is connected, and no longer, is seen in an open list within 30 s', { tag: '@long' }, async ({ browser }) => {
  const invitee = await newPlayer(server.url)
  const { access } = await signIn(server.url)
  const mine = await enters(browser, 'verified@demo.test', '/account/my-network')
  const row = mine.getByRole('table', { name: 'Connections' }).getByRole('row', { name: invitee.email })
  await expect(mine.getByRole('table', { name: 'Connections' })).toBeVisible()
  await expect(row).toHaveCount(0)
  const post = (path: string, body: object, token: string) => call(server.url, path, { method: 'POST', token, body })
  const invitations = [{ invitee_email: invitee.email, relationship: 'coworker' }]
  await post('/accounts/player/invitations', { invitations }, access)
  const invitation_token = await linkToken(server.url, invitee.email, 'invitation_existing', '/signin/')
  await post('/accounts/player/invitations/accept', { invitation_token }, invitee.access)
  await expect(mine.getByText(/^You are now connected with /)).toBeVisible(FELT)
  await expect(row).toBeVisible()
  await call(server.url, `/accounts/player/connections/demo-verified`, { method: 'DELETE', token: invitee.access })
  await expect(row).toHaveCount(0, FELT)
  await mine.context().close()
})

test('of two tabs in sight one asks, and both show what it learned', { tag: '@long' }, async ({ browser }) => {
  const one = await enters(browser, 'staff@demo.test')
  const other = await one.context().newPage()
  await other.goto(`${server.url}/releases`)
  const card = (page: Page) => page.locator('[data-release-id]').nth(4)
  await expect(card(other)).toBeVisible()
  const id = await card(one).getAttribute('data-release-id')
  let asked = 0
  for (const page of [one, other]) page.on('request', (request) => { asked += Number(request.url().endsWith('/api/changes')) }) // biome-ignore format: one line
  const { access } = await signIn(server.url)
  const body = { release_id: id, players_id: ['demo-staff'], message: '' }
  await call(server.url, '/releases/share', { method: 'POST', token: access, body })
  for (const page of [one, other])
    await expect(card(page).getByRole('img', { name: 'Shared with you' })).toBeVisible(FELT)
  await one.waitForTimeout(20_000)
  expect(asked).toBeLessThanOrEqual(2)
  await one.context().close()
})
