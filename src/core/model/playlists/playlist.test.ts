import { describe, expect, it } from 'vitest'
import { Playlist } from './playlist.ts'

const whole = {
  playlistid: 'p1', name: 'Friday', desc: 'For the show', description: 'For the show', default: false, tracks: 0,
  pinned: true, thumbnail: '/t.png', thumbnails: ['/t.png'], coverart: '/c.png', created: '2026-01-01T00:00:00Z', songs: [],
} // biome-ignore format: one playlist

describe('playlist', () => {
  it('PLAYLIST-002: keeps every field that is specified', () => {
    expect(Playlist.parse(whole)).toEqual(whole)
  })

  it.each(Object.keys(whole).filter((field) => field !== 'songs'))('PLAYLIST-002: is none without its %s', (field) => {
    expect(Playlist.safeParse({ ...whole, [field]: undefined }).success).toBe(false)
  })

  it('PLAYLIST-002: a summary leaves its songs out', () => {
    const { songs: _, ...summary } = whole
    expect(Playlist.parse(summary)).toEqual(summary)
  })
})
