import { Download, Ellipsis, Flag, ListEnd, ListStart } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queueSong } from '#actions/player.ts'
import type { Song } from '#core/model/catalogue/release.ts'
import { IconButton } from '../kit/controls/Button.tsx'
import { Menu, MenuItem, MenuRule } from '../kit/overlays/Popover.tsx'
import { useMedia } from '../kit/useMedia.ts'
import { media } from '../theme/tokens.css.ts'
import { PlaylistCommands } from './playlists/PlaylistChoices.tsx'
import { formatsOfSong } from './SongButtons.tsx'
import { useSongFlag } from './SongFlag.tsx'
import { isPlayable, mayDownload, songDownloadOf, useVerbs } from './verbs.ts'

interface Props {
  song: Readonly<Song>
  archived: boolean
}

/** More that can be done with a song (RELEASE-017); on the phone also what has no room in its row. */
export function SongMenu({ song, archived }: Props) {
  const { t } = useTranslation('releases')
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const phone = useMedia(media.phone)
  const flag = useSongFlag({ song, archived })
  useVerbs()
  const playable = isPlayable(song)
  if (!playable && !phone) return null
  const then = (act: () => void) => () => {
    setOpen(false)
    act()
  }
  const phoneItems = phone && (
    <>
      {playable && <MenuRule />}
      {mayDownload(song) &&
        formatsOfSong(song).map((format) => (
          <MenuItem
            key={format}
            icon={<Download size={18} strokeWidth={1.75} />}
            onSelect={then(songDownloadOf(song, format).act)}
          >
            {t('song.downloadAs', { format: format.toUpperCase() })}
          </MenuItem>
        ))}
      {flag.reason === undefined && (
        <MenuItem icon={<Flag size={18} strokeWidth={1.75} />} onSelect={then(flag.toggle)}>
          {t(song.flagged ? 'unflag' : 'flag')}
        </MenuItem>
      )}
    </>
  )
  return (
    <>
      <IconButton
        ref={anchor}
        size={32}
        label={t('song.more', { title: song.title })}
        aria-haspopup="menu"
        aria-expanded={open}
        icon={<Ellipsis size={18} strokeWidth={1.75} />}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Menu anchor={anchor} label={t('song.more', { title: song.title })} onClose={() => setOpen(false)}>
          {playable ? (
            <PlaylistCommands sources={() => ({ tracks: [song.trackid] })} onDone={() => setOpen(false)}>
              <MenuItem
                icon={<ListStart size={18} strokeWidth={1.75} />}
                onSelect={then(() => queueSong(song.releaseid, song.trackid, 'next'))}
              >
                {t('playNext')}
              </MenuItem>
              <MenuItem
                icon={<ListEnd size={18} strokeWidth={1.75} />}
                onSelect={then(() => queueSong(song.releaseid, song.trackid, 'bottom'))}
              >
                {t('playLater')}
              </MenuItem>
              {phoneItems}
            </PlaylistCommands>
          ) : (
            phoneItems
          )}
        </Menu>
      )}
    </>
  )
}
