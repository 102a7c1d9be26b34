// What a source holds must be in the file that leaves: EBU Tech 3285 (bext), AES46 (cart), ID3v2, INFO and the rest.
import fc from 'fast-check'
import { parseBuffer } from 'music-metadata'
import { describe, expect, it } from 'vitest'
import {
  bytesOf,
  chunk,
  chunkNames,
  chunksOf,
  contentOf,
  fieldOf,
  joinAll,
  richWav,
  taggedWav,
  WAV_TEXTS,
} from '#tests/support/wavFiles.ts'

async function wrapped(source: Uint8Array, texts = WAV_TEXTS) {
  const bytes = await taggedWav(source, texts)
  if (!bytes) throw new Error('left as it is')
  return bytes
}
const put = (bytes: Uint8Array, at: number, text: string) => bytes.set(bytesOf(text), at)
const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

describe('bext', () => {
  /** As a broadcaster writes it: version 2 with everything. */
  const full = () => {
    const bytes = new Uint8Array(602 + 200)
    put(bytes, 0, 'A description of the studio')
    put(bytes, 256, 'Studio 3')
    put(bytes, 288, 'DE-S3-0001')
    put(bytes, 320, '2026-05-0412:30:00')
    view(bytes).setBigUint64(338, 158_760_000n, true)
    view(bytes).setUint16(346, 2, true)
    for (let n = 348; n < 412; n++) bytes[n] = n % 251
    for (const [n, value] of [-2300, 520, -110, -1800, -2010].entries()) view(bytes).setInt16(412 + 2 * n, value, true)
    put(bytes, 602, 'A=PCM,F=48000,W=24,M=stereo,T=original\r\n')
    return bytes
  }

  it('that is full stays as it is, coding history and all, whatever we know', async () => {
    const loudness = { integrated: -9, range: 3, truePeak: 0.5 }
    const bytes = await wrapped(richWav([chunk('bext', full())], []), { ...WAV_TEXTS, loudness })
    expect([...contentOf(bytes, 'bext')]).toEqual([...full()])
  })

  it('is completed where it says nothing: time reference, UMID and history stay', async () => {
    const lacking = full()
    lacking.fill(0, 0, 256)
    lacking.fill(0x20, 288, 320)
    const bext = contentOf(await wrapped(richWav([chunk('bext', lacking)], [])), 'bext')
    const expected = full()
    expected.fill(0, 0, 256)
    expected.fill(0, 288, 320)
    put(expected, 0, 'Ana Lumen - Arger - "Remix" - Strata')
    put(expected, 288, 'GBAAA2600001')
    expect([...bext]).toEqual([...expected])
  })

  it('gets loudness as version 2 where it has none', async () => {
    const old = full()
    view(old).setUint16(346, 1, true)
    old.fill(0, 412, 422)
    for (const source of [[], [chunk('bext', old)]]) {
      const loudness = { integrated: -23.456, range: 4.2, truePeak: -1 }
      const bext = contentOf(await wrapped(richWav(source, []), { ...WAV_TEXTS, loudness }), 'bext')
      expect(view(bext).getUint16(346, true)).toBe(2)
      expect([412, 414, 416, 418, 420].map((at) => view(bext).getInt16(at, true))).toEqual([
        -2346, 420, -100, 32_767, 32_767,
      ])
    }
  })

  it('of the wrong length, or behind the audio, is understood', async () => {
    const short = contentOf(await wrapped(richWav([chunk('bext', 'Short')], [])), 'bext')
    expect([short.length, fieldOf(short, 0, 256), fieldOf(short, 256, 32)]).toEqual([602, 'Short', 'Red Barn'])
    const behind = await wrapped(richWav([], [chunk('bext', full())]))
    expect(chunkNames(behind).slice(0, 4)).toEqual(['fmt ', 'cart', 'data', 'bext'])
    expect([...contentOf(behind, 'bext')]).toEqual([...full()])
  })
})

describe('cart', () => {
  const full = () => {
    const bytes = new Uint8Array(2048 + 60)
    for (const [at, text] of [
      [0, '0101'],
      [4, 'On air title'],
      [68, 'On air artist'],
      [132, 'CUT042'],
      [388, 'And that was'],
      [452, '2026-03-01'],
      [462, '06:00:00'],
    ] as const)
      put(bytes, at, text)
    view(bytes).setInt32(680, 16_384, true)
    for (const [n, [name, at]] of (
      [
        ['SEGs', 400_000],
        ['SEGe', 441_000],
        ['EOD ', 441_000],
      ] as const
    ).entries()) {
      put(bytes, 684 + 8 * n, name)
      view(bytes).setUint32(688 + 8 * n, at, true)
    }
    put(bytes, 1024, 'https://station.example/cut')
    put(bytes, 2048, '<traffic>keep me</traffic>\r\n')
    return bytes
  }

  it('keeps timers, segues, cue, dates, level, address and text, and gets what it lacks', async () => {
    const cart = contentOf(await wrapped(richWav([chunk('cart', full())], [])), 'cart')
    const expected = full()
    put(expected, 196, 'Red Barn')
    put(expected, 260, 'Music')
    put(expected, 324, 'Strata')
    expect([...cart]).toEqual([...expected])
  })
})

/** A tag of a version, of frames that are given whole. */
function id3(version: 2 | 3 | 4, frames: readonly Uint8Array[], flags = 0, size?: number) {
  const body = joinAll(frames)
  const said = size ?? body.length
  return joinAll([
    bytesOf('ID3'),
    Uint8Array.of(version, 0, flags, ...[21, 14, 7, 0].map((by) => (said >>> by) & 0x7f)),
    body,
  ])
}
function frame(version: 2 | 3 | 4, id: string, content: Uint8Array | string) {
  const body = typeof content === 'string' ? joinAll([Uint8Array.of(version === 4 ? 3 : 0), bytesOf(content)]) : content
  const { length } = body
  const bits = version === 4 ? [21, 14, 7, 0] : version === 3 ? [24, 16, 8, 0] : [16, 8, 0]
  const size = Uint8Array.from(bits, (by) => (length >>> by) & (version === 4 ? 0x7f : 0xff))
  return joinAll([bytesOf(id), size, new Uint8Array(version === 2 ? 0 : 2), body])
}
const picture = (version: 2 | 3 | 4, length = 80_000) => {
  const pixels = Uint8Array.from({ length }, (_, n) => (n * 31) % 256)
  return version === 2
    ? frame(2, 'PIC', joinAll([Uint8Array.of(0), bytesOf('JPG\x03\0'), pixels]))
    : frame(version, 'APIC', joinAll([Uint8Array.of(0), bytesOf('image/jpeg\0\x03\0'), pixels]))
}
const read = async (bytes: Uint8Array) => (await parseBuffer(bytes, { mimeType: 'audio/wav' })).common

describe('id3', () => {
  const ids = { 2: ['TT2', 'ULT'], 3: ['TIT2', 'USLT'], 4: ['TIT2', 'USLT'] } as const
  const lyrics = joinAll([Uint8Array.of(0), bytesOf('eng\0'), bytesOf('La la la '.repeat(50))])

  it.each([2, 3, 4] as const)(
    'of version 2.%i keeps cover, lyrics and words, and gets what it lacks',
    async (version) => {
      const [title, text] = ids[version]
      const frames = [frame(version, title, 'Studio title'), picture(version), frame(version, text, lyrics)]
      const source = richWav([], [chunk('id3 ', id3(version, [...frames, new Uint8Array(500)]))])
      const bytes = await wrapped(source, { ...WAV_TEXTS, artist: '椎名林檎', genre: 'Rock', year: '2026' })
      expect(Buffer.from(contentOf(bytes, 'id3 ')).indexOf(Buffer.from(joinAll(frames)))).toBe(10)
      const said = await read(bytes)
      expect(said).toMatchObject({
        title: 'Studio title',
        artist: '椎名林檎',
        album: 'Strata',
        genre: ['Rock'],
        // The reader does not know this one in 2.2.
        ...(version === 2 ? {} : { isrc: ['GBAAA2600001'] }),
        year: 2026,
      })
      expect(said.picture?.[0]?.data.length).toBe(80_000)
      expect(said.track.no).toBe(7)
      expect(chunkNames(bytes).filter((id) => /id3/i.test(id))).toHaveLength(1)
    },
  )

  it('a text that is empty is no text', async () => {
    const bytes = await wrapped(
      richWav([], [chunk('id3 ', id3(3, [frame(3, 'TIT2', ''), frame(3, 'TPE1', '\0'), frame(3, 'TKEY', '')]))]),
    )
    expect(await read(bytes)).toMatchObject({ title: WAV_TEXTS.title, artist: 'Ana Lumen' })
    expect(Buffer.from(contentOf(bytes, 'id3 ')).indexOf('TKEY')).toBe(10)
  })

  it.each([0, 5, 0xfff_ffff])('a tag that says it has %i bytes loses none', async (said) => {
    const frames = [frame(3, 'TIT2', 'Studio title'), picture(3, 300)]
    const bytes = await wrapped(richWav([], [chunk('ID3 ', id3(3, frames, 0, said))]))
    expect(await read(bytes.map((byte) => byte))).toMatchObject({ title: 'Studio title', album: 'Strata' })
    expect(Buffer.from(contentOf(bytes, 'ID3 ')).indexOf(Buffer.from(joinAll(frames)))).toBe(10)
  })

  it('a frame that is longer than its tag stays, behind ours', async () => {
    const liar = frame(3, 'USLT', lyrics)
    liar.set([0x7f, 0xff, 0xff, 0xff], 4)
    const bytes = await wrapped(richWav([], [chunk('id3 ', id3(3, [frame(3, 'TIT2', 'Studio title'), liar]))]))
    expect(Buffer.from(contentOf(bytes, 'id3 ')).subarray(-liar.length)).toEqual(Buffer.from(liar))
    expect(await read(bytes)).toMatchObject({ title: 'Studio title', artist: 'Ana Lumen' })
  })

  it('bytes put in against readers of old are taken out, and the frames are right', async () => {
    const plain = frame(
      3,
      'TIT2',
      joinAll([Uint8Array.of(1, 0xff, 0xfe), ...Array.from('Ünder', (c) => Uint8Array.of(c.charCodeAt(0), 0))]),
    )
    const stuffed: number[] = []
    for (const byte of plain) stuffed.push(byte, ...(byte === 0xff ? [0] : []))
    const bytes = await wrapped(richWav([], [chunk('id3 ', id3(3, [Uint8Array.from(stuffed)], 0x80))]))
    expect(contentOf(bytes, 'id3 ')[5]).toBe(0)
    expect(await read(bytes)).toMatchObject({ title: 'Ünder', artist: 'Ana Lumen' })
  })

  it('sizes of 2.4 written as those of 2.3, an extended header and a footer are understood', async () => {
    const wide = frame(4, 'TIT2', 'x'.repeat(300))
    view(wide).setUint32(4, 301)
    const itunes = await wrapped(richWav([], [chunk('id3 ', id3(4, [wide, frame(4, 'TCOM', 'Someone')]))]))
    const raw = Buffer.from(contentOf(itunes, 'id3 '))
    expect([raw.indexOf('TCOM'), raw.indexOf('TPE1') > 0, raw.indexOf('TIT2', 20)]).toEqual([
      10 + wide.length,
      true,
      -1,
    ])
    const extended = Uint8Array.of(0, 0, 0, 6, 0, 0, 0, 0, 0, 0)
    const three = await wrapped(
      richWav([], [chunk('id3 ', id3(3, [extended, frame(3, 'TIT2', 'Studio title')], 0x40))]),
    )
    expect(await read(three)).toMatchObject({ title: 'Studio title', artist: 'Ana Lumen' })
    const footer = joinAll([bytesOf('3DI'), new Uint8Array(7)])
    const title = frame(4, 'TIT2', 'Studio title')
    const four = await wrapped(richWav([], [chunk('id3 ', joinAll([id3(4, [title], 0x10), footer]))]))
    expect(await read(four)).toMatchObject({ title: 'Studio title', artist: 'Ana Lumen' })
  })

  it('what it leaves out of a tag of 2.4, extended header and footer, it does not say is there', async () => {
    const extended = Uint8Array.of(0, 0, 0, 6, 1, 0)
    const footer = joinAll([bytesOf('3DI'), new Uint8Array(7)])
    const tag = id3(4, [extended, frame(4, 'TIT2', 'Studio title')], 0x50)
    const said = contentOf(await wrapped(richWav([], [chunk('id3 ', joinAll([tag, footer]))])), 'id3 ')
    expect([said[5], fieldOf(said, 10, 4)]).toEqual([0, 'TIT2'])
  })

  it('what is no tag stays beside ours, and so does a second one', async () => {
    const noise = await wrapped(richWav([], [chunk('id3 ', 'not a tag at all')]))
    expect(
      chunksOf(noise)
        .filter(({ id }) => id === 'id3 ')
        .map(({ content }) => fieldOf(content, 0, 3)),
    ).toEqual(['not', 'ID3'])
    const second = id3(3, [frame(3, 'TIT2', 'Second')])
    const two = await wrapped(richWav([], [chunk('id3 ', id3(3, [frame(3, 'TIT2', 'First')])), chunk('id3 ', second)]))
    expect([...(chunksOf(two).filter(({ id }) => id === 'id3 ')[1]?.content ?? [])]).toEqual([...second])
  })

  it('no noise in a tag makes the file worse', async () => {
    const good = id3(3, [frame(3, 'TIT2', 'Studio title'), picture(3, 60), frame(3, 'USLT', lyrics.slice(0, 40))])
    const noise = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(noise, fc.constantFrom(2, 3, 4), async (changes, version) => {
        const tag = good.slice()
        tag[3] = version
        for (const [at, byte] of changes) tag[at] = byte
        const bytes = await wrapped(richWav([], [chunk('id3 ', tag), chunk('cue ', 'here')]))
        expect(new TextDecoder().decode(contentOf(bytes, 'cue '))).toBe('here')
        expect(new TextDecoder().decode(contentOf(await wrapped(bytes), 'cue '))).toBe('here')
      }),
    )
  })
})

describe('LIST/INFO', () => {
  const entry = (id: string, text: string) => chunk(id, text)

  it('keeps its entries and gets what it lacks', async () => {
    const info = joinAll([
      bytesOf('INFO'),
      entry('INAM', 'Studio title\0'),
      entry('IENG', 'Odd'),
      entry('IART', '\0'),
      entry('ISFT', 'Recorder\0'),
    ])
    const bytes = await wrapped(richWav([], [chunk('LIST', info)]))
    const found = chunksOf(joinAll([new Uint8Array(12), contentOf(bytes, 'LIST').subarray(4)]))
    expect(found.map(({ id, content }) => [id, new TextDecoder().decode(content)])).toEqual([
      ['INAM', 'Studio title\0'],
      ['IENG', 'Odd'],
      ['ISFT', 'Recorder\0'],
      ['IART', 'Ana Lumen\0'],
      ['IPRD', 'Strata\0'],
      ['ITRK', '7\0'],
    ])
  })

  it('says no other number where IPRT says one, and says ours where it says nothing', async () => {
    const said = async (part: string) => {
      const info = joinAll([bytesOf('INFO'), entry('INAM', 'Studio title\0'), entry('IPRT', part)])
      const list = contentOf(await wrapped(richWav([], [chunk('LIST', info)])), 'LIST')
      return chunksOf(joinAll([new Uint8Array(12), list.subarray(4)]))
        .filter(({ id }) => id === 'IPRT' || id === 'ITRK')
        .map(({ id, content }) => [id, new TextDecoder().decode(content)])
    }
    expect(await said('7/12\0')).toEqual([['IPRT', '7/12\0']])
    expect(await said('\0')).toEqual([
      ['IPRT', '\0'],
      ['ITRK', '7\0'],
    ])
  })

  it('that is broken stays, and labels of cues are no INFO', async () => {
    const broken = joinAll([bytesOf('INFO'), entry('INAM', 'Studio title\0'), bytesOf('IART\xff\xff\xff')])
    const adtl = chunk('LIST', 'adtllabl....')
    const bytes = await wrapped(richWav([adtl], [chunk('LIST', broken)]))
    const [first, second] = chunksOf(bytes).filter(({ id }) => id === 'LIST')
    expect(new TextDecoder().decode(first?.content)).toBe('adtllabl....')
    expect(Buffer.from(second?.content ?? []).includes(Buffer.from(broken.subarray(26)))).toBe(true)
    expect(chunksOf(bytes).filter(({ id }) => id === 'LIST')).toHaveLength(2)
  })
})

it('every other chunk, and a second of any kind, is what it was', async () => {
  const before = ['JUNK', 'fact', 'iXML', 'smpl', 'bext', 'bext'].map((id, n) =>
    chunk(id, new Uint8Array(700 + n).fill(n + 1)),
  )
  const after = ['cue ', 'axml', 'chna', 'PEAK', 'smpl', 'data', 'fmt ', 'xxxx'].map((id, n) =>
    chunk(id, new Uint8Array(2100 + n).fill(n + 50)),
  )
  const source = richWav(before, after, 101)
  const bytes = await wrapped(source)
  const left = chunksOf(bytes).map(({ id, content }) => `${id} ${Buffer.from(content).toString('hex')}`)
  for (const { id, content } of chunksOf(source)) {
    if (id === 'bext') continue
    expect(left).toContain(`${id} ${Buffer.from(content).toString('hex')}`)
  }
  expect(
    chunksOf(bytes)
      .filter(({ id }) => id === 'bext')
      .map(({ content }) => content.length),
  ).toEqual([704, 705])
  expect(chunkNames(bytes).filter((id) => id === 'axml')).toHaveLength(1)
})
