import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  attachmentFileName,
  everyDiskTakes,
  NAME_BYTES,
  releaseZipName,
  safeFileName,
  songFileName,
  templateFileName,
} from './fileName.ts'
import { FILE_NAME_TEMPLATE } from './nameTemplate.ts'
import { namePart, numberedName, uniqueName } from './wholeName.ts'

const bytesOf = (text: string) => Buffer.byteLength(text)
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

test('D-133: any name is safe: nothing forbidden, no dot or space at its ends', () => {
  const stems = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({ maxLength: 400 }).map((s) => `con.${s}`),
  )
  fc.assert(
    fc.property(stems, fc.constantFrom('wav', 'mp3', 'zip', ''), (stem, extension) => {
      const name = safeFileName(stem, extension)
      expect(name.length).toBeGreaterThan(0)
      expect(bytesOf(name)).toBeLessThanOrEqual(NAME_BYTES)
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
          expect(bytesOf(name)).toBeLessThanOrEqual(NAME_BYTES)
        },
      ),
    )
  })
})

describe('D-159: the length of a name', () => {
  /** What a disk has to hold besides: a number, and what a file is called while it is written. */
  const besides = (name: string) => `${numberedName(name, 9999)}.part.crswap`
  const clusters = (text: string) =>
    Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)
  const UNSEEN = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Cf}/u

  const ofScripts = fc.constantFrom(
    ...['夜', 'バ', 'が', 'ｶﾞ', '각', '각', '龍'],
    ...['ل', 'لاَ', 'مُحَمَّد', 'می\u200cخواهم', 'ה', 'שָׁ'],
    ...['क्षि', 'ক্ষ', 'ก็', 'ກຳ', 'ཀྵ', 'မြန်'],
    ...['👨\u200d👩\u200d👧\u200d👦', '🏳️\u200d🌈', '👍🏽', '🇯🇵', '🏴\u{e0067}\u{e0062}\u{e007f}', '❤️'],
    ...['é', 'e\u0301', 'ä\u0323\u0307', '\u0301', `z${'\u0310'.repeat(12)}`, 'ﷺ', '𝒜', 'A', ' ', '.', ':', '/'],
    ...['\ud83d', '\udc68', '\u200b', '\u202e', '\u2028', '\u0000', '\ufffe', '\u00ad'],
  )
  const title = fc.oneof(
    fc.array(ofScripts, { minLength: 1, maxLength: 300 }).map((signs) => signs.join('')),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
    fc.tuple(ofScripts, fc.integer({ min: 1, max: 200 })).map(([sign, times]) => sign.repeat(times)),
  )
  const short = { artist: 'Ana Lumen', ordinal: 7, explicit: true, version: 'Radio Edit' }
  const [before, after] = ['Ana Lumen - 7 - ', ' [E] (Radio Edit).wav']

  test('a title of any script is cut between grapheme clusters, by no more than it has to be, and nothing else is', () => {
    fc.assert(
      fc.property(title, (title) => {
        const name = songFileName({ ...short, title }, 'wav')
        expect(bytesOf(name)).toBeLessThanOrEqual(NAME_BYTES)
        expect(bytesOf(besides(name))).toBeLessThanOrEqual(255)
        expect(name).not.toMatch(UNSEEN)
        // What the disk gives back is what was asked for: no half of a pair became another sign.
        expect(new TextDecoder().decode(new TextEncoder().encode(name))).toBe(name)
        expect(everyDiskTakes(name)).toBe(true)
        const whole = namePart(title)
        if (whole === '') {
          expect(name).toBe(`Ana Lumen - 7${after}`)
          return
        }
        expect(name.startsWith(before) && name.endsWith(after), name).toBe(true)
        const kept = name.slice(before.length, -after.length)
        const of = clusters(whole)
        const count = clusters(kept).length
        expect(kept).toBe(of.slice(0, count).join('').trimEnd())
        if (kept.length < whole.length) {
          const next = of.slice(0, count + 2).join('')
          expect(bytesOf(before + next + after)).toBeGreaterThan(NAME_BYTES - 4)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('DOWNLOAD-028: sixty Japanese signs leave version, [E] and extension whole', () => {
    const name = songFileName({ ...song, artist: '夜のバス', title: '夜'.repeat(130), version: 'ラジオ編集' }, 'wav')
    expect(name).toMatch(/^夜のバス - 7 - 夜+ \[E\] \(ラジオ編集\)\.wav$/)
    expect(bytesOf(name)).toBeGreaterThan(NAME_BYTES - 3)
    expect(bytesOf(name)).toBeLessThanOrEqual(NAME_BYTES)
    // One that fits is left alone: what was cut at 180 signs before was 392 bytes, and no disk took it.
    expect(songFileName({ ...song, title: '夜'.repeat(60) }, 'wav')).toContain('夜'.repeat(60))
  })

  test('a cluster without an end is cut inside, between code points', () => {
    for (const sign of ['\u0301', '\u{1f3fd}', '\u{16ff0}']) {
      const name = songFileName({ ...short, title: `a${sign.repeat(5000)}` }, 'wav')
      expect(bytesOf(name)).toBeLessThanOrEqual(NAME_BYTES)
      expect(name.startsWith(`${before}`) && name.endsWith(after)).toBe(true)
      expect(new TextDecoder().decode(new TextEncoder().encode(name))).toBe(name)
    }
  })

  test('whatever is long, a name fits, and the extension is whole', () => {
    const parts = fc.record({ artist: title, ordinal: fc.constant(1), title, explicit: fc.boolean(), version: title })
    const template = fc.constantFrom('{title}', '{version} {label} {title}', '{title}{title}-{isrc}', 'あ'.repeat(60))
    fc.assert(
      fc.property(parts, template, title, (some, template, more) => {
        const tags = { label: more, isrc: more, release: more, upc: more }
        for (const name of [
          songFileName(some, 'wav'),
          releaseZipName(some),
          templateFileName(template, some, tags, 'mp3'),
          safeFileName(more, 'pdf'),
          safeFileName(more),
        ]) {
          expect(bytesOf(name)).toBeLessThanOrEqual(NAME_BYTES)
          expect(everyDiskTakes(name), name).toBe(true)
        }
        expect(songFileName(some, 'wav').endsWith('.wav')).toBe(true)
      }),
    )
  })

  test('the artist gives way only where the title cannot, and something of the title stays', () => {
    const name = songFileName({ ...short, artist: 'x'.repeat(400), title: 'Night Bus' }, 'wav')
    expect(name).toMatch(/^x+ - 7 - N \[E\] \(Radio Edit\)\.wav$/)
    expect(bytesOf(name)).toBe(NAME_BYTES)
  })

  test('a template is cut in its title, wherever that stands', () => {
    const parts = { ...short, title: '夜'.repeat(200) }
    const name = templateFileName('{title} ({version}) - {artist} {isrc}', parts, { isrc: 'GBAAA2600001' }, 'wav')
    expect(name).toMatch(/^夜+ \(Radio Edit\) - Ana Lumen GBAAA2600001\.wav$/)
  })

  test('an attachment keeps the extension in its title', () => {
    expect(attachmentFileName(`${'夜'.repeat(200)}.pdf`)).toMatch(/^夜{76,77}\.pdf$/)
    expect(attachmentFileName('Lyrics', 'https://x.test/a/b.txt?v=1')).toBe('Lyrics.txt')
  })

  test('RELEASE-040: letters behind a dot of the title are no extension where the address has another (D-092)', () => {
    expect(attachmentFileName('Bio - J.Cole', '/files/a.pdf')).toBe('Bio - J.Cole.pdf')
    expect(attachmentFileName('Press kit v1.2', '/files/a.zip?token=x.y')).toBe('Press kit v1.2.zip')
    expect(attachmentFileName('Sheet.PDF', '/files/a.pdf')).toBe('Sheet.PDF')
    expect(attachmentFileName('Sheet.pdf', '/files/a')).toBe('Sheet.pdf')
  })

  test('what looks the same is the same: nothing unseen stays in a name', () => {
    expect(songFileName({ ...song, title: 'Ni\u200bght\u200d \u202eBus\u2028Two\ufeff\u00ad' }, 'wav')).toBe(
      'Ana Lumen - 7 - Night Bus Two [E] (Radio Edit).wav',
    )
    expect(songFileName({ ...song, title: '\u200b\u2060' }, 'wav')).toBe('Ana Lumen - 7 [E] (Radio Edit).wav')
  })

  test.each([
    ['aux ', '_aux'],
    ['CLOCK$', '_CLOCK$'],
    ['Best of.url', 'Best of_url'],
    ['~tilde', '_tilde'],
    ['thumbs.db', '_thumbs.db'],
    ['half \ud83d', 'half _'],
  ])('%j is refused by Chromium or Windows and becomes %s', (stem, name) => {
    expect(safeFileName(stem)).toBe(name)
  })

  test('names that macOS and Windows take for one are told apart', () => {
    const taken = new Set<string>()
    expect(
      ['Straße.wav', 'STRASSE.wav', 'STRAẞE.wav', 'ΝΥΧΤΑΣ.wav', 'νυχτας.wav'].map((name) => uniqueName(name, taken)),
    ).toEqual(['Straße.wav', 'STRASSE (2).wav', 'STRAẞE (3).wav', 'ΝΥΧΤΑΣ.wav', 'νυχτας (2).wav'])
  })
})
