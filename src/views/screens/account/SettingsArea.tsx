import { ArrowLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { SETTINGS_TABS, type SettingsTab } from '#core/model/accountPages.ts'
import { usePageTitle } from '../usePageTitle.ts'
import * as page from './AccountScreen.css.ts'
import * as css from './area.css.ts'
import { TabRow } from './TabRow.tsx'
import { useWindowForm } from './useWindowForm.ts'

interface Props {
  /** Null: the list of them, which comes first below a desktop. */
  tab: SettingsTab | null
  children: ReactNode
}

/** Around a page of the settings: tabs on a desktop; below, the page alone and the way back (ROUTE-025). */
export function SettingsArea({ tab, children }: Props) {
  const { t } = useTranslation('account')
  const form = useWindowForm()
  const panel = useId()
  usePageTitle(tab === null ? t('settings.label') : t(`settings.${tab}`))
  const tabs = SETTINGS_TABS.map((name) => ({ name, label: t(`settings.${name}`), address: `/settings/${name}` }))
  if (tab === null)
    return (
      <nav aria-label={t('settings.label')} className={page.page}>
        <div className={page.group}>
          {tabs.map(({ name, label, address }) => (
            <Link key={name} to={address} className={page.row}>
              {label}
              <ChevronRight size={18} className={page.sign} aria-hidden="true" />
            </Link>
          ))}
        </div>
      </nav>
    )
  return (
    <div className={css.area}>
      {form === 'desktop' && <TabRow label={t('settings.label')} tabs={tabs} chosen={tab} panel={panel} />}
      <div
        id={panel}
        className={css.panel}
        {...(form === 'desktop' ? { role: 'tabpanel', 'aria-label': t(`settings.${tab}`) } : {})}
      >
        {form === 'tablet' && (
          <Link to="/account" className={css.back}>
            <ArrowLeft size={16} aria-hidden="true" />
            {t('settings.back')}
          </Link>
        )}
        {children}
      </div>
    </div>
  )
}
