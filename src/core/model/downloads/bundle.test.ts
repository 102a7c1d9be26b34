import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BUNDLE_MAX_BYTES, bundleFolder, entryName, fitsOneZip, foreseenBytes, isAvailable } from './bundle.ts'

const release = (title: string, artist = 'Ana', explicit = false) => ({ title, artist, explicit })

describe('folders inside a zip', () => {
  test('are named after artist and title', () => {
    expect(bundleFolder(release('Blue'), new Set())).toBe('Ana - Blue')
    expect(bundleFolder(release('Blue', 'Ana', true), new Set())).toBe('Ana - Blue [E]')
    expect(bundleFolder(release('Blue', ''), new Set())).toBe('Blue')
  })

  test('differ, also from names that already end in a number, and without case', () => {
    const taken = new Set<string>()
    const names = [release('Blue'), release('BLUE'), release('Blue (2)'), release('Blue')].map((one) =>
      bundleFolder(one, taken),
    )
    expect(names).toEqual(['Ana - Blue', 'Ana - BLUE (2)', 'Ana - Blue (2) (2)', 'Ana - Blue (3)'])
  })

  test('a title with a dot is not taken for one with an ending', () => {
    const taken = new Set<string>()
    bundleFolder(release('Vol. 2'), taken)
    expect(bundleFolder(release('Vol. 2'), taken)).toBe('Ana - Vol. 2 (2)')
  })

  test.each(['../../etc', '..', 'a/b\\c', 'CON', '\u202egpj.exe', 'x'.repeat(500), '', '. .', 'a\u0000b'])(
    'a hostile title (%j) stays one folder below',
    (title) => {
      const taken = new Set<string>()
      for (let n = 0; n < 3; n++) {
        const folder = bundleFolder(release(title, ''), taken)
        expect(folder).not.toMatch(/[/\\:*?"<>|\p{Cc}\u202a-\u202e]/u)
        expect(folder).not.toMatch(/^\.|[. ]$|^con$/i)
        expect(folder.length).toBeGreaterThan(0)
        expect(folder.length).toBeLessThanOrEqual(80)
      }
      expect(taken.size).toBe(3)
    },
  )

  test('whatever they are named, no two are the same', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'A', '.', ' ', '/', '(', '2', ')') })), (titles) => {
        const taken = new Set<string>()
        const names = titles.map((title) => bundleFolder(release(title, ''), taken).toLowerCase())
        expect(new Set(names).size).toBe(titles.length)
      }),
    )
  })

  test('a song lies in its folder, or at the top where there is none', () => {
    expect(entryName('Ana - Blue', '1.wav')).toBe('Ana - Blue/1.wav')
    expect(entryName('', '1.wav')).toBe('1.wav')
  })
})

describe('size', () => {
  test('an hour is 635 MB of WAV and 144 MB of MP3', () => {
    expect(foreseenBytes(3600, 'wav')).toBe(635_040_000)
    expect(foreseenBytes(3600, 'mp3')).toBe(144_000_000)
  })

  test('3.9 GB fit, one byte more does not', () => {
    expect(fitsOneZip(BUNDLE_MAX_BYTES)).toBe(true)
    expect(fitsOneZip(BUNDLE_MAX_BYTES + 1)).toBe(false)
  })
})

test('a song goes in when it is audio, may be had and comes in the format', () => {
  const song = { assettype: 'audio', candownload: true, formats: ['mp3'] } as const
  expect(isAvailable({ ...song, formats: ['mp3'] }, 'mp3')).toBe(true)
  expect(isAvailable({ ...song, formats: ['mp3'] }, 'wav')).toBe(false)
  expect(isAvailable({ ...song, formats: ['mp3'], candownload: false }, 'mp3')).toBe(false)
  expect(isAvailable({ ...song, formats: ['mp3'], assettype: 'video' }, 'mp3')).toBe(false)
})
