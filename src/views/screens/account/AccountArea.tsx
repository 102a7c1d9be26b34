import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { ACCOUNT_TABS, type AccountTab, addressFor } from '#core/model/accountPages.ts'
import { connections } from '#projections/connections.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { usePageTitle } from '../usePageTitle.ts'
import { TAB_ICONS } from './accountIcons.ts'
import * as css from './area.css.ts'
import { TabRow } from './TabRow.tsx'
import { useWindowForm } from './useWindowForm.ts'

interface Props {
  tab: AccountTab
  children: ReactNode
}

/**
 * Around a page of the account: tabs on a desktop, a list beside it on a tablet, and on a phone nothing but the page,
 * whose header leads back to the menu (ACCOUNT-001, ACCOUNT-004).
 */
export function AccountArea({ tab, children }: Props) {
  const { t } = useTranslation('account')
  const { t: words } = useTranslation('session')
  const form = useWindowForm()
  const panel = useId()
  const known = useSignalValue(connections)
  usePageTitle(t(`tabs.${tab}`))
  const tabs = ACCOUNT_TABS.map((name) => ({
    name,
    label: t(`tabs.${name}`),
    address: addressFor({ area: 'account', tab: name }, form),
    count: name === 'network' ? known?.length : undefined,
  }))
  return (
    <div className={css.area}>
      {form === 'desktop' && <TabRow label={words('account.title')} tabs={tabs} chosen={tab} panel={panel} />}
      {form === 'tablet' && (
        <nav aria-label={words('account.title')} className={css.list}>
          {tabs.map(({ name, label, address }) => {
            const Icon = TAB_ICONS[name]
            return (
              <NavLink key={name} to={address} className={css.listRow}>
                <Icon size={18} strokeWidth={1.75} className={css.listIcon} aria-hidden="true" />
                {label}
              </NavLink>
            )
          })}
        </nav>
      )}
      <div
        id={panel}
        className={css.panel}
        {...(form === 'desktop' ? { role: 'tabpanel', 'aria-label': t(`tabs.${tab}`) } : {})}
      >
        {children}
      </div>
    </div>
  )
}
