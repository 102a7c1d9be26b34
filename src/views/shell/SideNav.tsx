import { Disc3, Keyboard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { Dialog } from '../parts/Dialog.tsx'
import { Logo } from '../parts/Logo.tsx'
import { Tooltip } from '../parts/Tooltip.tsx'
import { resetGalleryScroll } from '../screens/gallery/anchors.ts'
import * as css from './Shell.css.ts'
import { navOpen, shortcutsOpen } from './shell.state.ts'

/** The sidebar of wide screens; collapsed it keeps its icons. */
export function SideNav({ inert, collapsed }: { inert: boolean; collapsed: boolean }) {
  return (
    <div className={css.side} inert={inert}>
      <Link to="/releases" className={css.sideLogo} tabIndex={-1} aria-hidden="true">
        <Logo nameless={collapsed} />
      </Link>
      <Links collapsed={collapsed} />
      <ShortcutsButton collapsed={collapsed} />
    </div>
  )
}

/** The same as an overlay, below 1280. */
export function OverlayNav() {
  const { t } = useTranslation()
  const close = () => {
    navOpen.value = false
  }
  return (
    <Dialog label={t('menu')} onClose={close} className={css.overlayNav} layerClassName={css.overlayLayer}>
      <div className={css.sideLogo}>
        <Logo />
      </div>
      <Links collapsed={false} onFollow={close} />
      <ShortcutsButton collapsed={false} onPress={close} />
    </Dialog>
  )
}

/** At the foot of the sidebar: what every key does. */
function ShortcutsButton({ collapsed, onPress }: { collapsed: boolean; onPress?: () => void }) {
  const { t } = useTranslation()
  const name = t('shortcuts.button')
  const button = (
    <button
      type="button"
      className={css.footButton}
      aria-label={name}
      aria-haspopup="dialog"
      onClick={() => {
        onPress?.()
        shortcutsOpen.value = true
      }}
    >
      <Keyboard size={20} strokeWidth={1.75} className={css.navIcon} aria-hidden="true" />
      {!collapsed && (
        <>
          {name}
          <kbd className={css.footKey}>?</kbd>
        </>
      )}
    </button>
  )
  return collapsed ? <Tooltip text={name}>{button}</Tooltip> : button
}

function Links({ collapsed, onFollow }: { collapsed: boolean; onFollow?: () => void }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const name = t('nav.releases')
  const link = (
    <Link
      to="/releases"
      className={css.navLink}
      aria-current={pathname.startsWith('/releases') ? 'page' : undefined}
      aria-label={collapsed ? name : undefined}
      onClick={() => {
        resetGalleryScroll()
        onFollow?.()
      }}
    >
      <Disc3 size={20} strokeWidth={1.75} className={css.navIcon} aria-hidden="true" />
      {!collapsed && name}
    </Link>
  )
  return (
    <nav aria-label={t('nav.main')} className={css.nav}>
      {collapsed ? <Tooltip text={name}>{link}</Tooltip> : link}
    </nav>
  )
}
