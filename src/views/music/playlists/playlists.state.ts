// Which of the playlist dialogs is open: state of this page alone. Any screen may open one; the root draws them (SHELL-020).
import { signal } from '@preact/signals-react'
import type { PlaylistSources } from '#actions/playlists.ts'

export type PlaylistDialogState =
  | { readonly kind: 'create'; readonly sources: PlaylistSources }
  | { readonly kind: 'edit'; readonly playlistid: string }
  /** One of many is meant, and is sought by its name. */
  | { readonly kind: 'find'; readonly onChoose: (playlistid: string) => void }
  /** Playing it would replace the queue. */
  | { readonly kind: 'replace'; readonly playlistid: string; readonly name: string; readonly trackid: string | null }

export const playlistDialog = signal<PlaylistDialogState | null>(null, { name: 'playlistDialog' })

export function openCreatePlaylist(sources: PlaylistSources = {}): void {
  playlistDialog.value = { kind: 'create', sources }
}

export function closePlaylistDialog(): void {
  playlistDialog.value = null
}
