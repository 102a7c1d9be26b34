/**
 * What the tab and the list of windows call the page (WCAG 2.4.2): what plays, and else the page, the release, the
 * playlist or the search that is shown. On a public computer it stays the product's name, for the browser keeps
 * titles in a history of its own.
 */
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { titleOf } from '#core/model/text/songTitle.ts'
import { player } from '#projections/player.ts'
import { playlist } from '#projections/playlists.ts'
import { releaseCard, releaseDetail } from '#projections/releases.ts'
import { sessionStatus } from '#projections/session.ts'
import { i18next } from './i18n/inside.ts'
import { pageTitle } from './screens/pageTitle.state.ts'
import { isAccount, isAt, titleKey } from './shell/header/title.ts'

/** Where the page is. */
export interface PageAddress {
  readonly pathname: string
  readonly search: string
}

export interface TitleParts {
  readonly place: ReadonlySignal<PageAddress>
  /** Whether nothing may be kept on this computer. Read again with every session. */
  isPublic(): boolean
}

/** The title as it should be now. */
export function documentTitle({ place, isPublic }: TitleParts): ReadonlySignal<string> {
  return computed(() => {
    const { t } = i18next
    const status = sessionStatus.value
    if (isPublic()) return t('product')
    if (status === 'signedOut' || status === 'signingIn')
      return joined(pageTitle.value || t('session:signIn.title'), t('product'))
    if (status !== 'signedIn') return t('product')
    const { song, isPlaying } = player.value
    if (song && isPlaying) return `▶ ${joined(titleOf(song), song.artist)}`
    return joined(pageOf(place.value), t('product'))
  })
}

/**
 * What the page itself is called, whatever plays and whatever lies over it: by it who hears the page knows where they
 * came, when the title does not say it (H-384). Empty while that is not known.
 */
export const nameOfPage = (place: TitleParts['place']): ReadonlySignal<string> =>
  computed(() => pageOf({ ...place.value, search: '' }))

const joined = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(' – ')

const RELEASE = /^\/releases\/releaseinfo\/([^/]+)/i
const PLAYLIST = /^\/playlists\/([^/]+)/i

/** What a page is called; empty while that is not known. */
function pageOf({ pathname, search }: PageAddress): string {
  const { t } = i18next
  const query = new URLSearchParams(search)
  const own = RELEASE.exec(pathname)?.[1]
  const releaseid = own ?? query.get('release')
  if (releaseid) {
    // One that is not there says so itself, also where a list knew it.
    if (own && pageTitle.value) return pageTitle.value
    const id = plain(releaseid)
    const release = releaseDetail(id).value?.release ?? releaseCard(id).value
    return release ? joined(release.title, release.artist) : ''
  }
  const playlistid = PLAYLIST.exec(pathname)?.[1]
  if (playlistid) return playlist(plain(playlistid)).value?.name ?? t('nav.playlists')
  const key = titleKey(pathname)
  if (key) return t(`nav.${key}`)
  if (isAt('search', pathname)) return joined(query.get('q')?.trim(), t('searchBox:title'))
  if (isAccount(pathname)) return pageTitle.value || t('session:account.title')
  // The way in, before it leads on.
  return /^\/(login)?\/?$/i.test(pathname) ? '' : pageTitle.value || t('notFound.title')
}

function plain(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}
