import { ListMusic } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { peekQueueTracks } from '#projections/playlists.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { openCreatePlaylist } from '../../music/playlists/playlists.state.ts'

/** Keeps what plays and what follows as a new playlist. */
export function SaveQueue() {
  const { t } = useTranslation('playlists')
  return (
    <IconButton
      label={t('saveQueue')}
      aria-haspopup="dialog"
      icon={<ListMusic size={20} strokeWidth={1.75} />}
      onClick={() => openCreatePlaylist({ tracks: peekQueueTracks() })}
    />
  )
}
