import { useTranslation } from 'react-i18next'
import { playPlaylist } from '#actions/playlists.ts'
import { isolated } from '#core/model/text/direction.ts'
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx'
import { WithScript } from '../../kit/overlays/WithScript.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { closePlaylistDialog, playlistDialog } from '../../music/playlists/playlists.state.ts'
import { playlistForm } from '../scripts.ts'

/** What any screen may ask about playlists: to create, edit or find one, and before a queue is replaced. */
export function PlaylistDialogs() {
  const open = useSignalValue(playlistDialog)
  if (open === null) return null
  if (open.kind === 'replace') return <ReplaceQueue {...open} />
  return (
    <WithScript script={playlistForm} onClose={closePlaylistDialog}>
      {({ PlaylistDialog }) => <PlaylistDialog open={open} />}
    </WithScript>
  )
}

/** PLAYLIST-008. */
function ReplaceQueue({ playlistid, name, trackid }: { playlistid: string; name: string; trackid: string | null }) {
  const { t } = useTranslation('playlists')
  return (
    <ConfirmDialog
      title={t('replace.title')}
      body={t('playlist.replace-warning-message', { name: isolated(name) })}
      verb={t('replace.verb')}
      onConfirm={() => {
        closePlaylistDialog()
        playPlaylist(playlistid, trackid)
      }}
      onClose={closePlaylistDialog}
    />
  )
}
