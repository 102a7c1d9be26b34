import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unreadNotices } from '#projections/notices.ts'
import { Tooltip } from '../../kit/controls/Tooltip.tsx'
import { WithScript } from '../../kit/overlays/WithScript.tsx'
import { useNavigate } from '../../kit/routing/RouterView.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { Avatar } from '../../screens/account/Avatar.tsx'
import * as css from '../Shell.css.ts'
import { accountEntries } from '../scripts.ts'

/**
 * The avatar: a menu, and on the phone the way to the account page (SHELL-008, SHELL-012), where the notifications are: a
 * dot says that some were not seen (H-305).
 */
export function AccountMenu({ phone }: { phone: boolean }) {
  const { t } = useTranslation('session')
  const { t: common } = useTranslation()
  const unread = useSignalValue(unreadNotices)
  const says = phone && unread > 0
  const navigate = useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const choose = (what: () => void) => {
    close()
    button.current?.focus()
    what()
  }
  const press = () => {
    if (phone) navigate('/account')
    else setOpen(!open)
  }
  return (
    <>
      <Tooltip text={t('account.menu')}>
        <button
          ref={button}
          type="button"
          className={css.avatarButton}
          aria-label={t('account.menu')}
          aria-description={says ? common('unread', { count: unread }) : undefined}
          aria-haspopup={phone ? undefined : 'menu'}
          aria-expanded={phone ? undefined : open}
          onPointerEnter={accountEntries.want}
          onFocus={accountEntries.want}
          onClick={press}
        >
          <Avatar />
          {says && <span className={css.unreadDot} />}
        </button>
      </Tooltip>
      {open && !phone && (
        <WithScript script={accountEntries} onClose={close} quiet>
          {({ AccountEntries }) => <AccountEntries anchor={button} onClose={close} onChoose={choose} />}
        </WithScript>
      )}
    </>
  )
}
