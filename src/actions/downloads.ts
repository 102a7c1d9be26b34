import { wish } from '#bridge/dispatch.ts'
import {
  downloadAllPaused,
  downloadAllResumed,
  downloadCompletedCleared,
  downloadFailedRetried,
  downloadMoved,
  downloadPaused,
  downloadRemoved,
  downloadRequested,
  downloadRestarted,
  downloadResumed,
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

/** Puts every failed job back in line. */
export function retryFailedDownloads(): void {
  wish(downloadFailedRetried({}))
}

/** Lets a job that waits or loads stand still; what has arrived is kept. */
export function pauseDownload(downloadID: string): void {
  wish(downloadPaused({ downloadID }))
}

/** Lets a paused job go on where it stopped. */
export function resumeDownload(downloadID: string): void {
  wish(downloadResumed({ downloadID }))
}

export function pauseAllDownloads(): void {
  wish(downloadAllPaused({}))
}

export function resumeAllDownloads(): void {
  wish(downloadAllResumed({}))
}

/** Changes the order jobs start in. @param before the job it shall stand right before; null: last */
export function moveDownload(downloadID: string, before: string | null): void {
  wish(downloadMoved({ downloadID, before }))
}

/** Removes a job; a running transfer is cancelled. */
export function removeDownload(downloadID: string): void {
  wish(downloadRemoved({ downloadID }))
}

/** Removes the rows of finished jobs; unfinished ones stay. */
export function clearCompletedDownloads(): void {
  wish(downloadCompletedCleared({}))
}
