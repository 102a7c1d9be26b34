import '../../i18n/search.ts'
import { Download, Ellipsis, Flag, Info, ListEnd, ListStart, Video } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { queueSong } from '#actions/player.ts'
import type { TrackHit } from '#core/model/search/hits.ts'
import { clock } from '#core/model/text/formats.ts'
import { playingTrack } from '#projections/player.ts'
import { settings } from '#projections/settings.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { Menu, MenuItem, MenuRule } from '../../kit/overlays/Popover.tsx'
import { useNavigate } from '../../kit/routing/RouterView.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { HaveSong } from '../../music/HaveIt.tsx'
import { Explicit } from '../../music/marks.tsx'
import { formatsOfSong } from '../../music/SongButtons.tsx'
import { useSongFlag } from '../../music/SongFlag.tsx'
import { useArchived } from '../../music/useArchived.ts'
import { isPlayable, mayDownload, songDownloadOf, useVerbs } from '../../music/verbs.ts'
import { cx } from '../../theme/cx.ts'
import { useResults } from './context.ts'
import { Marked } from './Marked.tsx'
import { PlayButton } from './PlayButton.tsx'
import { HitPicture } from './pictures.tsx'
import * as css from './rows.css.ts'
import * as shared from './shared.css.ts'

/** A song that was found: plays, flags, downloads and queues like a row of its release. */
export function TrackHitRow({ hit, withAlbum = false }: { hit: TrackHit; withAlbum?: boolean }) {
  const { words, releaseHref, releaseState } = useResults()
  const current = useSignalValue(playingTrack) === hit.trackid
  const playable = isPlayable(hit)
  return (
    <li className={css.row} data-track-id={hit.trackid} aria-current={current || undefined}>
      <span className={css.rowArt}>
        <HitPicture hit={hit} size={40} />
        {playable && (
          <PlayButton
            releaseid={hit.releaseid}
            trackid={hit.trackid}
            title={hit.title}
            size={16}
            className={css.rowPlay}
          />
        )}
      </span>
      <span className={shared.words}>
        <span className={shared.line}>
          <Link
            to={releaseHref(hit.releaseid)}
            state={releaseState}
            className={cx(shared.title, shared.cover, current && shared.playing)}
            data-search-item=""
            data-release-id={hit.releaseid}
          >
            <Marked text={hit.title} words={words} beside={hit.artist} />
            {hit.version !== '' && ` (${hit.version})`}
          </Link>
          {hit.explicit && <Explicit />}
          <HaveSong song={hit} />
        </span>
        <span className={shared.under} style={{ display: 'block' }}>
          <Marked text={hit.artist} words={words} beside={hit.title} />
        </span>
      </span>
      {withAlbum && <span className={css.album}>{hit.album}</span>}
      <span className={css.rowRest}>
        {hit.flagged && <Flag size={14} fill="currentColor" className={shared.flag} aria-hidden="true" />}
        {hit.assettype === 'video' ? <Video size={18} strokeWidth={1.75} aria-hidden="true" /> : clock(hit.duration)}
      </span>
      <Actions hit={hit} />
    </li>
  )
}

function Actions({ hit }: { hit: TrackHit }) {
  const { t } = useTranslation('search')
  const flag = useSongFlag({ song: hit, archived: useArchived(hit.releaseid) })
  const { preferredFormat } = useSignalValue(settings)
  useVerbs()
  const allowed = mayDownload(hit)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const offered = formatsOfSong(hit)
  const format = offered.includes(preferredFormat) ? preferredFormat : offered.at(-1)
  const { title } = hit
  return (
    <span className={css.rowActions}>
      <IconButton
        size={36}
        className={css.onlyHover}
        label={t(hit.flagged ? 'row.unflag' : 'row.flag', { title })}
        icon={<Flag size={18} strokeWidth={1.75} fill={hit.flagged ? 'currentColor' : 'none'} />}
        busy={flag.busy}
        reason={flag.reason}
        on={hit.flagged}
        onClick={flag.toggle}
      />
      {allowed && format && (
        <IconButton
          size={36}
          className={css.onlyHover}
          label={t('row.download', { title, format: format.toUpperCase() })}
          icon={<Download size={18} strokeWidth={1.75} />}
          onClick={songDownloadOf(hit, format).act}
        />
      )}
      <MoreButton ref={button} label={t('row.more', { title })} open={open} onPress={() => setOpen(!open)} />
      {open && <MoreMenu hit={hit} flag={flag} anchor={button} isLoadable={allowed} onClose={() => setOpen(false)} />}
    </span>
  )
}

interface MoreButtonProps {
  ref: React.RefObject<HTMLButtonElement | null>
  label: string
  open: boolean
  onPress: () => void
}

function MoreButton({ ref, label, open, onPress }: MoreButtonProps) {
  return (
    <IconButton
      ref={ref}
      size={36}
      label={label}
      icon={<Ellipsis size={18} strokeWidth={1.75} />}
      aria-haspopup="menu"
      aria-expanded={open}
      onClick={onPress}
    />
  )
}

interface MenuProps {
  hit: TrackHit
  flag: ReturnType<typeof useSongFlag>
  anchor: React.RefObject<HTMLButtonElement | null>
  isLoadable: boolean
  onClose: () => void
}

function MoreMenu({ hit, flag, anchor, isLoadable, onClose }: MenuProps) {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  const pick = (act: () => void) => () => {
    onClose()
    act()
  }
  const playable = isPlayable(hit)
  const icon = { size: 18, strokeWidth: 1.75 } as const
  const { title } = hit
  return (
    <Menu anchor={anchor} label={t('row.more', { title })} onClose={onClose}>
      {playable && (
        <>
          <MenuItem icon={<ListStart {...icon} />} onSelect={pick(() => queueSong(hit.releaseid, hit.trackid, 'next'))}>
            {t('row.next')}
          </MenuItem>
          <MenuItem icon={<ListEnd {...icon} />} onSelect={pick(() => queueSong(hit.releaseid, hit.trackid, 'bottom'))}>
            {t('row.later')}
          </MenuItem>
        </>
      )}
      <MenuItem icon={<Flag {...icon} />} disabled={flag.reason !== undefined} onSelect={pick(flag.toggle)}>
        {flag.reason ?? t(hit.flagged ? 'row.unflag' : 'row.flag', { title: '' }).trim()}
      </MenuItem>
      {isLoadable && hit.formats.length > 0 && (
        <>
          <MenuRule />
          {formatsOfSong(hit).map((format) => (
            <MenuItem key={format} icon={<Download {...icon} />} onSelect={pick(songDownloadOf(hit, format).act)}>
              {t('row.as', { format: format.toUpperCase() })}
            </MenuItem>
          ))}
        </>
      )}
      <MenuRule />
      <MenuItem
        icon={<Info {...icon} />}
        onSelect={pick(() => navigate(`/releases/releaseInfo/${encodeURIComponent(hit.releaseid)}`))}
      >
        {t('row.info')}
      </MenuItem>
    </Menu>
  )
}
