import { wish } from '#bridge/dispatch.ts'
import {
  downloadAllPaused,
  downloadAllResumed,
  downloadBundleTrimmed,
  downloadCompletedCleared,
  downloadFailedRetried,
  downloadMoved,
  downloadPaused,
  downloadRemoved,
  downloadRequested,
  downloadRestarted,
  downloadResumed,
} from '#core/events/downloads.ts'
import type { AudioFormat, MediaFormat, ReleaseCard, Song } from '#core/model/catalogue/release.ts'
import { bundleRequest, playlistRequest, releaseRequest, songRequest } from '#core/model/downloads/requests.ts'
import type { PlaylistCard } from '#core/model/playlists/playlist.ts'
import { ports } from './ports.ts'

/** Downloads a whole release as one zip. */
export function downloadRelease(release: Readonly<ReleaseCard>, format: AudioFormat): void {
  wish(downloadRequested({ requests: [releaseRequest(release, format, ports().mintId())] }))
}

/** Downloads a whole playlist as one zip. */
export function downloadPlaylist(playlist: Readonly<PlaylistCard>, format: AudioFormat): void {
  wish(downloadRequested({ requests: [playlistRequest(playlist, format, ports().mintId())] }))
}

/** Downloads the songs of a playlist, each as a file of its own. */
export function downloadPlaylistSongs(playlist: Readonly<PlaylistCard>, format: AudioFormat): void {
  const { playlistid, name, thumbnail } = playlist
  const gather = { as: 'files' as const, sources: [{ type: 'playlist' as const, id: playlistid, duration: null }] }
  wish(downloadRequested({ requests: [bundleRequest(gather, name, thumbnail, format, ports().mintId())] }))
}

/** Makes the zip of a bundle without the songs of it that failed. */
export function trimBundle(downloadID: string): void {
  wish(downloadBundleTrimmed({ downloadID }))
}

/** Downloads one song, or as `mp4` one video. */
export function downloadSong(song: Readonly<Song>, format: MediaFormat): void {
  wish(downloadRequested({ requests: [songRequest(song, format, ports().mintId())] }))
}

/** Puts a failed job back in line. */
export function restartDownload(downloadID: string): void {
  wish(downloadRestarted({ downloadID }))
}

/** Puts every job that truly failed back in line; what was cut off with an earlier page is resumed, not retried. */
export function retryFailedDownloads(): void {
  wish(downloadFailedRetried({ interrupted: false }))
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

/** Lets all that is paused, or was cut off with an earlier page, go on where it stopped. */
export function resumeAllDownloads(): void {
  wish(downloadAllResumed({ interrupted: true }))
}

/** Changes the order jobs start in. @param before the job it shall stand right before; null: last */
export function moveDownload(downloadID: string, before: string | null): void {
  wish(downloadMoved({ downloadID, before }))
}

/** Removes a job; a running transfer is cancelled. */
export function removeDownload(downloadID: string): void {
  wish(downloadRemoved({ downloadID }))
}

/** Whether this browser can write into a picked folder. */
export const canChooseFolder = (): boolean => ports().chooseFolder !== undefined

/**
 * Picks a folder for finished files, asks for access to it again, or lets it go. To be called in a press.
 * @param refused the browser does not allow it
 */
export function chooseDownloadFolder(what: 'pick' | 'allow' | 'leave', refused = () => {}): void {
  void ports()
    .chooseFolder?.(what)
    .then((isRefused) => isRefused && refused())
}

/** Removes the rows of finished jobs; unfinished ones stay. */
export function clearCompletedDownloads(): void {
  wish(downloadCompletedCleared({}))
}
