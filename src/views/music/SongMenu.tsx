import { Download, Ellipsis, Flag, Info, ListEnd, ListStart } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Song } from '#core/model/catalogue/release.ts'
import { IconButton } from '../kit/controls/Button.tsx'
import { Menu, MenuItem, MenuRule } from '../kit/overlays/Popover.tsx'
import { useNavigate } from '../kit/routing/RouterView.tsx'
import { useMedia } from '../kit/useMedia.ts'
import { media } from '../theme/tokens.css.ts'
import { PlaylistCommands } from './playlists/PlaylistChoices.tsx'
import { formatsOfSong } from './SongButtons.tsx'
import { useSongFlag } from './SongFlag.tsx'
import { useQueueing } from './useQueueing.ts'
import { isPlayable, mayDownload, songDownloadOf, useVerbs } from './verbs.ts'

/** Has the menu close before something is done. */
export type Then = (act: () => void) => () => void

const ICON = { size: 18, strokeWidth: 1.75 } as const

interface CommandsProps {
  song: Readonly<Pick<Song, 'releaseid' | 'trackid' | 'title' | 'version' | 'duration' | 'assettype'>>
  /** What its list offers besides, behind all others. */
  more?: ((then: Then) => ReactNode) | null
}

/** Queues a song and gathers it. Where there is nothing to do, as for a video, there is no menu. */
export function SongCommands({ song, more = null }: CommandsProps) {
  const { t } = useTranslation('releases')
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const add = useQueueing()
  const playable = isPlayable(song)
  if (!playable && !more) return null
  const label = t('song.more', { title: song.title })
  const close = () => setOpen(false)
  const then: Then = (act) => () => {
    close()
    act()
  }
  const queue = (place: 'next' | 'bottom') => then(() => add(song, place))
  return (
    <>
      <IconButton
        ref={anchor}
        size={32}
        label={label}
        aria-description={song.version || undefined}
        aria-haspopup="menu"
        aria-expanded={open}
        icon={<Ellipsis {...ICON} />}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Menu anchor={anchor} label={label} onClose={close}>
          {playable ? (
            <PlaylistCommands sources={() => ({ tracks: [song.trackid] })} onDone={close}>
              <MenuItem icon={<ListStart {...ICON} />} onSelect={queue('next')}>
                {t('playNext')}
              </MenuItem>
              <MenuItem icon={<ListEnd {...ICON} />} onSelect={queue('bottom')}>
                {t('playLater')}
              </MenuItem>
              {more && <MenuRule />}
              {more?.(then)}
            </PlaylistCommands>
          ) : (
            more?.(then)
          )}
        </Menu>
      )}
    </>
  )
}

interface Props {
  song: Readonly<Song>
  archived: boolean
  /** Offers the page of its release, for lists of songs of many. */
  withInfo?: boolean
}

/** More that can be done with a song (RELEASE-017); on the phone also what has no room in its row. */
export function SongMenu({ song, archived, withInfo = false }: Props) {
  const { t } = useTranslation('releases')
  const phone = useMedia(media.phone)
  const flag = useSongFlag({ song, archived })
  useVerbs()
  const more = (then: Then) => (
    <>
      {phone &&
        mayDownload(song) &&
        formatsOfSong(song).map((format) => (
          <MenuItem key={format} icon={<Download {...ICON} />} onSelect={then(songDownloadOf(song, format).act)}>
            {t('song.downloadAs', { format: format.toUpperCase() })}
          </MenuItem>
        ))}
      {phone && flag.reason === undefined && (
        <MenuItem icon={<Flag {...ICON} />} onSelect={then(flag.toggle)}>
          {t(song.flagged ? 'unflag' : 'flag')}
        </MenuItem>
      )}
      {withInfo && <ReleaseInfoItem song={song} then={then} />}
    </>
  )
  return <SongCommands song={song} more={phone || withInfo ? more : null} />
}

/** Leads to the page of a song's release. */
export function ReleaseInfoItem({ song, then }: { song: Readonly<Pick<Song, 'releaseid'>>; then: Then }) {
  const { t } = useTranslation('releases')
  const navigate = useNavigate()
  const open = () => navigate(`/releases/releaseInfo/${encodeURIComponent(song.releaseid)}`)
  return (
    <MenuItem icon={<Info {...ICON} />} onSelect={then(open)}>
      {t('releaseInfo')}
    </MenuItem>
  )
}
