/** What asks for a download: of a song, a video, a release, a playlist, or of many of them at once. */
import type { AudioFormat, MediaFormat, ReleaseCard, Song } from '../catalogue/release.ts'
import type { PlaylistCard } from '../playlists/playlist.ts'
import type { BundleWish } from './bundleWish.ts'
import type { DownloadRequest, DownloadTags } from './download.ts'

/** What asks for one song, or for a video: that is what is had as MP4. */
export function songRequest(song: Readonly<Song>, format: MediaFormat, downloadID: string): DownloadRequest {
  return {
    downloadID,
    type: format === 'mp4' ? 'video' : 'song',
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
    tags: {
      isrc: song.isrc,
      release: song.album,
      label: song.labels.map(({ name }) => name).join(', '),
      upc: song.upcnumber,
      ...(song.genres.length > 0 ? { genre: song.genres.join(', ') } : {}),
      ...(song.composer === '' ? {} : { composer: song.composer }),
      ...(song.copyrightyear === null ? {} : { year: song.copyrightyear }),
      ...(song.disc && { track: song.disc.place, disc: { no: song.disc.no, of: song.disc.of } }),
      ...measured(song),
    },
  }
}

function measured({ loudness }: Readonly<Song>): Pick<DownloadTags, 'loudness'> {
  if (!loudness || loudness.integrated === null || loudness.truePeak === null) return {}
  return { loudness: { integrated: loudness.integrated, range: loudness.range, truePeak: loudness.truePeak } }
}

/** What asks for a whole release as one zip. */
export function releaseRequest(
  release: Readonly<ReleaseCard>,
  format: AudioFormat,
  downloadID: string,
): DownloadRequest {
  return {
    downloadID,
    type: 'release',
    mediaID: release.releaseid,
    releaseid: release.releaseid,
    format,
    artist: release.artist,
    title: release.title,
    version: '',
    explicit: release.explicit,
    ordinal: null,
    trackcount: release.trackcount,
    coverart: release.thumbnail,
  }
}

/** What asks for a whole playlist as one zip. */
export function playlistRequest(
  playlist: Readonly<Pick<PlaylistCard, 'playlistid' | 'name' | 'tracks' | 'thumbnail'>>,
  format: AudioFormat,
  downloadID: string,
): DownloadRequest {
  return {
    downloadID,
    type: 'playlist',
    mediaID: playlist.playlistid,
    releaseid: null,
    format,
    artist: '',
    title: playlist.name,
    version: '',
    explicit: false,
    ordinal: null,
    trackcount: playlist.tracks,
    coverart: playlist.thumbnail,
  }
}

/** What asks for many releases or playlists at once. @param title names the zip */
export function bundleRequest(
  gather: BundleWish,
  title: string,
  coverart: string,
  format: AudioFormat,
  downloadID: string,
): DownloadRequest {
  return {
    downloadID,
    type: 'bundle',
    mediaID: downloadID,
    releaseid: null,
    format,
    artist: '',
    title,
    version: '',
    explicit: false,
    ordinal: null,
    trackcount: 0,
    coverart,
    gather,
  }
}
