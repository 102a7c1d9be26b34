import { describe, expect, it } from 'vitest'
import { DownloadJob, DownloadRequest, isZipped, JobType } from './download.ts'
import { playlistRequest, songRequest } from './requests.ts'

describe('download', () => {
  it('RELEASE-010: an item is a release, a song, a video or a playlist', () => {
    for (const kind of ['release', 'song', 'video', 'playlist'] as const) expect(JobType.parse(kind)).toBe(kind)
    expect(JobType.safeParse('album').success).toBe(false)
  })

  it('RELEASE-010: a track is another word for a song', () => {
    expect(JobType.parse('track')).toBe('song')
  })

  it('DOWNLOAD-002: a download has every field that is specified, with handles for token and address', () => {
    const fields = [
      'downloadID', 'mediaID', 'type', 'coverart', 'artist', 'title', 'version', 'explicit', 'ordinal', 'trackcount',
      'format', 'status', 'progress', 'zippingProgress', 'isZipping', 'zipperReady', 'token', 'url',
    ] // biome-ignore format: one list
    expect(Object.keys(DownloadJob.shape)).toEqual(expect.arrayContaining(fields))
  })

  it('DOWNLOAD-001: a whole playlist is one zip, of no release', () => {
    const list = { playlistid: 'p1', name: 'Friday', tracks: 12, thumbnail: '/t.png' }
    const request = playlistRequest(list, 'wav', 'd1')
    expect(DownloadRequest.parse(request)).toEqual(request)
    expect(request).toMatchObject({ type: 'playlist', mediaID: 'p1', releaseid: null, title: 'Friday', trackcount: 12 })
    expect(isZipped(request.type)).toBe(true)
  })

  it('DOWNLOAD-001: what is asked for as MP4 is a video', () => {
    const song = { trackid: 't', releaseid: 'r', artist: 'A', title: 'B', version: '', explicit: false, ordinal: 1, coverart: '', isrc: '', album: '', labels: [], upcnumber: '', genres: [], composer: '', copyrightyear: null } // biome-ignore format: one song
    expect(songRequest(song as never, 'mp4', 'd')).toMatchObject({ type: 'video', format: 'mp4' })
    expect(songRequest(song as never, 'wav', 'd')).toMatchObject({ type: 'song', format: 'wav' })
  })
})
