import { ArrowLeft, ChevronRight, PanelLeft, Rows3 } from 'lucide-react'
import { memo, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { chooseListView, setSidebarOpen } from '#actions/settings.ts'
import { listView, settings } from '#projections/settings.ts'
import { square } from '../../kit/controls/Button.css.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { ButtonLink } from '../../kit/controls/ButtonLink.tsx'
import { useNavigate } from '../../kit/routing/RouterView.tsx'
import { useMedia } from '../../kit/useMedia.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { crumbTitle } from '../../screens/crumb.state.ts'
import { forgetGalleryPlace, galleryPlace } from '../../screens/galleryPlace.state.ts'
import { pageTitle } from '../../screens/pageTitle.state.ts'
import { cx } from '../../theme/cx.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { media } from '../../theme/tokens.css.ts'
import { DownloadsButton } from '../downloads/DownloadsButton.tsx'
import * as css from '../Shell.css.ts'
import { headerPanels } from '../scripts.ts'
import { navOpen } from '../shell.state.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { InviteButton } from './InviteButton.tsx'
import { HeaderSearch, SearchButton, SearchRow } from './SearchBox.tsx'
import { searchRowOpen } from './search.state.ts'
import { isAccount, isAt, titleKey } from './title.ts'

/** Where one is, and what is always at hand. */
export const Header = memo(function Header({ inert }: { inert: boolean }) {
  const { t } = useTranslation('searchBox')
  const { pathname } = useLocation()
  const phone = useMedia(media.phone)
  const back = phone ? backFrom(pathname) : null
  // There the arrow is the breadcrumb's link.
  const isCrumbs = phone && isAt('release', pathname)
  const onSearchPage = isAt('search', pathname)
  const rowOpen = useSignalValue(searchRowOpen)
  // The header goes with the session.
  useEffect(() => forgetGalleryPlace, [])
  if (phone && (rowOpen || onSearchPage))
    return (
      <header className={cx(css.header, css.searching)} inert={inert}>
        {onSearchPage && <h1 className={visuallyHidden}>{t('title')}</h1>}
        <SearchRow onSearchPage={onSearchPage} />
      </header>
    )
  return (
    <header className={css.header} inert={inert}>
      <div className={css.headSide}>
        {!isCrumbs && (back === null ? <MenuButton /> : <BackButton to={back} />)}
        <Place pathname={pathname} phone={phone} />
      </div>
      {phone ? <SearchButton /> : <HeaderSearch />}
      <DownloadsButton />
      <div className={css.headEnd}>
        <LateQueueDoor />
        <ListViewButton pathname={pathname} />
        <InviteButton />
        {!phone && <LatePanelButtons />}
        <AccountMenu phone={phone} />
      </div>
    </header>
  )
})

/** It stands before what is there at once, so that nothing moves when it comes. */
function LateQueueDoor() {
  const module = useSignalValue(headerPanels.here)
  return module && <module.HeaderQueueDoor />
}

/** Its place is kept until the first screen stands and its script is here. */
function LatePanelButtons() {
  const module = useSignalValue(headerPanels.here)
  return (
    <span className={css.panelButtons} onPointerEnter={headerPanels.want}>
      {module && <module.PanelButtons />}
    </span>
  )
}

function MenuButton() {
  const { t } = useTranslation()
  const isSidebarOpen = useSignalValue(settings, (state) => state.isSidebarOpen)
  const desktop = useMedia(media.desktop)
  const overlay = useSignalValue(navOpen)
  const press = () => {
    if (desktop) setSidebarOpen(!isSidebarOpen)
    else navOpen.value = true
  }
  return (
    <IconButton
      label={t('menu')}
      icon={<PanelLeft size={20} strokeWidth={1.75} />}
      aria-expanded={desktop ? isSidebarOpen : overlay}
      onClick={press}
    />
  )
}

/** The pages that hold a gallery (D-066). */
const GALLERIES = ['releases', 'flagged', 'archived']

/** Cards or rows, for every gallery (SHELL-014). Narrower headers leave it to its twin above the releases. */
function ListViewButton({ pathname }: { pathname: string }) {
  const { t } = useTranslation()
  const list = useSignalValue(listView)
  const desktop = useMedia(media.desktop)
  if (!desktop || !GALLERIES.includes(titleKey(pathname) ?? '')) return null
  return (
    <IconButton
      label={t('listView')}
      icon={<Rows3 size={20} strokeWidth={1.75} />}
      aria-pressed={list}
      on={list}
      onClick={() => chooseListView(!list)}
    />
  )
}

/** From one of a list the list, from a page of the account its menu (ACCOUNT-004); null for a list, where the menu is. */
function backFrom(pathname: string): string | null {
  if (isAt('playlist', pathname)) return '/playlists'
  if (isAccount(pathname)) return /^\/account\/?$/i.test(pathname) ? '/releases' : '/account'
  return titleKey(pathname) === null ? '/releases' : null
}

/** On the phone a back arrow leads to the list. */
function BackButton({ to }: { to: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const back = () => {
    const gallery = galleryPlace.peek()
    if (to === '/releases') navigate(gallery.to, { state: gallery.state })
    else navigate(to)
  }
  return <IconButton label={t('back')} icon={<ArrowLeft size={20} strokeWidth={1.75} />} onClick={back} />
}

/** From a release to the releases: on the phone as a back arrow (RELEASE-028, RELEASE-034, H-306). */
function ReleasesLink({ phone }: { phone: boolean }) {
  const { t } = useTranslation('releases')
  const { to, state } = useSignalValue(galleryPlace)
  if (!phone)
    return (
      <Link to={to} state={state} className={css.crumbLink}>
        {t('title')}
      </Link>
    )
  return (
    <ButtonLink variant="quiet" to={to} state={state} aria-label={t('title')} className={square[40]}>
      <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
    </ButtonLink>
  )
}

/** The way from the list to a playlist. */
function PlaylistPlace({ title, phone }: { title: string; phone: boolean }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('breadcrumb')} className={css.crumbs}>
      {!phone && (
        <>
          <Link to="/playlists" className={css.crumbLink}>
            {t('nav.playlists')}
          </Link>
          {title !== '' && <ChevronRight size={14} className={css.crumbSign} aria-hidden="true" />}
        </>
      )}
      {title !== '' && (
        <span className={css.crumbHere} aria-current="page">
          <span className={css.crumbName} dir="auto">
            {title}
          </span>
        </span>
      )}
    </nav>
  )
}

/** Stands where the title does, to part the words around it. */
const TITLE = '\n'

function Place({ pathname, phone }: { pathname: string; phone: boolean }) {
  const { t } = useTranslation()
  const { t: words } = useTranslation('releases')
  const { t: account } = useTranslation('session')
  const { t: search } = useTranslation('searchBox')
  const title = useSignalValue(crumbTitle)
  const page = useSignalValue(pageTitle)
  const key = titleKey(pathname)
  if (key) return <h1 className={css.headTitle}>{t(`nav.${key}`)}</h1>
  if (isAt('search', pathname)) return <h1 className={css.headTitle}>{search('title')}</h1>
  if (isAccount(pathname)) return <h1 className={css.headTitle}>{(phone && page) || account('account.title')}</h1>
  if (isAt('playlist', pathname)) return <PlaylistPlace title={title} phone={phone} />
  if (!isAt('release', pathname)) return null
  const [before, after] = words('crumb', { title: TITLE }).split(TITLE)
  return (
    <nav aria-label={t('breadcrumb')} className={css.crumbs}>
      <ReleasesLink phone={phone} />
      {!phone && title !== '' && <ChevronRight size={14} className={css.crumbSign} aria-hidden="true" />}
      {title !== '' && (
        <span className={css.crumbHere} aria-current="page">
          <span className={css.crumbKind}>{before}</span>
          <span className={css.crumbName} dir="auto">
            {title}
            {after}
          </span>
        </span>
      )}
    </nav>
  )
}
