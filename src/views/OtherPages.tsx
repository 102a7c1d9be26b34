/**
 * The pages that are no route of their own: those of the account area, at whichever of their addresses, and for any
 * other the screen that says there is none. They come after the first screen, which pays for none of their names.
 */
import './i18n/account.ts'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { type AccountPlace, accountPlace, addressFor } from '#core/model/accountPages.ts'
import { script, usePreload } from './kit/script.ts'
import { AccountArea } from './screens/account/AccountArea.tsx'
import { AccountScreen } from './screens/account/AccountScreen.tsx'
import { LogoutScreen } from './screens/account/LogoutScreen.tsx'
import { SettingsArea } from './screens/account/SettingsArea.tsx'
import { useWindowForm } from './screens/account/useWindowForm.ts'
import { LateScreen } from './screens/lateScreen.tsx'
import { NotFoundScreen } from './screens/problems/NotFoundScreen.tsx'

const profile = script(() => import('./screens/account/ProfileScreen.tsx'))
const network = script(() => import('./screens/network/NetworkScreen.tsx'))
const management = script(() => import('./screens/management/screens.ts'))
const settings = script(() => import('./settingsPages.tsx'))
const ALL = [profile, management, settings, network]

const ACCOUNT = {
  profile: <LateScreen script={profile} screenOf={(module) => module.ProfileScreen} inShell />,
  network: <LateScreen script={network} screenOf={(module) => module.NetworkScreen} inShell />,
  management: <LateScreen script={management} screenOf={(module) => module.ManagementScreen} inShell />,
  preferences: <LateScreen script={settings} screenOf={(module) => module.PreferencesPage} inShell />,
}
const SETTINGS = {
  email: <LateScreen script={settings} screenOf={(module) => module.EmailScreen} inShell />,
  player: <LateScreen script={settings} screenOf={(module) => module.PlayerPage} inShell />,
  cancelsession: <LateScreen script={management} screenOf={(module) => module.CancelSessionScreen} inShell />,
  logout: <LogoutScreen />,
}

export function OtherPages() {
  const { pathname } = useLocation()
  const place = accountPlace(pathname)
  return place === null ? <NotFoundScreen /> : <AccountPages place={place} />
}

function AccountPages({ place }: { place: AccountPlace }) {
  const { pathname, search, hash } = useLocation()
  const form = useWindowForm()
  usePreload(ALL)
  const address = addressFor(place, form)
  // What a mailed link carries survives, and so does what a screen holds: its place is the same (D-037).
  const moved = address === pathname ? null : <Navigate to={address + search + hash} replace />
  const { area, tab } = place
  if (area === 'settings')
    return (
      <>
        {moved}
        <SettingsArea tab={tab}>{tab && <Keyed key={tab}>{SETTINGS[tab]}</Keyed>}</SettingsArea>
      </>
    )
  return (
    <>
      {moved}
      {tab === null ? (
        <AccountScreen />
      ) : (
        <AccountArea tab={tab}>
          <Keyed key={tab}>{ACCOUNT[tab]}</Keyed>
        </AccountArea>
      )}
    </>
  )
}

/** Another tab is another screen, though the same component shows both. */
const Keyed = ({ children }: { children: ReactNode }) => children
