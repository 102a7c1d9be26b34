import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { playPlaylist } from '#actions/playlists.ts'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { closePlaylistDialog, playlistDialog } from '../parts/playlists.state.ts'
import { useSignalValue } from '../parts/useSignalValue.ts'

// The form's libraries are loaded with the first form.
const PlaylistForm = lazy(async () => ({ default: (await import('../forms/PlaylistForm.tsx')).PlaylistForm }))

/** What any screen may ask about playlists: the form to create or edit one, and before a queue is replaced. */
export function PlaylistDialogs() {
  const open = useSignalValue(playlistDialog)
  if (open === null) return null
  if (open.kind === 'replace') return <ReplaceQueue {...open} />
  return (
    <Suspense fallback={null}>
      {open.kind === 'create' ? (
        <PlaylistForm sources={open.sources} onClose={closePlaylistDialog} />
      ) : (
        <PlaylistForm playlistid={open.playlistid} onClose={closePlaylistDialog} />
      )}
    </Suspense>
  )
}

/** PLAYLIST-008. */
function ReplaceQueue({ playlistid, name, trackid }: { playlistid: string; name: string; trackid: string | null }) {
  const { t } = useTranslation('playlists')
  return (
    <ConfirmDialog
      title={t('replace.title')}
      body={t('playlist.replace-warning-message', { name })}
      verb={t('replace.verb')}
      onConfirm={() => {
        closePlaylistDialog()
        playPlaylist(playlistid, trackid)
      }}
      onClose={closePlaylistDialog}
    />
  )
}
