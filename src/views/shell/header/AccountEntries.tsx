import '../../i18n/account.ts'
import { Bug, LogOut } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { ACCOUNT_TABS, addressFor } from '#core/model/accountPages.ts'
import { Menu, MenuItem, MenuRule } from '../../kit/overlays/Popover.tsx'
import { useNavigate } from '../../kit/routing/RouterView.tsx'
import { signOutOpen } from '../../screens/account/account.state.ts'
import { TAB_ICONS } from '../../screens/account/accountIcons.ts'
import { useWindowForm } from '../../screens/account/useWindowForm.ts'
import { Who } from '../../screens/account/Who.tsx'
import { problemOpen } from '../../screens/problem.state.ts'

interface Props {
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
  /** Closes the menu and does what was chosen. */
  onChoose: (what: () => void) => void
}

/** What the avatar's menu offers (SHELL-009). */
export function AccountEntries({ anchor, onClose, onChoose }: Props) {
  const { t } = useTranslation('session')
  const { t: words } = useTranslation('account')
  const navigate = useNavigate()
  const form = useWindowForm()
  return (
    <Menu anchor={anchor} label={t('account.menu')} onClose={onClose}>
      <Who />
      <MenuRule />
      {ACCOUNT_TABS.map((tab) => {
        const Icon = TAB_ICONS[tab]
        return (
          <MenuItem
            key={tab}
            icon={<Icon size={18} strokeWidth={1.75} />}
            onSelect={() => onChoose(() => navigate(addressFor({ area: 'account', tab }, form)))}
          >
            {words(`tabs.${tab}`)}
          </MenuItem>
        )
      })}
      <MenuRule />
      <MenuItem icon={<Bug size={18} strokeWidth={1.75} />} onSelect={() => onChoose(() => (problemOpen.value = true))}>
        {t('account.report')}
      </MenuItem>
      <MenuItem
        icon={<LogOut size={18} strokeWidth={1.75} />}
        onSelect={() => onChoose(() => (signOutOpen.value = true))}
      >
        {t('account.signOut')}
      </MenuItem>
    </Menu>
  )
}
