// Asking for a download; what is already on its way is shown instead of added again (D-135).
import { downloadRelease, downloadSong } from '#actions/downloads.ts'
import type { AudioFormat, ReleaseCard, Song } from '#core/model/release.ts'
import { downloadJob, downloadOrder, downloadsOpen } from '#projections/downloads.ts'

/** Downloads a release as one zip. */
export function wantRelease(release: Readonly<ReleaseCard>, format: AudioFormat): void {
  if (onItsWay('release', release.releaseid, format)) downloadsOpen.value = true
  else downloadRelease(release, format)
}

/** Downloads one song. */
export function wantSong(song: Readonly<Song>, format: AudioFormat): void {
  if (onItsWay('song', song.trackid, format)) downloadsOpen.value = true
  else downloadSong(song, format)
}

function onItsWay(type: 'release' | 'song', mediaID: string, format: AudioFormat): boolean {
  return downloadOrder.peek().ids.some((id) => {
    const job = downloadJob(id).peek()
    return (
      job !== undefined &&
      job.type === type &&
      job.mediaID === mediaID &&
      job.format === format &&
      (job.status === 'waiting' || job.status === 'loading')
    )
  })
}
