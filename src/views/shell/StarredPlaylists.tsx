import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { openPlaylistList, wantMorePlaylists } from '#actions/playlists.ts'
import { STARRED_LIST as LIST } from '#core/model/playlists/playlistList.ts'
import { mayHaveMoreStars, mustOpen, playlist, playlistList, starred } from '#projections/playlists.ts'
import { isOnline } from '#projections/session.ts'
import { Tooltip } from '../kit/controls/Tooltip.tsx'
import { useAskAgain } from '../kit/time/useAskAgain.ts'
import { useMedia } from '../kit/useMedia.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { PlaylistMosaic } from '../music/playlists/PlaylistArt.tsx'
import { media } from '../theme/tokens.css.ts'
import * as css from './StarredPlaylists.css.ts'

/** The playlists with a star, below the links; nothing while there are none. A phone has the releases alone (D-061). */
export function StarredPlaylists({ collapsed, onFollow }: { collapsed: boolean; onFollow?: () => void }) {
  const { t } = useTranslation('playlists')
  const phone = useMedia(media.phone)
  const { ids } = useSignalValue(starred)
  const list = useSignalValue(playlistList(LIST))
  const online = useSignalValue(isOnline)
  const isOld = !phone && mustOpen(list)
  useEffect(() => {
    if (isOld) openPlaylistList(LIST)
  }, [isOld])
  const isMore = useSignalValue(mayHaveMoreStars) && !phone
  useEffect(() => {
    if (isMore) wantMorePlaylists(LIST)
  }, [isMore])
  // There is no place to say it, and nobody to press.
  useAskAgain({ hasFailed: !phone && list?.status === 'error', online, retryAfterMs: list?.retryAfterMs }, () =>
    openPlaylistList(LIST),
  )
  if (phone || ids.length === 0) return null
  return (
    <nav aria-label={t('starredList')} className={css.nav}>
      {!collapsed && (
        <p className={css.title} aria-hidden="true">
          {t('sort.starred')}
        </p>
      )}
      {ids.map((id) => (
        <StarredLink key={id} playlistid={id} collapsed={collapsed} onFollow={onFollow} />
      ))}
    </nav>
  )
}

interface LinkProps {
  playlistid: string
  collapsed: boolean
  onFollow: (() => void) | undefined
}

function StarredLink({ playlistid, collapsed, onFollow }: LinkProps) {
  const { pathname } = useLocation()
  const held = useSignalValue(useMemo(() => playlist(playlistid), [playlistid]))
  if (!held) return null
  const to = `/playlists/${encodeURIComponent(playlistid)}`
  const link = (
    <Link
      to={to}
      className={css.link}
      aria-current={pathname === to ? 'page' : undefined}
      aria-label={collapsed ? held.name : undefined}
      onClick={onFollow}
    >
      <PlaylistMosaic playlist={held} size={28} radius={6} />
      {!collapsed && (
        <span className={css.name} dir="auto">
          {held.name}
        </span>
      )}
    </Link>
  )
  return collapsed ? <Tooltip text={held.name}>{link}</Tooltip> : link
}
