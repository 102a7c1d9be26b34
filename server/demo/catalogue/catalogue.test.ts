import { describe, expect, it } from 'vitest'
import { Song } from '#core/model/catalogue/release.ts'
import { CATALOGUE_RELEASES, type CatalogueRelease } from '../../catalogue/contract.ts'
import { VERSIONS } from '../../catalogue/lists.ts'
import { DEMO_TODAY, demoCatalogue, demoOptions } from './catalogue.ts'

const demo = [...demoCatalogue('demo')]
const small = [...demoCatalogue('small')]
const byId = new Map(small.map((release) => [release.releaseid, release]))
const fixed = (id: string): CatalogueRelease => {
  const release = byId.get(id)
  if (!release) throw new Error(`${id} is missing`)
  return release
}

describe('the demo catalogue', () => {
  it('is the same every time and has the promised size', () => {
    expect(small).toHaveLength(CATALOGUE_RELEASES.small)
    expect(demo).toHaveLength(CATALOGUE_RELEASES.demo)
    expect([...demoCatalogue('small')]).toEqual(small)
  })

  it('repeats no artist and no title among the first 200', () => {
    const first = demo.slice(0, 200)
    expect(new Set(first.map((release) => release.artist.toLowerCase())).size).toBe(200)
    expect(new Set(first.map((release) => release.title.toLowerCase())).size).toBe(200)
  })

  it('has at least 12 genres and 40 labels', () => {
    expect(new Set(demo.flatMap((release) => release.genres)).size).toBeGreaterThanOrEqual(12)
    expect(new Set(demo.map((release) => release.labels[0]?.name)).size).toBeGreaterThanOrEqual(40)
  })

  it('mixes albums, EPs and singles', () => {
    const share = (type: string) => demo.filter((release) => release.release_type === type).length / demo.length
    expect(share('album')).toBeCloseTo(0.3, 1)
    expect(share('ep')).toBeCloseTo(0.2, 1)
    expect(share('single')).toBeCloseTo(0.5, 1)
  })

  it('gives songs and albums plausible lengths', () => {
    for (const release of demo.filter(({ releaseid }) => !releaseid.startsWith('demo-'))) {
      const songs = release.songs.filter((song) => song.assettype === 'audio')
      expect(songs.length).toBeGreaterThanOrEqual(1)
      expect(songs.length).toBeLessThanOrEqual(18)
      for (const song of songs) {
        expect(song.duration).toBeGreaterThanOrEqual(130)
        expect(song.duration).toBeLessThanOrEqual(390)
      }
      if (release.release_type === 'album') {
        expect(release.duration).toBeGreaterThanOrEqual(1800)
        expect(release.duration).toBeLessThanOrEqual(3600)
      }
    }
  })

  it('has songs that the wire accepts, whose sources last as long as they say', () => {
    for (const release of demo) {
      for (const { source, ...song } of release.songs) {
        Song.parse({ ...song, flagged: false })
        if (source.kind === 'synth' && release.releaseid !== 'demo-zero-duration')
          expect(source.seconds).toBe(song.duration)
      }
    }
  })

  it('comes newest first, from the given day on', () => {
    const dates = demo.map((release) => Date.parse(release.available))
    expect([...dates].sort((a, b) => b - a)).toEqual(dates)
    expect(demo[0]?.available.slice(0, 10)).toBe(DEMO_TODAY)
    expect([...demoCatalogue('small', '2027-01-05')][0]?.available.slice(0, 10)).toBe('2027-01-05')
  })

  it('gives every track an id, every song a code of its own', () => {
    const songs = demo.flatMap((release) => release.songs)
    expect(new Set(songs.map((song) => song.trackid)).size).toBe(songs.length)
    expect(new Set(songs.map((song) => song.isrc)).size).toBe(songs.length)
  })

  it('uses only choices that the filter lists offer', { tags: ['long'] }, () => {
    const options = demoOptions()
    const names = (list: { name: string }[]) => new Set(list.map((entry) => entry.name))
    const ids = (list: { id: string }[]) => new Set(list.map((entry) => entry.id))
    const [genres, versions] = [names(options.genres), new Set<string>(VERSIONS)]
    const [markets, packages] = [ids(options.markets), ids(options.packages)]
    for (const release of demo) {
      for (const genre of release.genres) expect(genres).toContain(genre)
      for (const market of release.markettags) expect(markets).toContain(market)
      for (const entry of release.packages) expect(packages).toContain(entry)
      for (const { version } of release.songs) if (version !== '') expect(versions).toContain(version)
    }
  })

  it('yields the large catalogue one release at a time', () => {
    let count = 0
    for (const release of demoCatalogue('large')) {
      count++
      if (count === 3000) {
        expect(release.songs.length).toBeGreaterThan(0)
        break
      }
    }
    expect(count).toBe(3000)
  })
})

describe('the fixed demo releases', () => {
  it('each reach their branch', () => {
    expect(fixed('demo-stream-only').candownload).toBe(false)
    expect(fixed('demo-no-comments').commenting_enabled).toBe(false)
    expect(fixed('demo-no-sharing').allow_sharing).toBe(false)
    expect(fixed('demo-zero-duration').duration).toBe(0)
    expect(fixed('demo-video-only').songs.map((song) => song.formats)).toEqual([['mp4']])
    expect(fixed('demo-no-attachments').attachments).toEqual([])
    expect(fixed('demo-hostile-html').promoinfo).toMatch(/<script>.*onerror=.*<iframe/s)
    expect(fixed('demo-forbidden').access).toBe('forbidden')
    expect(fixed('demo-withdrawn').access).toBe('withdrawn')
    expect(fixed('demo-broken-image').cover).toEqual({ file: 'missing/cover.png' })
  })

  it('demo-long holds one WAV of 300 MB', () => {
    const [song, ...more] = fixed('demo-long').songs
    expect(more).toEqual([])
    if (song?.source.kind !== 'synth') throw new Error('demo-long is not made of numbers')
    expect(song.source.seconds * song.source.sampleRate * 4).toBeGreaterThan(300_000_000)
    expect(song.source.seconds * song.source.sampleRate * 4).toBeLessThan(301_000_000)
  })

  it('stand behind the first screens', () => {
    expect(demo.findIndex((release) => release.releaseid.startsWith('demo-'))).toBeGreaterThan(100)
  })
})
