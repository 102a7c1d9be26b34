import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { releaseZipName, safeFileName, songFileName, uniqueName } from './fileName.ts'

const song = { artist: 'Ana Lumen', ordinal: 7, title: 'Night Bus', explicit: true, version: 'Radio Edit' }

describe('the rule', () => {
  test('DOWNLOAD-028: artist - ordinal - title [E] (version).ext', () => {
    expect(songFileName(song, 'wav')).toBe('Ana Lumen - 7 - Night Bus [E] (Radio Edit).wav')
  })
  test.each([
    [{ explicit: false }, 'Ana Lumen - 7 - Night Bus (Radio Edit).wav'],
    [{ version: ' ' }, 'Ana Lumen - 7 - Night Bus [E].wav'],
    [{ ordinal: null }, 'Ana Lumen - Night Bus [E] (Radio Edit).wav'],
    [{ artist: '' }, '7 - Night Bus [E] (Radio Edit).wav'],
    [{ title: '' }, 'Ana Lumen - 7 [E] (Radio Edit).wav'],
  ])('a missing part leaves with its separator: %j', (fields, name) => {
    expect(songFileName({ ...song, ...fields }, 'wav')).toBe(name)
  })
  test('D-133: what a file system refuses becomes _', () => {
    expect(safeFileName('a/b\\c:d*e?f"g<h>i|j\u0000k\tl', 'mp3')).toBe('a_b_c_d_e_f_g_h_i_j_k_l.mp3')
  })
  test('D-134: a release is artist - title [E].zip', () => {
    expect(releaseZipName(song)).toBe('Ana Lumen - Night Bus [E].zip')
  })
  test.each([
    ['CON', 'wav', '_CON.wav'],
    ['com1.live', 'wav', '_com1.live.wav'],
    ['. . hidden', 'wav', 'hidden.wav'],
    ['dots...', 'wav', 'dots.wav'],
    ['...', 'wav', 'untitled.wav'],
    ['safe\u202egnp.exe', 'wav', 'safegnp.exe.wav'],
  ])('%j becomes %s', (stem, extension, name) => {
    expect(safeFileName(stem, extension)).toBe(name)
  })
  test('the same name in one folder gets (2), without case', () => {
    const taken = new Set<string>()
    expect(['a.wav', 'A.wav', 'a.wav'].map((name) => uniqueName(name, taken))).toEqual([
      'a.wav',
      'A (2).wav',
      'a (3).wav',
    ])
  })
})

test('D-133: any name is safe: at most 180 characters, nothing forbidden, no dot or space at its ends', () => {
  const stems = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({ maxLength: 400 }).map((s) => `con.${s}`),
  )
  fc.assert(
    fc.property(stems, fc.constantFrom('wav', 'mp3', 'zip', ''), (stem, extension) => {
      const name = safeFileName(stem, extension)
      expect(name.length).toBeGreaterThan(0)
      expect(name.length).toBeLessThanOrEqual(180)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must not be there
      expect(name).not.toMatch(/[\u0000-\u001f\u007f-\u009f/\\:*?"<>|\u202a-\u202e]/)
      expect(name).not.toMatch(/^[. ]|[. ]$/)
      expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i)
      if (extension) expect(name.endsWith(`.${extension}`)).toBe(true)
      // Safe names stay as they are, so that the same name comes out of every way.
      if (extension === '') expect(safeFileName(name)).toBe(name)
    }),
  )
})
