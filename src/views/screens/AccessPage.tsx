import type { ReactNode } from 'react'
import { Logo } from '../kit/graphics/Logo.tsx'
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
  return (
    <div className={css.page}>
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
