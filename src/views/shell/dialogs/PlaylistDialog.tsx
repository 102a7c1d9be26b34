/** What is asked of playlists with a script of its own: the form to create or edit one, and which one is meant. */
import { PlaylistForm } from '../../forms/PlaylistForm.tsx'
import { PlaylistFinder } from '../../music/playlists/PlaylistFinder.tsx'
import { closePlaylistDialog, type PlaylistDialogState } from '../../music/playlists/playlists.state.ts'

export function PlaylistDialog({ open }: { open: Exclude<PlaylistDialogState, { kind: 'replace' }> }) {
  if (open.kind === 'find') return <PlaylistFinder onChoose={open.onChoose} onClose={closePlaylistDialog} />
  return open.kind === 'create' ? (
    <PlaylistForm sources={open.sources} onClose={closePlaylistDialog} />
  ) : (
    <PlaylistForm playlistid={open.playlistid} onClose={closePlaylistDialog} />
  )
}
