import { describe, expect, it } from 'vitest'
import { wav } from '#tests/support/downloadParts.ts'
import {
  bytesOf,
  chunk,
  chunkNames,
  chunksOf,
  contentOf,
  fieldOf,
  joinAll,
  resized,
  richWav,
  taggedWav,
  WAV_TEXTS,
} from '#tests/support/wavFiles.ts'
import { isRange } from './pieces.ts'
import { wrapWav } from './wavTags.ts'

async function wrapped(source: Uint8Array, texts = WAV_TEXTS) {
  const bytes = await taggedWav(source, texts)
  if (!bytes) throw new Error('left as it is')
  return bytes
}

describe('a station-ready WAV', () => {
  it('has bext and cart before the audio, INFO, id3 and axml after it, and a RIFF size that is right', async () => {
    const bytes = await wrapped(wav(1000))
    expect(chunkNames(bytes)).toEqual(['fmt ', 'bext', 'cart', 'data', 'LIST', 'id3 ', 'axml'])
    expect(new DataView(bytes.buffer).getUint32(4, true)).toBe(bytes.length - 8)
  })

  it('keeps the audio bit for bit, of an odd length too', async () => {
    for (const length of [1000, 1001, 0]) {
      const source = richWav([], [], length)
      expect(contentOf(await wrapped(source), 'data')).toEqual(contentOf(source, 'data'))
    }
  })

  it('says title, artist, ISRC and label where automation looks for them', async () => {
    const bytes = await wrapped(wav(1000))
    const cart = contentOf(bytes, 'cart')
    expect(cart.length).toBe(2048)
    expect([4, 68, 132, 196].map((at) => fieldOf(cart, at, 64))).toEqual([
      'Arger - "Remix"',
      'Ana Lumen',
      'GBAAA2600001',
      'Red Barn',
    ])
    expect([fieldOf(cart, 0, 4), fieldOf(cart, 260, 64), fieldOf(cart, 324, 64)]).toEqual(['0101', 'Music', 'Strata'])
    const bext = contentOf(bytes, 'bext')
    expect(bext.length).toBe(602)
    expect([fieldOf(bext, 0, 256), fieldOf(bext, 256, 32), fieldOf(bext, 288, 32)]).toEqual([
      'Ana Lumen - Arger - "Remix" - Strata',
      'Red Barn',
      'GBAAA2600001',
    ])
    expect(new DataView(bext.buffer, bext.byteOffset).getUint16(346, true)).toBe(1)
  })

  it('is on the air from the first day to the last, and its level is the full scale', async () => {
    const cart = contentOf(await wrapped(wav(1000)), 'cart')
    expect([fieldOf(cart, 452, 18), fieldOf(cart, 470, 18)]).toEqual(['1900-01-0100:00:00', '9999-12-3123:59:59'])
    expect(new DataView(cart.buffer, cart.byteOffset).getInt32(680, true)).toBe(32_768)
  })

  it('long texts end where their field ends', async () => {
    const bytes = await wrapped(wav(10), { ...WAV_TEXTS, title: 'x'.repeat(5000), label: 'y'.repeat(100) })
    expect(fieldOf(contentOf(bytes, 'cart'), 4, 64)).toBe('x'.repeat(64))
    expect(fieldOf(contentOf(bytes, 'cart'), 68, 64)).toBe('Ana Lumen')
    expect(fieldOf(contentOf(bytes, 'bext'), 256, 32)).toBe('y'.repeat(32))
  })

  it('tagged once more is the same', async () => {
    for (const texts of [WAV_TEXTS, { ...WAV_TEXTS, title: '夜明け', year: '2026', genre: 'Rock' }]) {
      const once = await wrapped(richWav([chunk('fact', '1234')], [chunk('cue ', '123')], 33), texts)
      expect(await wrapped(once, texts)).toEqual(once)
    }
  })

  it.each([
    ['no audio', (source: Uint8Array) => source.set(bytesOf('date'), 36)],
    ['no format', (source: Uint8Array) => source.set(bytesOf('fmT '), 12)],
    ['another kind', (source: Uint8Array) => source.set(bytesOf('AIFF'), 8)],
  ])('leaves a file alone that has %s', async (_, spoil) => {
    const source = wav(100)
    spoil(source)
    expect(await taggedWav(source)).toBeNull()
  })
})

describe('texts beyond Latin', () => {
  it.each([
    ['夜明け', 'YeMingke'],
    ['Дорога домой', 'Doroga domoy'],
    ['سلام', 'slm'],
    ['Straße № 5', 'Strasse No 5'],
    ['Ænima – Ωmega', 'Aenima - Omega'],
    ['🔥', ':fire:'],
    ['a\u202eb\u200fc', 'abc'],
  ])('%s is spelled %s for bext and cart, and true elsewhere', async (title, spelled) => {
    const bytes = await wrapped(wav(100), { ...WAV_TEXTS, title })
    expect(fieldOf(contentOf(bytes, 'cart'), 4, 64)).toBe(spelled)
    expect(fieldOf(contentOf(bytes, 'bext'), 0, 256)).toBe(`Ana Lumen - ${spelled} - Strata`)
    const text = (id: string) => new TextDecoder().decode(contentOf(bytes, id))
    expect(text('LIST')).toContain(`${title}\0`)
    expect(text('axml')).toContain(`<dc:title>${title}</dc:title>`)
    expect(new TextDecoder('utf-16le').decode(contentOf(bytes, 'id3 ').slice(21, 21 + 2 * title.length + 2))).toContain(
      title,
    )
  })

  it('has a sign for what nobody spells when the tables are not to be had, and none while they do not come', async () => {
    const source = wav(10)
    const read = async (at: number, length: number) => source.slice(at, at + length)
    const texts = { ...WAV_TEXTS, title: 'Är 夜明', isrc: '' }
    const offline = () => Promise.reject(new Error('offline'))
    await expect(wrapWav(source.length, read, texts, offline), 'H-503').rejects.toThrow('offline')
    const frame = await wrapWav(source.length, read, texts, async () => null)
    const made = (frame?.pieces ?? [])
      .filter((piece) => !isRange(piece))
      .map((piece) => Buffer.from(piece as Uint8Array))
    expect(Buffer.concat(made).toString('latin1')).toContain('Ana Lumen - Ar ?? - Strata')
  })

  it('no XML is broken by what a title holds', async () => {
    const bytes = await wrapped(wav(10), { ...WAV_TEXTS, title: '<a> & "b" \u0001\u{1f525}', artist: ']]>' })
    const text = new TextDecoder().decode(contentOf(bytes, 'axml'))
    expect(text).toContain('<dc:title>&lt;a&gt; &amp; &quot;b&quot; \u{1f525}</dc:title>')
    expect(text).toContain('>]]&gt;<')
  })
})

describe('files as they come', () => {
  const audio = wav(100).subarray(44)

  it.each([
    ['streamed', 0xffff_ffff],
    ['never closed', 0],
    ['cut', 5_000_000],
  ])('%s: audio to the end, and sizes that are right', async (_, said) => {
    const source = richWav([chunk('bext', new Uint8Array(602).fill(65))], [])
    new DataView(source.buffer).setUint32(source.length - 104, said, true)
    new DataView(source.buffer).setUint32(4, said, true)
    const bytes = await wrapped(source)
    expect(contentOf(bytes, 'data')).toEqual(audio)
    expect(new DataView(bytes.buffer).getUint32(4, true)).toBe(bytes.length - 8)
    expect(contentOf(bytes, 'bext')).toEqual(new Uint8Array(602).fill(65))
  })

  it('pad bytes that are missing are put in', async () => {
    const odd = chunk('LIST', 'INFO?').subarray(0, 13)
    const source = joinAll([richWav([odd], []), chunk('cue ', 'abc')])
    const bytes = await wrapped(source)
    expect(
      chunksOf(bytes)
        .filter(({ id }) => id === 'cue ')
        .map(({ content }) => [...content]),
    ).toEqual([[97, 98, 99]])
    expect(contentOf(bytes, 'data')).toEqual(audio)
  })

  it('a tag behind the last chunk becomes one, and bytes of nobody are kept', async () => {
    const { length } = richWav([], [])
    const id3 = contentOf(await wrapped(wav(100), { ...WAV_TEXTS, title: 'Hung on' }), 'id3 ')
    const bytes = await wrapped(joinAll([richWav([], []), id3]))
    expect(length % 2).toBe(0)
    expect([...contentOf(bytes, 'id3 ')]).toEqual([...id3])
    expect(chunkNames(bytes).filter((id) => id === 'id3 ')).toHaveLength(1)
    const odd = await wrapped(joinAll([richWav([], []), bytesOf('TAG\x01 of old')]))
    expect(new TextDecoder().decode(contentOf(odd, 'JUNK'))).toBe('TAG\x01 of old')
  })

  it('RF64 becomes RIFF where that is enough, BW64 stays, and neither has two ds64', async () => {
    const ds64 = new Uint8Array(28)
    new DataView(ds64.buffer).setBigUint64(8, 100n, true)
    for (const [form, out] of [
      ['RF64', 'RIFF'],
      ['BW64', 'BW64'],
    ] as const) {
      const source = richWav([], [])
      const bytes = joinAll([
        bytesOf(form),
        Uint8Array.of(255, 255, 255, 255),
        bytesOf('WAVE'),
        chunk('ds64', ds64),
        source.subarray(12),
      ])
      const made = await wrapped(bytes)
      expect(new TextDecoder().decode(made.slice(0, 4))).toBe(out)
      expect(chunkNames(made).filter((id) => id === 'ds64')).toHaveLength(form === 'BW64' ? 1 : 0)
      expect(contentOf(made, 'data')).toEqual(audio)
      expect(await wrapped(made)).toEqual(made)
    }
  })

  it('4 GB are passed as RF64, and of the source only heads of chunks are read', async () => {
    const size = 6_000_000_044
    let most = 0
    let reads = 0
    const head = wav(0)
    new DataView(head.buffer).setUint32(4, 0xffff_ffff, true)
    new DataView(head.buffer).setUint32(40, 0xffff_ffff, true)
    const frame = await wrapWav(
      size,
      async (at, length) => {
        most = Math.max(most, length)
        reads += 1
        const bytes = new Uint8Array(Math.max(0, Math.min(length, size - at)))
        if (at < 44) bytes.set(head.subarray(at, at + bytes.length))
        return bytes
      },
      WAV_TEXTS,
    )
    expect([most <= 1024, reads < 20]).toEqual([true, true])
    const [first, , before, sound] = frame?.pieces ?? []
    expect(sound).toEqual({ from: 44, to: size })
    const opening = first as Uint8Array<ArrayBuffer>
    expect(new TextDecoder('latin1').decode(opening.subarray(0, 16))).toBe('RF64\xff\xff\xff\xffWAVEds64')
    const view = new DataView(opening.buffer)
    expect([view.getBigUint64(20, true), view.getBigUint64(28, true), view.getBigUint64(36, true)]).toEqual([
      BigInt((frame?.size ?? 0) - 8),
      6_000_000_000n,
      1_500_000_000n,
    ])
    expect([...(before as Uint8Array).subarray(-8)]).toEqual([...bytesOf('data'), 255, 255, 255, 255])
  })

  it('a wrong size of the whole is mended', async () => {
    const source = richWav([], [chunk('cue ', '1234')])
    new DataView(source.buffer).setUint32(4, 77, true)
    expect(await wrapped(source)).toEqual(await wrapped(resized(source.slice())))
  })
})
