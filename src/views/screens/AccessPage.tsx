import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Logo } from '../kit/graphics/Logo.tsx'
import { useOffline } from '../music/useOffline.ts'
import { cx } from '../theme/cx.ts'
import * as css from './AccessPage.css.ts'
import { CoverWall } from './CoverWall.tsx'
import { FooterLinks } from './FooterLinks.tsx'

interface Props {
  /** Across from the logo. */
  aside?: ReactNode
  children: ReactNode
}

/** The frame of every way in: one column under the logo, with footer links, beside a wall of covers. */
export function AccessPage({ aside, children }: Props) {
  const { t } = useTranslation()
  const offline = useOffline()
  return (
    <div className={cx(css.page, offline && css.below)}>
      {/* The form stays in use: what is sent meanwhile says by itself that it did not arrive (SESSION-013). */}
      {offline && (
        <div role="alert" className={css.offline}>
          <WifiOff size={18} aria-hidden="true" />
          {t('offline.title')}
        </div>
      )}
      <main className={css.side}>
        <div className={css.column}>
          <div className={css.logo}>
            <Logo />
            {aside}
          </div>
          {children}
          <FooterLinks />
        </div>
      </main>
      <CoverWall />
    </div>
  )
}
