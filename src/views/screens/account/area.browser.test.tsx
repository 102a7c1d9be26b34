/** The account area in its three forms, and that its addresses and what is shown always agree. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { connectionListed } from '#core/events/people/connections.ts'
import { COMPANY_URL, PRIVACY_URL, SUPPORT_URL } from '#core/model/constants.ts'
import { openApp } from '#tests/components/app.tsx'

const DESKTOP = { window: [1440, 900] } as const
const TABLET = { window: [900, 1000] } as const
const PHONE = { window: [390, 844] } as const
const SOMEBODY = {
  full_name: 'Ada Okonkwo',
  first_name: 'Ada',
  last_name: 'Okonkwo',
  email: 'ada@cityfm.example',
  verified: true,
}
const TABS = ['Profile', 'My Network', 'Account Management', 'Settings & Preferences'] as const

const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const at = (stage: { address: string }, address: string) =>
  expect.poll(() => stage.address, { timeout: 5000 }).toBe(address)

it('ACCOUNT-001: on a desktop the account has four tabs', async () => {
  await openApp('/account', DESKTOP)
  for (const name of TABS) await expect.element(tab(name)).toBeVisible()
  expect(page.getByRole('tab').elements()).toHaveLength(4)
})

it('ROUTE-026: /account is the profile on a desktop, and an unknown part is no page', async () => {
  const stage = await openApp('/account', DESKTOP)
  await at(stage, '/account/profile')
  await expect.element(tab('Profile')).toHaveAttribute('aria-selected', 'true')
  stage.go('/account/nonsense')
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

it('ACCOUNT-002: a tab leads to its address, and Back to the tab before', async () => {
  const stage = await openApp('/account/profile', DESKTOP)
  await tab('Account Management').click()
  await at(stage, '/account/management')
  await expect.element(page.getByRole('tabpanel', { name: 'Account Management' })).toBeVisible()
  await tab('Settings & Preferences').click()
  await at(stage, '/account/settings-preferences')
  history.back()
  await at(stage, '/account/management')
  await expect.element(tab('Account Management')).toHaveAttribute('aria-selected', 'true')
})

it('ACCOUNT-002: arrows move between the tabs, and the focus with them', async () => {
  const stage = await openApp('/account/profile', DESKTOP)
  await tab('Profile').click()
  await userEvent.keyboard('{ArrowRight}')
  await at(stage, '/account/my-network')
  await expect.element(tab('My Network')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await at(stage, '/account/settings-preferences')
  await expect.element(tab('Settings & Preferences')).toHaveFocus()
})

it.each([
  ['ROUTE-027', '/profile', '/account/profile', 'Profile'],
  ['ROUTE-028', '/account-management', '/account/management', 'Account Management'],
  ['ROUTE-029', '/settings-preferences', '/account/settings-preferences', 'Settings & Preferences'],
  ['ROUTE-030', '/my-network', '/account/my-network', 'My Network'],
])(
  '%s (ROUTE-027, ROUTE-028, ROUTE-029, ROUTE-030): %s shows its page, on a desktop as a tab of the account',
  async (_, narrow, wide, name) => {
    const wideStage = await openApp(`${narrow}?kept=abc`, DESKTOP)
    await at(wideStage, `${wide}?kept=abc`)
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
    const stage = await openApp(`${wide}?kept=abc`, PHONE)
    await at(stage, `${narrow}?kept=abc`)
    await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
  },
)

it('ACCOUNT-003: on a phone the account is a menu of four rows, Sign out and three labels', async () => {
  await openApp('/account', PHONE)
  const menu = page.getByRole('navigation', { name: 'Account' })
  for (const name of TABS) await expect.element(menu.getByRole('link', { name, exact: true })).toBeVisible()
  expect(menu.getByRole('link').elements()).toHaveLength(TABS.length)
  for (const [name, address] of Object.entries({ Support: SUPPORT_URL, Privacy: PRIVACY_URL, Company: COMPANY_URL })) {
    await expect.element(page.getByRole('link', { name, exact: true })).toBeVisible()
    await expect.element(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
  }
  await menu.getByRole('button', { name: 'Sign out' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Sign out' })).toBeVisible()
})

it('SHELL-018: on a phone, playlists, flagged, archived and history are reached from the account (D-061)', async () => {
  const stage = await openApp('/account', PHONE)
  const menu = page.getByRole('main')
  await expect.element(menu.getByRole('link', { name: 'Playlists' })).toHaveAttribute('href', '/playlists')
  await expect.element(menu.getByRole('link', { name: 'Archived' })).toHaveAttribute('href', '/archived')
  await expect.element(menu.getByRole('link', { name: 'History' })).toHaveAttribute('href', '/recently_played')
  await menu.getByRole('link', { name: 'Flagged' }).click()
  await at(stage, '/flagged')
})

it.each([
  ['Profile', '/profile'],
  ['My Network', '/my-network'],
  ['Account Management', '/account-management'],
  ['Settings & Preferences', '/settings-preferences'],
])('ACCOUNT-004: on a phone the page %s of the account has a back arrow to the menu', async (name, address) => {
  const stage = await openApp('/account', PHONE)
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name, exact: true }).click()
  await at(stage, address)
  await page.getByRole('banner').getByRole('button', { name: 'Back' }).click()
  await at(stage, '/account')
})

it('D-037: a tablet lists the pages beside the one that is shown', async () => {
  const stage = await openApp('/account/management', TABLET)
  await at(stage, '/account-management')
  const list = page.getByRole('navigation', { name: 'Account' })
  await expect.element(list.getByRole('link', { name: 'Account Management' })).toHaveAttribute('aria-current', 'page')
  await list.getByRole('link', { name: 'My Network' }).click()
  await at(stage, '/my-network')
})

it('D-037: a window that grows or shrinks keeps the page', async () => {
  const stage = await openApp('/account/management', DESKTOP)
  await expect.element(tab('Account Management')).toBeVisible()
  await page.viewport(900, 900)
  await at(stage, '/account-management')
  await page.viewport(1440, 900)
  await at(stage, '/account/management')
})

it('ROUTE-025: the settings are tabs on a desktop, the first by default', async () => {
  const stage = await openApp('/settings', DESKTOP)
  await at(stage, '/settings/email')
  for (const name of ['Email & Notifications', 'Player and Downloads', 'Cancel All Session', 'Logout'])
    await expect.element(tab(name)).toBeVisible()
  await tab('Logout').click()
  await at(stage, '/settings/logout')
  await expect.element(page.getByRole('tabpanel').getByRole('button', { name: 'Sign out' })).toBeVisible()
})

it('ROUTE-025: a tablet lists the settings first, and leads from one of them to the account', async () => {
  const stage = await openApp('/settings', TABLET)
  await page.getByRole('link', { name: 'Player and Downloads' }).click()
  await at(stage, '/settings/player')
  await page.getByRole('main').getByRole('link', { name: 'Account' }).click()
  await at(stage, '/account')
})

it('SHELL-009: the avatar offers the four pages, a report and the way out', async () => {
  const stage = await openApp('/releases', DESKTOP)
  const entries = [...TABS, 'Report a problem', 'Sign out']
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect.element(page.getByRole('menu', { name: 'Account menu' })).toBeVisible()
  expect(
    page
      .getByRole('menuitem')
      .elements()
      .map((entry) => entry.textContent),
  ).toEqual(entries)
  await page.getByRole('menuitem', { name: 'My Network' }).click()
  await at(stage, '/account/my-network')
})

it('SHELL-012: on a phone the avatar leads to the account', async () => {
  const stage = await openApp('/releases', PHONE)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await at(stage, '/account')
})

it('SHELL-008: the avatar opens a menu, and on a phone none', async () => {
  await openApp('/releases', DESKTOP)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect.element(page.getByRole('menu', { name: 'Account menu' })).toBeVisible()
  const stage = await openApp('/releases', PHONE)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await at(stage, '/account')
  expect(page.getByRole('menu').elements()).toHaveLength(0)
})

it('says in its tab how many connections there are, once they were read', async () => {
  const stage = await openApp('/account/profile', DESKTOP)
  await expect.element(tab('My Network')).toHaveTextContent(/^My Network$/)
  stage.happens(connectionListed({ connections: ['p2', 'p3'].map((player_id) => ({ ...SOMEBODY, player_id })) }))
  await expect.element(tab('My Network')).toHaveTextContent('My Network2')
})
