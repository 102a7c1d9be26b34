import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  FILE_NAME_TEMPLATE,
  releaseZipName,
  safeFileName,
  songFileName,
  templateFileName,
  uniqueName,
} from './fileName.ts'

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

describe("a template of one's own", () => {
  const song = { artist: 'Ana Lumen', ordinal: 3, title: 'Slow Harbour', explicit: true, version: 'Clean' }
  const more = { release: 'Strata', label: 'Red Barn', isrc: 'GBAAA2600001', upc: '012' }
  const text = fc.oneof(
    fc.constantFrom('', ' ', '-', 'A - B', 'Wait...', '(live)', 'Rock -', '{title}'),
    fc.string({ unit: 'grapheme' }),
  )
  const parts = fc.record({
    artist: text,
    ordinal: fc.option(fc.integer({ min: 1, max: 200 })),
    title: text,
    explicit: fc.boolean(),
    version: text,
  })

  test('DOWNLOAD-028: the specified name is the default template, for every song', () => {
    fc.assert(
      fc.property(parts, (some) => {
        expect(templateFileName(FILE_NAME_TEMPLATE, some, {}, 'wav')).toBe(songFileName(some, 'wav'))
      }),
    )
  })
  test.each([
    ['{title} - {artist}', 'Slow Harbour - Ana Lumen.wav'],
    ['{ordinal:2}. {title}', '03. Slow Harbour.wav'],
    ['{isrc}_{title}_{release}', 'GBAAA2600001_Slow Harbour_Strata.wav'],
    ['{label}/{artist}: {title}', 'Red Barn_Ana Lumen_ Slow Harbour.wav'],
    ['{nonsense} {title}', '{nonsense} Slow Harbour.wav'],
    ['no part at all', 'Ana Lumen - 3 - Slow Harbour [E] (Clean).wav'],
  ])('%s names %s', (template, name) => {
    expect(templateFileName(template, song, more, 'wav')).toBe(name)
  })
  test('what is missing leaves with its brackets and its separator', () => {
    const bare = { artist: '', ordinal: null, title: 'Slow Harbour', explicit: false, version: '' }
    const name = (template: string) => templateFileName(template, bare, {}, 'wav')
    expect(name('{artist} - {title} - {release}')).toBe('Slow Harbour.wav')
    expect(name('{title} ({version}) [{isrc}]')).toBe('Slow Harbour.wav')
    expect(name('{ordinal} {title}_{label}_end')).toBe('Slow Harbour_end.wav')
  })
  test('no title leaves a name that Windows, macOS or Linux refuses', () => {
    fc.assert(
      fc.property(
        parts,
        fc.constantFrom('{title}', '{artist}{title}', '../{title}', '{version}.{title}.'),
        (some, template) => {
          const name = templateFileName(template, some, {}, 'wav')
          expect(name).toBe(safeFileName(name.slice(0, -4), 'wav'))
          expect(name).not.toMatch(/^[. ]|[/\\:*?"<>|]|[. ]$/)
          expect(name.length).toBeLessThanOrEqual(180)
        },
      ),
    )
  })
})
