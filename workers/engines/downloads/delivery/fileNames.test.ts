import { describe, expect, it } from 'vitest'
import { NAME_BYTES } from '#core/model/text/fileName.ts'
import { diskName, nameInBundle, plainFolder, plainName } from './fileNames.ts'
import type { Job } from './runnerParts.ts'

const NAMED = { artist: 'Ana Lumen', ordinal: 7, title: 'Night Bus', explicit: false, version: 'Radio Edit', format: 'wav', type: 'song' } // biome-ignore format: one line
const job = (fileName: string, fields: object = {}) => ({ ...NAMED, downloadID: fileName, fileName, ...fields }) as Job
const bytes = (text: string) => new TextEncoder().encode(text).length
const LONG = 'x'.repeat(400)

describe('the name of a file on a disk', () => {
  it('is the one it began with, while every disk takes it', () => {
    expect(diskName(job('Whatever it began with.wav'), '{title}')).toBe('Whatever it began with.wav')
  })

  it('is cut in the title where it is too long, whichever rule it was named by', () => {
    const song = job(`Ana Lumen - 7 - ${LONG} (Radio Edit).wav`, { title: LONG })
    expect(diskName(song, '')).toMatch(/^Ana Lumen - 7 - x+ \(Radio Edit\)\.wav$/)
    const release = job(`Ana Lumen - ${LONG}.zip`, { type: 'release', title: LONG, version: '', ordinal: null })
    expect(diskName(release, '')).toMatch(/^Ana Lumen - x+\.zip$/)
    const template = '{title} by {artist}'
    expect(diskName(job(`${LONG} by Ana Lumen.wav`, { title: LONG }), template)).toMatch(/^x+ by Ana Lumen\.wav$/)
    for (const name of [diskName(song, ''), diskName(release, '')]) expect(bytes(name)).toBe(NAME_BYTES)
  })

  it('is cut at its end where no rule made it, and keeps its ending', () => {
    expect(diskName(job(`${LONG} by somebody.mp3`), '')).toBe(`${'x'.repeat(NAME_BYTES - 4)}.mp3`)
    expect(diskName(job(LONG), '')).toBe('x'.repeat(NAME_BYTES))
    expect(diskName(job(LONG, { type: 'release' }), '')).toBe('x'.repeat(NAME_BYTES))
  })

  it('has nothing in it that some disk refuses', () => {
    expect(diskName(job('a:b?.wav'), '')).toBe('a_b_.wav')
  })
})

describe('a plainer name', () => {
  it('has letters, digits and what stands between them, and is shorter', () => {
    expect(plainName(job("Zoë & Co's 100% (Live) [E].wav"), '')).toBe('Zoë _ Co_s 100_ (Live) [E].wav')
    expect(plainName(job('No ending!'), '')).toBe('No ending_')
    expect(bytes(plainName(job(`Ana Lumen - 7 - ${LONG} (Radio Edit).wav`, { title: LONG }), ''))).toBe(120)
  })

  it('of a folder has no ending', () => {
    expect([plainFolder('Vol. 1: Strata'), bytes(plainFolder(LONG))]).toEqual(['Vol_ 1_ Strata', 120])
  })
})

describe('the name of a song in its bundle', () => {
  const place = (folder: string) => ({ place: { bundle: 'b', folder } })
  const long = (downloadID: string, folder: string, fields = {}) => job(`${LONG}.wav`, { downloadID, ...place(folder), ...fields }) // biome-ignore format: one line
  const cut = (more = '') => `${'x'.repeat(NAME_BYTES - 4)}.wav`.replace(/x{4}\.wav$/, more === '' ? 'xxxx.wav' : `xxxx${more}.wav`) // biome-ignore format: one line

  it('is its own while every disk takes it', () => {
    const song = job('a.wav', place('Strata'))
    expect(nameInBundle(song, [song, job('A.wav', place('Strata'))], '')).toBe('a.wav')
  })

  it('is no other one of its folder once it is cut, and the same in another folder', () => {
    const songs = [long('1', 'Strata'), long('2', 'STRATA'), long('3', 'Quarry')]
    const names = songs.map((song) => nameInBundle(song, songs, ''))
    expect(names[0]).toBe(cut())
    expect(names[2]).toBe(cut())
    expect(names[1]).not.toBe(names[0])
  })

  it('keeps clear of those that are held already, and of those that need no cut', () => {
    const held = job(cut(), { downloadID: '0', ...place('Strata'), crc32: 7 })
    const song = long('1', 'Strata')
    for (const songs of [[held, song], [song, held]]) expect(nameInBundle(song, songs, '')).not.toBe(cut())
  }) // biome-ignore format: one line
})
