import { describe, expect, it } from 'vitest'
import {
  clean,
  discOfFolder,
  folded,
  fromFileName,
  fromFolderName,
  leadArtist,
  mended,
  splitDisc,
  splitTitle,
} from './titles.ts'

describe('titles', () => {
  it.each([
    ['Northern Line (Radio Edit)', { title: 'Northern Line', version: 'Radio Edit', explicit: false }],
    ['Northern Line [Club Mix] (Explicit)', { title: 'Northern Line', version: 'Club Mix', explicit: true }],
    ['Delivery (Of Things)', { title: 'Delivery (Of Things)', version: '', explicit: false }],
    ['(Explicit)', { title: '(Explicit)', version: '', explicit: false }],
    ['(Live)', { title: '(Live)', version: '', explicit: false }],
  ])('%s', (text, parts) => {
    expect(splitTitle(text)).toEqual(parts)
  })

  it.each([
    ['Slow Weather (Disc 2)', 'Slow Weather', 2],
    ['Slow Weather [CD 01]', 'Slow Weather', 1],
    ['Slow Weather, Disk 3', 'Slow Weather', 3],
    ['Slow Weather - CD2', 'Slow Weather', 2],
    ['Disc 2', 'Disc 2', 2],
    ['ABCD 2', 'ABCD 2', null],
    ['Slow Weather', 'Slow Weather', null],
  ])('%s is disc %s', (text, album, disc) => {
    expect(splitDisc(text)).toEqual({ album, disc })
  })

  it.each([
    ['03 - Ada Moss - Northern Line.wav', { track: 3, disc: null, artist: 'Ada Moss', title: 'Northern Line' }],
    ['1-07 Northern Line.mp3', { track: 7, disc: 1, artist: null, title: 'Northern Line' }],
    ['12. Northern_Line.flac', { track: 12, disc: null, artist: null, title: 'Northern Line' }],
    ['Northern Line.aiff', { track: null, disc: null, artist: null, title: 'Northern Line' }],
    ['1979.wav', { track: null, disc: null, artist: null, title: '1979' }],
    ['99 Problems Later.wav', { track: 99, disc: null, artist: null, title: 'Problems Later' }],
  ])('%s', (name, parts) => {
    expect(fromFileName(name)).toEqual(parts)
  })

  it('reads discs and artists from folders', () => {
    expect(['CD1', 'Disc 02', 'cd-3 bonus', 'Discovery', 'Ada Moss'].map(discOfFolder)).toEqual([1, 2, 3, null, null])
    expect(fromFolderName('Ada Moss - Slow_Weather')).toEqual({ artist: 'Ada Moss', album: 'Slow Weather' })
  })

  it('leaves guests out of the lead artist', () => {
    expect(['A feat. B', 'A (ft. B & C)', 'A featuring B', 'Lift', 'Feature'].map(leadArtist)).toEqual([
      'A', 'A', 'A', 'Lift', 'Feature',
    ]) // biome-ignore format: one line for each side
  })

  it.each([
    ['バス', 'パス'],
    ['ガラス', 'カラス'],
    ['दिल', 'दल'],
    ['रक', 'राक'],
    ['รัก', 'รก'],
  ])('tells %s from %s, which are two words', (one, other) => {
    expect(folded(one)).not.toBe(folded(other))
  })

  it('sees no word in the middle of one that has an accent before it', () => {
    expect(leadArtist('Das Geschäft Berlin')).toBe('Das Geschäft Berlin')
    expect(leadArtist('Défeat Me')).toBe('Défeat Me')
    expect(splitDisc('Récd 2')).toEqual({ album: 'Récd 2', disc: null })
    expect(splitTitle('Song (Élive)')).toMatchObject({ title: 'Song (Élive)', version: '' })
  })

  it('compares without case and accents, and keeps no control character or half pair', () => {
    expect(folded('  BJÖRK ')).toBe(folded('bjo\u0308rk'))
    expect(clean('a\u0000b\u001b[31m\ud800c')).toBe('a b [31mc')
  })

  it('mends UTF-8 that was read as Latin-1, and nothing else', () => {
    const read = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
    expect(['Söng – 夜', 'Björk', 'plain'].map((text) => mended(read(text)))).toEqual(['Söng – 夜', 'Björk', 'plain'])
    expect(['Björk', 'Ã la carte', '夜', 'naïve café'].map(mended)).toEqual(['Björk', 'Ã la carte', '夜', 'naïve café'])
  })
})
