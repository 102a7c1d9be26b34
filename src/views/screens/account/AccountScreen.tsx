import { Bug, ChevronRight, LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import { Button } from '../../kit/controls/Button.tsx'
import { useMedia } from '../../kit/useMedia.ts'
import { media } from '../../theme/tokens.css.ts'
import { FooterLinks } from '../FooterLinks.tsx'
import * as css from './AccountScreen.css.ts'
import { problemOpen, signOutOpen } from './account.state.ts'
import { Who } from './Who.tsx'

/** The account menu of the phone as a page (SHELL-012); wider screens have it in the header. */
export function AccountScreen() {
  const { t } = useTranslation('session')
  const phone = useMedia(media.phone)
  if (!phone) return <Navigate to="/releases" replace />
  return (
    <nav aria-label={t('account.title')} className={css.page}>
      <Who avatar={64} />
      <div className={css.group}>
        <button
          type="button"
          className={css.row}
          onClick={() => {
            problemOpen.value = true
          }}
        >
          <Bug size={20} strokeWidth={1.75} className={css.icon} aria-hidden="true" />
          {t('account.report')}
          <ChevronRight size={18} className={css.sign} aria-hidden="true" />
        </button>
      </div>
      <Button
        wide
        className={css.signOut}
        icon={<LogOut size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => {
          signOutOpen.value = true
        }}
      >
        {t('account.signOut')}
      </Button>
      <div className={css.foot}>
        <FooterLinks />
      </div>
    </nav>
  )
}
