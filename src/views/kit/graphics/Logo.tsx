import { useTranslation } from 'react-i18next'
import { logo, logoDot, logoName } from './Logo.css.ts'

/** The mark: a level meter that falls to a point. */
export function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect x="1" y="2" width="4" height="20" rx="1.5" fill="currentColor" />
      <rect x="8" y="4.5" width="4" height="15" rx="1.5" fill="currentColor" />
      <rect x="15" y="8" width="3.5" height="8" rx="1.5" fill="currentColor" />
      <circle cx="22" cy="12" r="1.75" className={logoDot} />
    </svg>
  )
}

/** Mark and name. */
export function Logo({ nameless = false }: { nameless?: boolean }) {
  const { t } = useTranslation()
  return (
    <span className={logo}>
      <LogoMark />
      {!nameless && <span className={logoName}>{t('product')}</span>}
    </span>
  )
}
