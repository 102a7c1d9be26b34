import { describe, expect, it } from 'vitest'
import { groupFiles, orderedSongs, type Resolved, resolve } from './grouping.ts'
import type { TrackFacts } from './tags/facts.ts'
import { NO_TAGS } from './tags/tags.ts'

type Tags = TrackFacts['tags']
const TAGS: Tags = {
  ...NO_TAGS,
  title: 'Northern Line',
  artist: 'Ada Moss',
  album: 'Slow Weather',
  track: 1,
}

let audio = 0
/** A file of its own audio, as long as `duration` says. */
const facts = (source: string, more: Partial<TrackFacts> = {}, tags: Partial<Tags> = {}): TrackFacts => ({
  source: `/music/${source}`,
  file: `file ${source}`,
  audio: `audio ${audio++}`,
  lossless: false,
  quality: 0,
  duration: 200,
  tags: { ...TAGS, ...tags },
  files: { mp3: { path: 'x.mp3', bytes: 1, sha256: '', crc32: 0 } },
  cover: null,
  folderCover: null,
  notes: [],
  ...more,
})
const resolved = (...args: Parameters<typeof facts>): Resolved => resolve(facts(...args))
const kept = (...files: Resolved[]) =>
  orderedSongs(files).songs.map((song) => song.facts.source.slice('/music/'.length))

describe('two files of one place on a release', () => {
  const first = resolved('a.mp3')

  it('are one song while they differ by less than two seconds, in either direction', () => {
    expect(kept(first, resolved('b.mp3', { duration: 201.999 }))).toEqual(['a.mp3'])
    expect(kept(first, resolved('b.mp3', { duration: 198.001 }))).toEqual(['a.mp3'])
  })

  it('are two songs from two seconds on: an unnamed radio edit is as near as that', () => {
    expect(kept(first, resolved('b.mp3', { duration: 202 }))).toEqual(['a.mp3', 'b.mp3'])
    expect(kept(first, resolved('b.mp3', { duration: 198 }))).toEqual(['a.mp3', 'b.mp3'])
    expect(kept(first, resolved('b.mp3', { duration: 219 }))).toEqual(['a.mp3', 'b.mp3'])
  })

  it('are two songs when the version is another, however alike their length', () => {
    expect(kept(first, resolved('b.mp3', {}, { version: 'Radio Edit' }))).toEqual(['a.mp3', 'b.mp3'])
    expect(kept(first, resolved('b.mp3', {}, { title: 'Northern Line (Radio Edit)' }))).toEqual(['a.mp3', 'b.mp3'])
  })

  it('are two songs when title, disc or track is another', () => {
    expect(kept(first, resolved('b.mp3', {}, { title: 'Southern Line' }))).toEqual(['a.mp3', 'b.mp3'])
    expect(kept(first, resolved('b.mp3', {}, { disc: 2 }))).toEqual(['a.mp3', 'b.mp3'])
    expect(kept(first, resolved('b.mp3', {}, { track: 2 }))).toEqual(['a.mp3', 'b.mp3'])
  })

  it('H-539: are two songs when only the version in the title is another, beside a subtitle', () => {
    const of = (name: string, title: string) => resolved(name, {}, { title, version: 'From the film X' })
    expect(kept(of('a.mp3', 'Song (Radio Edit)'), of('b.mp3', 'Song (Extended Mix)'))).toEqual(['a.mp3', 'b.mp3'])
    expect(of('a.mp3', 'Song (Radio Edit)').version).toBe('From the film X, Radio Edit')
    expect(of('a.mp3', 'Song').version).toBe('From the film X')
    expect(resolved('a.mp3', {}, { title: 'Song (live)', version: 'Live' }).version).toBe('Live')
    expect(resolved('a.mp3', {}, { title: 'Song (Live 1998)', version: 'Live' }).version).toBe('Live 1998')
    expect(resolved('a.mp3', {}, { title: 'Song (Live)' }).version).toBe('Live')
  })

  it('H-530: are two songs when one is explicit and the other is not, however it is said', () => {
    expect(kept(first, resolved('b.mp3', {}, { title: 'Northern Line [Explicit]' }))).toEqual(['a.mp3', 'b.mp3'])
    expect(kept(first, resolved('b.mp3', {}, { explicit: true }))).toEqual(['a.mp3', 'b.mp3'])
  })

  it('H-530: are two songs when they are by others, and one whoever its guests are', () => {
    const silent = (name: string, artist: string) => resolved(name, {}, { title: 'Silent Night', track: null, artist })
    const ada = silent('a.mp3', 'Ada Moss')
    expect(kept(ada, silent('b.mp3', 'Dov Lane'))).toEqual(['a.mp3', 'b.mp3'])
    expect(kept(ada, silent('b.mp3', 'ADA MOSS feat. Ben Ito'))).toEqual(['a.mp3'])
  })

  it('H-530: are one song as WAV and MP3 of which one alone is marked, and two where the MP3s are both there', () => {
    const wav = (name: string, more = {}) => resolved(name, { quality: 16, lossless: true }, more)
    const explicit = { explicit: true, artist: 'Somebody Else' }
    expect(kept(wav('a.wav'), resolved('b.mp3', {}, explicit))).toEqual(['a.wav'])
    expect(kept(wav('a.wav'), resolved('b.mp3', {}, explicit), resolved('c.mp3'))).toEqual(['a.wav', 'b.mp3'])
    expect(kept(wav('a.wav'), wav('b.wav', explicit), resolved('c.mp3', {}, explicit))).toEqual(['a.wav', 'b.wav'])
  })

  it('H-543: are one song in two formats of which one alone is marked, and it is marked then', () => {
    const lossless = (name: string, bits: number, explicit = false) =>
      resolved(name, { quality: bits, lossless: true }, { explicit })
    const [wav, flac] = [lossless('a.wav', 24), lossless('b.flac', 16, true)]
    expect(orderedSongs([wav, flac]).songs).toEqual([{ ...wav, explicit: true }])
    expect(kept(resolved('a.mp3'), resolved('b.ogg', { quality: -1 }, { explicit: true }))).toEqual(['a.mp3'])
    expect(kept(wav, flac, lossless('c.flac', 16))).toEqual(['a.wav', 'b.flac'])
    // Of one format both could say it.
    expect(kept(flac, lossless('c.FLAC', 16))).toEqual(['b.flac', 'c.FLAC'])
    expect(kept(wav, lossless('b.flac', 16), resolved('c.mp3', {}, { explicit: true }))).toEqual(['a.wav'])
  })

  it('H-543: are one song with a third, of the format of one and unmarked like it', () => {
    const lossless = (name: string, bits: number, explicit = false) =>
      resolved(name, { quality: bits, lossless: true }, { explicit })
    const wav = lossless('a.wav', 24)
    const { songs } = orderedSongs([wav, lossless('b.flac', 20, true), lossless('c.wav', 16)])
    expect(songs).toEqual([{ ...wav, explicit: true }])
    const lossy = (name: string, quality: number, explicit = false) => resolved(name, { quality }, { explicit })
    expect(kept(lossy('a.mp3', 320), lossy('b.m4a', 256, true), lossy('c.mp3', 128))).toEqual(['a.mp3'])
  })

  it('H-543: are two songs in two formats when they are by others and both are lossless', () => {
    const by = (name: string, artist: string) => resolved(name, { lossless: true }, { artist, track: null })
    expect(kept(by('a.wav', 'Ada Moss'), by('b.flac', 'Dov Lane'))).toEqual(['a.wav', 'b.flac'])
  })

  it('are one song when their titles differ in case and accents alone', () => {
    expect(kept(first, resolved('b.mp3', {}, { title: 'NÖRTHERN line' }))).toEqual(['a.mp3'])
  })

  it('are one song when their audio is the same, whatever their tags say', () => {
    const again = resolved('b.mp3', { audio: first.facts.audio, duration: 300 }, { title: 'Other', track: 7 })
    expect(kept(first, again)).toEqual(['a.mp3'])
  })

  it('leave the better copy, and say which was taken instead of which', () => {
    const better = resolved('b.wav', { quality: 16, lossless: true })
    expect(orderedSongs([first, better])).toMatchObject({
      songs: [{ facts: { source: '/music/b.wav' } }],
      twins: [{ file: '/music/a.mp3', instead: '/music/b.wav' }],
    })
  })
})

describe('of two MP3s of one song', () => {
  it('H-530: the one with more bytes for a second is taken, whatever it is named', () => {
    expect(kept(resolved('a.mp3', { quality: 128 }), resolved('b.mp3', { quality: 320 }))).toEqual(['b.mp3'])
    expect(kept(resolved('a.mp3', { quality: 256 }), resolved('b.mp3', { quality: 256 }))).toEqual(['a.mp3'])
  })

  it('that were imported before rates were noted, the larger is taken', () => {
    const of = (kbits: number, tags = 0) => ({
      files: { mp3: { path: 'x.mp3', bytes: (kbits * 1000 * 200) / 8 + tags, sha256: '', crc32: 0 } },
    })
    expect(kept(resolved('a.mp3', of(128)), resolved('b.mp3', of(320)))).toEqual(['b.mp3'])
    expect(kept(resolved('a.mp3', of(128)), resolved('b.mp3', { quality: 256 }))).toEqual(['b.mp3'])
    // Tags do not lift it above what is lossless, nor above the best an MP3 can be.
    expect(kept(resolved('b.mp3', of(128, 60_000_000)), resolved('a.mp3', { quality: 320 }))).toEqual(['a.mp3'])
  })
})

describe('the songs of a release', () => {
  it('stand by disc, then by track, those without a track last, then by name as people count', () => {
    const songs = [
      resolved('10.mp3', {}, { title: 'c', track: null }),
      resolved('9.mp3', {}, { title: 'd', track: null }),
      resolved('1.mp3', {}, { title: 'a', disc: 2, track: 1 }),
      resolved('2.mp3', {}, { title: 'b', track: 2 }),
      resolved('3.mp3', {}, { title: 'e', track: 1 }),
    ]
    expect(kept(...songs)).toEqual(['3.mp3', '2.mp3', '9.mp3', '10.mp3', '1.mp3'])
  })
})

describe('releases', () => {
  const titles = (...all: TrackFacts[]) => groupFiles(all).map(({ artist, title, files }) => `${artist} - ${title} ${files.length}`) // biome-ignore format: one line

  it('without an album artist are those of one folder, whose discs lie together', () => {
    expect(titles(facts('x/CD1/1.mp3'), facts('x/CD2/1.mp3'), facts('y/1.mp3', {}, { artist: 'Dov Lane' }))).toEqual([
      'Ada Moss - Slow Weather 2',
      'Dov Lane - Slow Weather 1',
    ])
  })

  it('with an album artist are one, wherever their files lie', () => {
    expect(titles(facts('x/1.mp3', {}, { albumartist: 'Ada Moss' }), facts('y/2.mp3', {}, { albumartist: 'ADA MOSS' }))).toEqual(['Ada Moss - Slow Weather 2']) // biome-ignore format: one line
  })

  it('of several leads, or marked as a compilation, are by Various Artists', () => {
    expect(titles(facts('x/1.mp3'), facts('x/2.mp3', {}, { artist: 'Dov Lane' }))).toEqual([
      'Various Artists - Slow Weather 2',
    ])
    expect(titles(facts('x/1.mp3', {}, { compilation: true }))).toEqual(['Various Artists - Slow Weather 1'])
  })
})
