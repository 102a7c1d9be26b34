import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joined } from './bytes.ts'
import { fourcc, type ReadBytes, riffChunk, riffHeader, riffOpening, walkRiff } from './riff.ts'

type Bytes = Uint8Array<ArrayBuffer>
const text = (value: string) => Uint8Array.from(value, (sign) => sign.charCodeAt(0))
const fmt = riffChunk('fmt ', new Uint8Array(16))
const audio = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 37) | 1)

/** A file of these chunks with the right size in front. */
function file(...chunks: Uint8Array[]): Bytes {
  const body = joined([text('WAVE'), ...chunks])
  return joined([riffHeader('RIFF', body.length), body])
}
const reading =
  (bytes: Uint8Array): ReadBytes =>
  async (at, length) =>
    bytes.slice(at, at + length)
const walked = async (bytes: Uint8Array) => {
  const found = await walkRiff(bytes.length, reading(bytes))
  if (!found) throw new Error('no RIFF file')
  return found
}
const listed = async (bytes: Uint8Array) => (await walked(bytes)).chunks.map(({ id, length }) => `${id}${length}`)
const u32 = (bytes: Bytes, at: number, value: number) => new DataView(bytes.buffer).setUint32(at, value, true)

describe('the chunks of a file', () => {
  it('are found with where they lie', async () => {
    const bytes = file(fmt, riffChunk('bext', text('abc')), riffChunk('data', audio(10)), riffChunk('id3 ', text('xy')))
    const found = await walked(bytes)
    expect(found).toMatchObject({ form: 'RIFF', isExact: true, loose: [] })
    expect(found.chunks.map(({ id, at, length }) => [id, fourcc(bytes, at - 8), length])).toEqual([
      ['fmt ', 'fmt ', 16],
      ['bext', 'bext', 3],
      ['data', 'data', 10],
      ['id3 ', 'id3 ', 2],
    ])
  })

  it.each(['', 'RIFF', 'RIFX....WAVE', 'RIFF....AVI ', 'ID3\x03............'])('are none in %j', async (content) => {
    expect(await walkRiff(content.length, reading(text(content)))).toBeNull()
  })

  it('of any kind and length come back as they were written', async () => {
    const one = fc.tuple(fc.constantFrom('LIST', 'id3 ', 'cue ', 'x', 'iXML'), fc.uint8Array({ maxLength: 40 }))
    await fc.assert(
      fc.asyncProperty(fc.array(one), fc.array(one), fc.nat(60), async (before, after, length) => {
        const write = (some: typeof before) => some.map(([id, content]) => riffChunk(id, content))
        const bytes = file(fmt, ...write(before), riffChunk('data', audio(length)), ...write(after))
        const found = await walked(bytes)
        const all = [...before, ['data', audio(length)] as const, ...after]
        expect(found.isExact).toBe(true)
        expect(found.chunks.slice(1).map(({ id, at, length: n }) => [id, [...bytes.slice(at, at + n)]])).toEqual(
          all.map(([id, content]) => [id.padEnd(4), [...content]]),
        )
      }),
    )
  })
})

describe('sizes that are wrong', () => {
  it.each([0, 0xffff_ffff, 0x7fff_ffdb, 5000])(
    'audio of %i bytes that are not there ends with the file',
    async (said) => {
      const bytes = file(fmt, riffChunk('data', audio(50)))
      u32(bytes, bytes.length - 54, said)
      expect(await listed(bytes)).toEqual(['fmt 16', 'data50'])
      expect((await walked(bytes)).isExact).toBe(false)
    },
  )

  it('audio without a byte stays so where a chunk follows', async () => {
    expect(await listed(file(fmt, riffChunk('data', audio(0)), riffChunk('cue ', text('1234'))))).toEqual([
      'fmt 16',
      'data0',
      'cue 4',
    ])
  })

  it('of the whole file matter to nobody', async () => {
    const bytes = file(fmt, riffChunk('data', audio(9)))
    u32(bytes, 4, 3)
    expect(await walked(bytes)).toMatchObject({ isExact: false, loose: [] })
    expect(await listed(bytes)).toEqual(['fmt 16', 'data9'])
  })

  it('a pad byte that is missing costs no chunk', async () => {
    const odd = joined([riffHeader('data', 7), audio(7)])
    const bytes = file(fmt, joined([riffHeader('LIST', 5), text('INFO!')]), odd, riffChunk('id3 ', text('abcd')))
    expect(await listed(bytes)).toEqual(['fmt 16', 'LIST5', 'data7', 'id3 4'])
    expect((await walked(bytes)).isExact).toBe(false)
    expect(await listed(file(fmt, odd))).toEqual(['fmt 16', 'data7'])
  })

  it('a chunk cannot swallow the audio', async () => {
    const bytes = file(fmt, riffChunk('bext', text('metadata-of-old')), riffChunk('data', audio(400_000)))
    for (const said of [2, 100, 9_000_000, 0xffff_ffff]) {
      u32(bytes, 40, said)
      const found = await walked(bytes)
      expect(found.chunks.at(-1)).toMatchObject({ id: 'data', at: 68, length: 400_000 })
      const seen = [...found.chunks, ...found.loose].reduce((sum, { length }) => sum + length, 0)
      // Nothing between was lost, but what was taken for a header.
      expect(seen).toBeGreaterThanOrEqual(16 + 8 + 400_000)
    }
  })

  it('the last chunk of a file that was cut is as long as what is there', async () => {
    const bytes = file(fmt, riffChunk('data', audio(10)), riffChunk('id3 ', new Uint8Array(90)))
    expect(await listed(bytes.slice(0, -50))).toEqual(['fmt 16', 'data10', 'id3 40'])
  })

  it('bytes behind the last chunk are told of, padding is not', async () => {
    const whole = file(fmt, riffChunk('data', audio(10)))
    expect(await walked(joined([whole, text('TAG\x01\x02 a tag of old')]))).toMatchObject({
      isExact: false,
      loose: [{ at: whole.length, length: 18 }],
    })
    expect((await walked(joined([whole, new Uint8Array(300)]))).loose).toEqual([])
  })

  it('neither thousands of chunks nor noise end a walk badly', async () => {
    const many = Array.from({ length: 6000 }, () => riffChunk('junk', new Uint8Array()))
    const found = await walked(file(fmt, riffChunk('data', audio(2)), ...many))
    expect(found.chunks).toHaveLength(4096)
    expect(found.loose).toHaveLength(1)
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.nat(300),
        fc.uint8Array({ maxLength: 12 }),
        async (noise, at, bit) => {
          const bytes = joined([file(fmt, riffChunk('bext', noise)), riffChunk('data', audio(40))])
          bytes.set(bit, Math.min(12 + at, bytes.length - bit.length))
          const { chunks, loose } = await walked(bytes)
          const runs = [...chunks, ...loose].sort((a, b) => a.at - b.at)
          for (const [n, { at: start, length }] of runs.entries())
            expect(start + length).toBeLessThanOrEqual(runs[n + 1]?.at ?? bytes.length)
        },
      ),
    )
  })
})

/** A file of this length of which only the named places were written. */
function sparse(size: number, places: readonly (readonly [number, Uint8Array])[]): [number, ReadBytes] {
  return [
    size,
    async (at, length) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - at)))
      for (const [from, content] of places)
        for (let n = 0; n < content.length; n++)
          if (from + n >= at && from + n < at + bytes.length) bytes[from + n - at] = content[n] as number
      return bytes
    },
  ]
}

describe('more than 32 bits count', () => {
  const GB5 = 5_000_000_001

  it('RF64 is written where RIFF ends, and read back', async () => {
    const after = riffChunk('id3 ', text('tail'))
    const opening = riffOpening({ before: fmt.length, audio: GB5, after: after.length, frames: 1_250_000_000 })
    const head = joined([opening, fmt, riffHeader('data', GB5)])
    const size = head.length + GB5 + 1 + after.length
    const found = await walkRiff(
      ...sparse(size, [
        [0, head],
        [size - after.length, after],
      ]),
    )
    expect(found).toMatchObject({ form: 'RF64', isExact: true, loose: [] })
    expect(found?.chunks.map(({ id, length }) => [id, length])).toEqual([
      ['ds64', 28],
      ['fmt ', 16],
      ['data', GB5],
      ['id3 ', 4],
    ])
    // EBU Tech 3306: size of the form, of the audio, sample frames, no table.
    const ds64 = new DataView(opening.buffer, 20)
    expect([ds64.getBigUint64(0, true), ds64.getBigUint64(8, true), ds64.getBigUint64(16, true)]).toEqual([
      BigInt(size - 8),
      BigInt(GB5),
      1_250_000_000n,
    ])
    expect(fourcc(head, 76)).toBe('\xff\xff\xff\xff')
  })

  it('RIFF is written up to where it can count, and BW64 stays BW64', () => {
    const form = (audio: number, isBw64 = false) =>
      fourcc(riffOpening({ before: 24, audio, after: 0, frames: 0, isBw64 }), 0)
    expect([form(1000), form(0xffff_ffff - 4 - 24 - 8 - 1), form(0xffff_ffff - 4 - 24 - 8)]).toEqual([
      'RIFF',
      'RIFF',
      'RF64',
    ])
    expect(form(1000, true)).toBe('BW64')
  })

  it('audio whose length overflowed is measured anew, with what stands behind it', async () => {
    const head = joined([riffHeader('RIFF', 99), text('WAVE'), fmt, riffHeader('data', (GB5 + 3) % 0x1_0000_0000)])
    const after = riffChunk('cue ', text('1234'))
    const size = head.length + GB5 + 3 + after.length
    const found = await walkRiff(
      ...sparse(size, [
        [0, head],
        [size - after.length, after],
      ]),
    )
    expect(found?.isExact).toBe(false)
    expect(found?.chunks.map(({ id, length }) => [id, length])).toEqual([
      ['fmt ', 16],
      ['data', GB5 + 3],
      ['cue ', 4],
    ])
  })

  it('an RF64 file without its ds64, or with one that lies, ends with the file', async () => {
    for (const said of [null, 0n, 10n ** 18n]) {
      const ds64 = new DataView(new ArrayBuffer(28))
      ds64.setBigUint64(8, said ?? 0n, true)
      const extra = said === null ? [] : [riffChunk('ds64', new Uint8Array(ds64.buffer))]
      const bytes = file(...extra, fmt, riffChunk('data', audio(20)))
      bytes.set(text('RF64'))
      u32(bytes, bytes.length - 24, 0xffff_ffff)
      expect((await listed(bytes)).slice(-1)).toEqual(['data20'])
    }
  })
})
