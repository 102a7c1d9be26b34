// Asking for a download; what is already on its way is shown instead of added again (D-135).
import { downloadPlaylist, downloadRelease, downloadSong } from '#actions/downloads.ts'
import type { AudioFormat, MediaFormat, ReleaseCard, Song } from '#core/model/catalogue/release.ts'
import type { JobType } from '#core/model/downloads/download.ts'
import type { PlaylistCard } from '#core/model/playlists/playlist.ts'
import { downloadJob, downloadOrder, downloadsOpen } from '#projections/downloads.ts'

/** Downloads a release as one zip. */
export function wantRelease(release: Readonly<ReleaseCard>, format: AudioFormat): void {
  if (onItsWay('release', release.releaseid, format)) downloadsOpen.value = true
  else downloadRelease(release, format)
}

/** Downloads a playlist as one zip. */
export function wantPlaylistFiles(playlist: Readonly<PlaylistCard>, format: AudioFormat): void {
  if (onItsWay('playlist', playlist.playlistid, format)) downloadsOpen.value = true
  else downloadPlaylist(playlist, format)
}

/** Downloads one song, or as `mp4` one video. */
export function wantSong(song: Readonly<Song>, format: MediaFormat): void {
  if (onItsWay(format === 'mp4' ? 'video' : 'song', song.trackid, format)) downloadsOpen.value = true
  else downloadSong(song, format)
}

function onItsWay(type: JobType, mediaID: string, format: MediaFormat): boolean {
  return downloadOrder.peek().ids.some((id) => {
    const job = downloadJob(id).peek()
    return (
      job !== undefined &&
      job.place === undefined &&
      job.type === type &&
      job.mediaID === mediaID &&
      job.format === format &&
      (job.status === 'waiting' || job.status === 'loading')
    )
  })
}
