import { Bell, MessageCircle } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { unreadNotices } from '#projections/notices.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { type HeaderPanel, headerPanel } from '../../screens/account/account.state.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { Panel } from './Panel.tsx'
import * as css from './PanelButtons.css.ts'
import { supportPanel } from './supportScript.ts'

/** Writing to support (SHELL-006, D-067), and the last notifications with how many were not seen (SHELL-007, D-059). */
export function PanelButtons() {
  const { t } = useTranslation()
  const unread = useSignalValue(unreadNotices)
  return (
    <>
      <PanelButton which="support" label={t('supportChat')}>
        <MessageCircle size={20} strokeWidth={1.75} />
      </PanelButton>
      <PanelButton
        which="notifications"
        label={t('notice.label')}
        description={unread > 0 ? t('unread', { count: unread }) : undefined}
      >
        <span className={css.glyph}>
          <Bell size={20} strokeWidth={1.75} />
          {unread > 0 && (
            <span className={css.unread} data-count={unread}>
              <span className={visuallyHidden}>{unread}</span>
            </span>
          )}
        </span>
      </PanelButton>
    </>
  )
}

interface Props {
  which: HeaderPanel
  label: string
  description?: string | undefined
  children: ReactNode
}

function PanelButton({ which, label, description, children }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = useSignalValue(headerPanel) === which
  const want = which === 'support' ? supportPanel.want : undefined
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        icon={children}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-description={description}
        onPointerEnter={want}
        onFocus={want}
        onClick={() => {
          headerPanel.value = isOpen ? null : which
        }}
      />
      {isOpen && <Panel which={which} anchor={button} />}
    </>
  )
}
