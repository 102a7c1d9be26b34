import '../i18n/inside.ts'
import { WifiOff } from 'lucide-react'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router-dom'
import { togglePlay } from '#actions/player.ts'
import { noticeOrder } from '#projections/notices.ts'
import { currentSong, isPlaying } from '#projections/player.ts'
import { settings } from '#projections/settings.ts'
import { selectionToolbar, triageBar } from '../gallery/toolbars/scripts.ts'
import { useHeldEnter } from '../kit/controls/useHeldEnter.ts'
import { useUnseenPresses } from '../kit/controls/useUnseenPresses.ts'
import { layersInert, topDialog } from '../kit/overlays/layers.state.ts'
import { WithScript } from '../kit/overlays/WithScript.tsx'
import { pageMain, pageName } from '../kit/pageMain.ts'
import { usePreload } from '../kit/script.ts'
import { useMedia } from '../kit/useMedia.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { playlistChoices } from '../music/scripts.ts'
import { useOffline } from '../music/useOffline.ts'
import { releaseModal } from '../screens/releaseModal.ts'
import { viewOpen } from '../screens/search/box.state.ts'
import { cx } from '../theme/cx.ts'
import { media } from '../theme/tokens.css.ts'
import { standOutside, wasOutside } from './arrival.ts'
import { Modals } from './dialogs/Modals.tsx'
import { Header } from './header/Header.tsx'
import { closeSearchView, useSearchViewLife, useTypesAhead } from './header/search.state.ts'
import { LatePlayBar } from './player/LatePlayBar.tsx'
import * as css from './Shell.css.ts'
import { SideNav } from './SideNav.tsx'
import { SkipLink } from './SkipLink.tsx'
import * as scripts from './scripts.ts'
import { closeNowPlaying, queueOpen } from './shell.state.ts'
import { useShortcutsKey } from './useShortcutsKey.ts'
import { useUndoKeys } from './useUndoKeys.ts'
import { VerificationBanner } from './VerificationBanner.tsx'

/** What is likely to be opened, the likeliest first. */
const NEXT = [
  releaseModal,
  scripts.headerPanels,
  scripts.downloadsPopover,
  scripts.playQueue,
  scripts.nowPlaying,
  scripts.songVersions,
  playlistChoices,
  scripts.searchView,
  selectionToolbar,
  scripts.accountEntries,
  scripts.shortcutsDialog,
  scripts.clearQueueDialog,
  scripts.playlistForm,
  scripts.inviteFlow,
  triageBar,
]

/**
 * Everything around a screen. It stays while screens change, so music goes on (PLAYER-001). It is drawn anew with the
 * sidebar, the queue and every place; its parts only where they have a reason of their own.
 */
export function Shell() {
  const isSidebarOpen = useSignalValue(settings, (state) => state.isSidebarOpen)
  const desktop = useMedia(media.desktop)
  const offline = useOffline()
  useLayoutEffect(() => {
    layersInert.value = offline
    return () => {
      layersInert.value = false
    }
  }, [offline])
  useFocusKeptOver(offline)
  useShortcutsKey()
  useHeldEnter()
  useUnseenPresses()
  useUndoKeys(offline)
  useFocusOnArrival()
  useSearchViewLife()
  usePreload(NEXT)
  const open = useSignalValue(queueOpen)
  const name = useSignalValue(pageName)
  // On a phone the queue lies over everything.
  const queued = useMedia(media.phone) && open
  const inert = offline || queued
  useEffect(() => {
    // Nothing of it may be used, and it would lie over what says so and what silences the room.
    if (offline && queued) closeQueue()
  }, [offline, queued])
  return (
    <div className={cx(css.shell, !isSidebarOpen && css.collapsed)}>
      {!queued && <SkipLink />}
      {offline && <OfflineBanner />}
      {desktop && <SideNav inert={offline} collapsed={!isSidebarOpen} />}
      <Header inert={inert} />
      <main id="main" aria-label={name || undefined} className={css.main} tabIndex={-1} inert={inert}>
        <VerificationBanner />
        <Screen />
      </main>
      <Queue inert={offline} />
      <LatePlayBar offline={offline} />
      <Modals />
      <LateToasts />
    </div>
  )
}

/** The screen, and the search view over it, which covers it in the same pass. */
const Screen = memo(function Screen() {
  const searching = useSignalValue(viewOpen)
  const covered = useSignalValue(scripts.searchView.here) !== null && searching
  return (
    <>
      <div className={cx(css.screen, covered && css.covered)}>
        <Place />
      </div>
      {searching && (
        <WithScript script={scripts.searchView} onClose={closeSearchView} quiet>
          {({ default: SearchView }) => <SearchView onClose={closeSearchView} />}
        </WithScript>
      )}
    </>
  )
})

const Place = memo(Outlet)

/** Its script is fetched at the latest when there is something to be said. */
const LateToasts = memo(function LateToasts() {
  const module = useSignalValue(scripts.headerPanels.here)
  const isNeeded = useSignalValue(noticeOrder, ({ ids }) => ids.length > 0)
  useEffect(() => {
    if (isNeeded) scripts.headerPanels.want()
  }, [isNeeded])
  return module && <module.Toasts />
})

/** What plays and what follows, while it is open. Another place is nothing to it. */
const Queue = memo(function Queue({ inert }: { inert: boolean }) {
  const open = useSignalValue(queueOpen)
  if (!open) return null
  return (
    <WithScript script={scripts.playQueue} onClose={closeQueue}>
      {({ PlayQueue }) => <PlayQueue inert={inert} />}
    </WithScript>
  )
})

function closeQueue(): void {
  queueOpen.value = false
}

/** What is kept and what goes on while the connection is away (D-145); inside the topmost dialog while one is open. */
function OfflineBanner() {
  const { t } = useTranslation()
  const host = useSignalValue(topDialog)
  const [first] = useState(host)
  const hasMoved = useRef(false)
  hasMoved.current ||= host !== first
  const banner = (
    // Put elsewhere it would be said again.
    <div
      role={hasMoved.current ? undefined : 'alert'}
      className={cx(css.offline, host && css.overDialog)}
      data-offline=""
    >
      <WifiOff size={18} aria-hidden="true" />
      <span>{t('offline.title')}</span>
      <span className={css.offlineKept}>{t('offline.kept')}</span>
      {host && !host.hasAttribute('data-usable') && <PauseButton />}
    </div>
  )
  return host ? createPortal(banner, host) : banner
}

/** The player lies beneath a dialog that takes no press: nobody may be left unable to silence the room. */
function PauseButton() {
  const { t } = useTranslation('player')
  const song = useSignalValue(currentSong)
  const playing = useSignalValue(isPlaying)
  if (!song) return null
  return (
    <button type="button" className={css.offlinePause} onClick={togglePlay}>
      {t(playing ? 'pause' : 'play')}
    </button>
  )
}

/** What takes no keys for a while has lost the focus: whoever types on afterwards writes where they wrote before. */
function useFocusKeptOver(inert: boolean): void {
  const held = useRef<Element | null>(null)
  useLayoutEffect(() => {
    // The browser takes the focus away with the next frame.
    if (inert) held.current = document.activeElement
    else if (document.activeElement === document.body && held.current instanceof HTMLElement)
      held.current.focus({ preventScroll: true })
  }, [inert])
}

/** Another page was entered: reading and keys begin in it, and what lay over the page before is gone. */
function useFocusOnArrival(): void {
  const { pathname } = useLocation()
  // Whoever signed in left a form that is gone, and the focus with it.
  const before = useRef(wasOutside() ? null : pathname)
  const typesAhead = useTypesAhead()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the place counts
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    standOutside(false)
    closeNowPlaying()
    if (!matchMedia(media.wide).matches) queueOpen.value = false
    // A gallery that is come back to has put the focus where it was left already.
    const main = pageMain()
    if (main && !main.contains(document.activeElement) && !typesAhead()) main.focus({ preventScroll: true })
  }, [pathname])
}
