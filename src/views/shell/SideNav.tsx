import { Archive, Disc3, Flag, History, Keyboard, ListMusic, type LucideIcon, X } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, matchPath, useLocation } from 'react-router-dom'
import { player } from '#projections/player.ts'
import { resetGalleryScroll } from '../gallery/scroll/anchors.ts'
import { IconButton } from '../kit/controls/Button.tsx'
import { Tooltip } from '../kit/controls/Tooltip.tsx'
import { Logo } from '../kit/graphics/Logo.tsx'
import { isPlainPress } from '../kit/keys.ts'
import { Dialog } from '../kit/overlays/Dialog.tsx'
import { useMedia } from '../kit/useMedia.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { cx } from '../theme/cx.ts'
import { media } from '../theme/tokens.css.ts'
import * as css from './Shell.css.ts'
import { headerPanels, shortcutsDialog } from './scripts.ts'
import { navOpen, shortcutsOpen } from './shell.state.ts'

/** The sidebar of wide screens; collapsed it keeps its icons. */
export const SideNav = memo(function SideNav({ inert, collapsed }: { inert: boolean; collapsed: boolean }) {
  const shouldShowMiniPlayer = useSignalValue(player, (state) => state.shouldShowMiniPlayer)
  const late = useSignalValue(headerPanels.here)
  return (
    <div className={cx(css.side, !shouldShowMiniPlayer && css.sideAlone)} inert={inert}>
      <Link to="/releases" className={css.sideLogo} tabIndex={-1} aria-hidden="true">
        <Logo nameless={collapsed} />
      </Link>
      <Links collapsed={collapsed} />
      {late && <late.StarredPlaylists collapsed={collapsed} />}
      <div className={css.foot}>
        {late && <late.SideQueueDoor collapsed={collapsed} />}
        <ShortcutsButton collapsed={collapsed} />
      </div>
    </div>
  )
})

/** The same as an overlay, below 1280. */
export function OverlayNav() {
  const { t } = useTranslation()
  const late = useSignalValue(headerPanels.here)
  const close = () => {
    navOpen.value = false
  }
  return (
    <Dialog label={t('menu')} onClose={close} className={css.overlayNav} layerClassName={css.overlayLayer}>
      <div className={css.sideLogo}>
        <Logo />
        <IconButton label={t('close')} icon={<X size={20} />} className={css.closeNav} onClick={close} />
      </div>
      <Links collapsed={false} onFollow={close} />
      {late && <late.StarredPlaylists collapsed={false} onFollow={close} />}
      <div className={css.foot}>
        <ShortcutsButton collapsed={false} onPress={close} />
      </div>
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
      onPointerEnter={shortcutsDialog.want}
      onFocus={shortcutsDialog.want}
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

interface NavTarget {
  readonly to: string
  readonly name: 'releases' | 'playlists' | 'flagged' | 'archived' | 'history'
  readonly icon: LucideIcon
}

/** SHELL-017. */
const PLACES: readonly NavTarget[] = [
  { to: '/releases', name: 'releases', icon: Disc3 },
  { to: '/playlists', name: 'playlists', icon: ListMusic },
  { to: '/flagged', name: 'flagged', icon: Flag },
  { to: '/archived', name: 'archived', icon: Archive },
  { to: '/recently_played', name: 'history', icon: History },
]

/** On a phone there are the releases alone (SHELL-018, D-061). */
function Links({ collapsed, onFollow }: { collapsed: boolean; onFollow?: () => void }) {
  const { t } = useTranslation()
  const phone = useMedia(media.phone)
  return (
    <nav aria-label={t('nav.main')} className={css.nav}>
      {PLACES.filter((place) => !phone || place.name === 'releases').map((place) => (
        <PlaceLink key={place.to} place={place} collapsed={collapsed} onFollow={onFollow} />
      ))}
    </nav>
  )
}

interface PlaceProps {
  place: NavTarget
  collapsed: boolean
  onFollow: (() => void) | undefined
}

function PlaceLink({ place: { to, name, icon: Icon }, collapsed, onFollow }: PlaceProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const words = t(`nav.${name}`)
  const link = (
    <Link
      to={to}
      className={css.navLink}
      aria-current={matchPath({ path: to, end: false }, pathname) ? 'page' : undefined}
      aria-label={collapsed ? words : undefined}
      onClick={(event) => {
        if (!isPlainPress(event)) return
        // The place one is in begins anew at its top (SHELL-019).
        if (matchPath(to, pathname)) resetGalleryScroll()
        onFollow?.()
      }}
    >
      <Icon size={20} strokeWidth={1.75} className={css.navIcon} aria-hidden="true" />
      {!collapsed && words}
    </Link>
  )
  return collapsed ? <Tooltip text={words}>{link}</Tooltip> : link
}
