import {
  Archive,
  Bell,
  Bug,
  ChevronRight,
  Flag,
  History,
  ListMusic,
  LogOut,
  type LucideIcon,
  MessageCircle,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ACCOUNT_TABS, addressFor } from '#core/model/accountPages.ts'
import { unreadNotices } from '#projections/notices.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { FooterLinks } from '../FooterLinks.tsx'
import { problemOpen } from '../problem.state.ts'
import { usePageTitle } from '../usePageTitle.ts'
import * as css from './AccountScreen.css.ts'
import { headerPanel, signOutOpen } from './account.state.ts'
import { TAB_ICONS } from './accountIcons.ts'
import { Who } from './Who.tsx'

/** Pages the navigation of a phone leaves out (D-061). */
const ELSEWHERE = [
  ['playlists', '/playlists', ListMusic],
  ['flagged', '/flagged', Flag],
  ['archived', '/archived', Archive],
  ['history', '/recently_played', History],
] as const

/** The account as a menu of rows, where the window is too narrow for tabs (ACCOUNT-003, SHELL-012). */
export function AccountScreen() {
  const { t } = useTranslation('session')
  const { t: words } = useTranslation('account')
  const { t: common } = useTranslation()
  const unread = useSignalValue(unreadNotices)
  usePageTitle(t('account.title'))
  return (
    <div className={css.page}>
      <Who avatar={64} />
      <div className={css.groups}>
        <nav aria-label={t('account.title')} className={css.area}>
          <div className={css.group}>
            {ACCOUNT_TABS.map((tab) => (
              <Row key={tab} icon={TAB_ICONS[tab]} to={addressFor({ area: 'account', tab }, 'phone')}>
                {words(`tabs.${tab}`)}
              </Row>
            ))}
          </div>
          <button
            type="button"
            className={css.signOut}
            onClick={() => {
              signOutOpen.value = true
            }}
          >
            <LogOut size={18} strokeWidth={1.75} aria-hidden="true" />
            {t('account.signOut')}
          </button>
        </nav>
        <div className={css.group}>
          {ELSEWHERE.map(([name, to, icon]) => (
            <Row key={name} icon={icon} to={to}>
              {common(`nav.${name}`)}
            </Row>
          ))}
        </div>
        <div className={css.group}>
          <Opener icon={Bell} unread={unread} onPress={() => (headerPanel.value = 'notifications')}>
            {common('notice.label')}
          </Opener>
          <Opener icon={MessageCircle} onPress={() => (headerPanel.value = 'support')}>
            {common('supportChat')}
          </Opener>
          <Opener icon={Bug} onPress={() => (problemOpen.value = true)}>
            {t('account.report')}
          </Opener>
        </div>
      </div>
      <div className={css.foot}>
        <FooterLinks />
      </div>
    </div>
  )
}

interface OpenerProps {
  icon: LucideIcon
  onPress: () => void
  /** How much in it was not seen. */
  unread?: number
  children: ReactNode
}

/** A row that opens a dialog. */
function Opener({ icon: Icon, onPress, unread = 0, children }: OpenerProps) {
  const { t } = useTranslation()
  const says = unread > 0 ? t('unread', { count: unread }) : undefined
  return (
    <button type="button" className={css.row} aria-description={says} onClick={onPress}>
      <Icon size={20} strokeWidth={1.75} className={css.icon} aria-hidden="true" />
      {children}
      {says && <span className={css.unread} data-count={unread} aria-hidden="true" />}
      <ChevronRight size={18} className={css.sign} aria-hidden="true" />
    </button>
  )
}

function Row({ icon: Icon, to, children }: { icon: LucideIcon; to: string; children: ReactNode }) {
  return (
    <Link to={to} className={css.row}>
      <Icon size={20} strokeWidth={1.75} className={css.icon} aria-hidden="true" />
      {children}
      <ChevronRight size={18} className={css.sign} aria-hidden="true" />
    </Link>
  )
}
