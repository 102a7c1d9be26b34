import { expect, it } from 'vitest'
import { ACCOUNT_ADDRESSES, accountPlace, addressFor, type WindowForm } from './accountPages.ts'

const led = (path: string, form: WindowForm) => {
  const place = accountPlace(path)
  return place && addressFor(place, form)
}

it('ROUTE-025: the settings have four tabs, of which the first is the default', () => {
  for (const tab of ['email', 'player', 'cancelsession', 'logout'])
    expect(led(`/settings/${tab}`, 'desktop')).toBe(`/settings/${tab}`)
  expect(led('/settings', 'desktop')).toBe('/settings/email')
  expect(led('/settings', 'tablet')).toBe('/settings')
})

it('H-434: a phone shows the list of settings first, as a tablet does', () => {
  expect(led('/settings/', 'phone')).toBe('/settings')
  expect(led('/settings/player', 'phone')).toBe('/settings/player')
})

it('ROUTE-025, ROUTE-026: an unknown part is no page of theirs (D-038)', () => {
  expect(accountPlace('/settings/x')).toBeNull()
  expect(accountPlace('/account/x')).toBeNull()
  expect(accountPlace('/account/profile/x')).toBeNull()
})

it('ROUTE-026: on a desktop the account begins with the profile; below, with its menu', () => {
  expect(led('/account', 'desktop')).toBe('/account/profile')
  expect(led('/account', 'tablet')).toBe('/account')
  expect(led('/Account/', 'phone')).toBe('/account')
})

it.each([
  ['ROUTE-027', '/profile', '/account/profile'],
  ['ROUTE-028', '/account-management', '/account/management'],
  ['ROUTE-029', '/settings-preferences', '/account/settings-preferences'],
  ['ROUTE-030', '/my-network', '/account/my-network'],
])('%s: %s stands at %s on a desktop, and the other way round below (D-037)', (_, narrow, wide) => {
  expect([led(narrow, 'desktop'), led(wide, 'desktop')]).toEqual([wide, wide])
  expect([led(narrow, 'tablet'), led(wide, 'tablet')]).toEqual([narrow, narrow])
  expect([led(narrow, 'phone'), led(wide, 'phone')]).toEqual([narrow, narrow])
})

it('every address leads to one that stays', () => {
  for (const form of ['phone', 'tablet', 'desktop'] as const)
    for (const path of ACCOUNT_ADDRESSES) {
      const first = led(path, form)
      expect(first && led(first, form)).toBe(first)
    }
})
