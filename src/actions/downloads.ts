import { wish } from '#bridge/dispatch.ts'
import {
  downloadCompletedCleared,
  downloadRemoved,
  downloadRequested,
  downloadRestarted,
} from '#core/events/downloads.ts'
import { releaseRequest } from '#core/model/download.ts'
import type { AudioFormat, ReleaseCard, Song } from '#core/model/release.ts'
import { ports } from './ports.ts'

/** Downloads a whole release as one zip. */
export function downloadRelease(release: Readonly<ReleaseCard>, format: AudioFormat): void {
  wish(downloadRequested({ requests: [releaseRequest(release, format, ports().mintId())] }))
}

/** Downloads one song. */
export function downloadSong(song: Readonly<Song>, format: AudioFormat): void {
  wish(
    downloadRequested({
      requests: [
        {
          downloadID: ports().mintId(),
          type: 'song',
          mediaID: song.trackid,
          releaseid: song.releaseid,
          format,
          artist: song.artist,
          title: song.title,
          version: song.version,
          explicit: song.explicit,
          ordinal: song.ordinal,
          trackcount: 1,
          coverart: song.coverart,
        },
      ],
    }),
  )
}

/** Puts a failed job back in line. */
export function restartDownload(downloadID: string): void {
  wish(downloadRestarted({ downloadID }))
}

/** Removes a job; a running transfer is cancelled. */
export function removeDownload(downloadID: string): void {
  wish(downloadRemoved({ downloadID }))
}

/** Removes the rows of finished jobs; unfinished ones stay. */
export function clearCompletedDownloads(): void {
  wish(downloadCompletedCleared({}))
}
