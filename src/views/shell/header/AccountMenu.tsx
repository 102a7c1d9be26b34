import { Bug, LogOut } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Tooltip } from '../../kit/controls/Tooltip.tsx'
import { Menu, MenuItem, MenuRule } from '../../kit/overlays/Popover.tsx'
import { Avatar } from '../../screens/account/Avatar.tsx'
import { problemOpen, signOutOpen } from '../../screens/account/account.state.ts'
import { Who } from '../../screens/account/Who.tsx'
import { avatarButton } from '../Shell.css.ts'
import { problemDialog } from '../scripts.ts'

/** The avatar: a menu, and on the phone the way to the account page (SHELL-008, SHELL-012). */
export function AccountMenu({ phone }: { phone: boolean }) {
  const { t } = useTranslation('session')
  const navigate = useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const choose = (what: () => void) => () => {
    close()
    button.current?.focus()
    what()
  }
  const press = () => {
    if (phone) void navigate('/account')
    else setOpen(!open)
  }
  return (
    <>
      <Tooltip text={t('account.menu')}>
        <button
          ref={button}
          type="button"
          className={avatarButton}
          aria-label={t('account.menu')}
          aria-haspopup={phone ? undefined : 'menu'}
          aria-expanded={phone ? undefined : open}
          onPointerEnter={problemDialog.want}
          onFocus={problemDialog.want}
          onClick={press}
        >
          <Avatar />
        </button>
      </Tooltip>
      {open && !phone && (
        <Menu anchor={button} label={t('account.menu')} onClose={close}>
          <Who />
          <MenuRule />
          <MenuItem icon={<Bug size={18} strokeWidth={1.75} />} onSelect={choose(() => (problemOpen.value = true))}>
            {t('account.report')}
          </MenuItem>
          <MenuItem icon={<LogOut size={18} strokeWidth={1.75} />} onSelect={choose(() => (signOutOpen.value = true))}>
            {t('account.signOut')}
          </MenuItem>
        </Menu>
      )}
    </>
  )
}
