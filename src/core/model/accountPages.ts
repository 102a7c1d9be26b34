/**
 * The pages of the account area and of the settings. A page of the account has two addresses, one for wide windows and
 * one for narrow ones (D-037); whichever is asked for, `addressFor` says where it stands.
 */
export const ACCOUNT_TABS = ['profile', 'network', 'management', 'preferences'] as const
export type AccountTab = (typeof ACCOUNT_TABS)[number]

export const SETTINGS_TABS = ['email', 'player', 'cancelsession', 'logout'] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

const WIDE: Readonly<Record<AccountTab, string>> = {
  profile: '/account/profile',
  network: '/account/my-network',
  management: '/account/management',
  preferences: '/account/settings-preferences',
}
const NARROW: Readonly<Record<AccountTab, string>> = {
  profile: '/profile',
  network: '/my-network',
  management: '/account-management',
  preferences: '/settings-preferences',
}

/** A page of either, by its tab; without one it is the list of them. */
export type AccountPlace =
  | { readonly area: 'account'; readonly tab: AccountTab | null }
  | { readonly area: 'settings'; readonly tab: SettingsTab | null }

/** How wide the window is: below 768 px, below 1280 px, or wider (D-060). */
export type WindowForm = 'phone' | 'tablet' | 'desktop'

const PLACES: readonly (readonly [path: string, place: AccountPlace])[] = [
  ['/account', { area: 'account', tab: null }],
  ...ACCOUNT_TABS.flatMap((tab) =>
    [WIDE[tab], NARROW[tab]].map((path) => [path, { area: 'account', tab }] satisfies [string, AccountPlace]),
  ),
  ['/settings', { area: 'settings', tab: null }],
  ...SETTINGS_TABS.map((tab) => [`/settings/${tab}`, { area: 'settings', tab }] satisfies [string, AccountPlace]),
]

/** Every address there is of them. */
export const ACCOUNT_ADDRESSES: readonly string[] = PLACES.map(([path]) => path)

/** What stands at a path; null: none of these pages. As the router reads it: whatever the case, slash at the end or not. */
export function accountPlace(path: string): AccountPlace | null {
  const plain = path.replace(/\/$/, '').toLowerCase()
  return PLACES.find(([address]) => address === plain)?.[1] ?? null
}

/** Where a page stands in a window of this form (D-037, D-038). */
export function addressFor({ area, tab }: AccountPlace, form: WindowForm): string {
  // Below a desktop the list of settings comes first (H-434); there the first of them is the default.
  if (area === 'settings') return tab === null && form !== 'desktop' ? '/settings' : `/settings/${tab ?? 'email'}`
  if (form === 'desktop') return WIDE[tab ?? 'profile']
  return tab === null ? '/account' : NARROW[tab]
}
