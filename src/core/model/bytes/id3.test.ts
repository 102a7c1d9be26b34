// Tags read back by music-metadata, which knows nothing of who wrote them.
import { parseBuffer } from 'music-metadata'
import { describe, expect, test } from 'vitest'
import { id3Tag, languageCode, longTextFrame, namedTextFrame, type SongWords, songFrames, textFrame } from './id3.ts'

/** A frame of silence, so that the tag stands before an MP3. */
const FRAME = new Uint8Array(417)
FRAME.set([0xff, 0xfb, 0x90, 0x64])
const read = (tag: Uint8Array) => parseBuffer(Buffer.concat([tag, FRAME, FRAME, FRAME]), { mimeType: 'audio/mpeg' })

const ALL: SongWords = {
  title: 'Söng',
  version: 'Radio Edit',
  artist: 'Ada Moss',
  albumartist: 'Various Artists',
  album: 'Slow Weather',
  track: { no: 3, of: 12 },
  disc: { no: 1, of: 2 },
  date: '2026-03-06',
  isrc: 'GBAYE2600001',
  labels: ['Kestrel Records'],
  genres: ['Indie Folk'],
  language: 'German',
  composer: 'Ada Moss',
  writers: 'Ben Ito',
  producer: 'Cy',
  publishing: 'Moss Songs',
  catalognumber: 'KES-014',
  upc: '5012345678900',
  copyrightyear: 2026,
  lyrics: 'First line\nSecond líne',
  comment: 'Impact date 2026-04-01',
  explicit: true,
  durationMs: 183_500,
  cover: { type: 'image/png', data: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3) },
}

describe('a tag of everything', () => {
  test('says all of it again', async () => {
    const { common, native, format } = await read(id3Tag(songFrames(ALL)))
    expect(format.tagTypes).toEqual(['ID3v2.3'])
    expect(common).toMatchObject({
      title: 'Söng (Radio Edit)',
      artist: 'Ada Moss',
      albumartist: 'Various Artists',
      album: 'Slow Weather',
      track: { no: 3, of: 12 },
      disk: { no: 1, of: 2 },
      year: 2026,
      isrc: ['GBAYE2600001'],
      label: ['Kestrel Records'],
      genre: ['Indie Folk'],
      language: 'deu',
      composer: ['Ada Moss'],
      lyricist: ['Ben Ito'],
      catalognumber: ['KES-014'],
      barcode: '5012345678900',
      copyright: '2026 Kestrel Records',
    })
    expect(common.lyrics?.[0]).toMatchObject({ language: 'deu', text: 'First line\nSecond líne' })
    expect(common.comment?.[0]).toMatchObject({ language: 'eng', text: 'Impact date 2026-04-01' })
    expect(common.picture?.[0]).toMatchObject({ format: 'image/png', type: 'Cover (front)' })
    expect(common.picture?.[0]?.data).toEqual(ALL.cover?.data)
    const frames = native['ID3v2.3']?.map(({ id, value }) => `${id}=${String(value)}`)
    expect(frames).toContain('TDAT=0603')
    expect(frames).toContain('TLEN=183500')
    expect(frames).toContain('TXXX:ITUNESADVISORY=1')
  })

  test.each(['東京の夜', 'أغنية الليل', '𝄞 👩‍👩‍👧', 'ÿ', '(Live) at home'])(
    'keeps %s in every kind of frame',
    async (text) => {
      const { common } = await read(
        id3Tag(songFrames({ ...ALL, title: text, version: '', genres: [text], comment: text, lyrics: text })),
      )
      expect(common.title).toBe(text)
      expect(common.comment?.[0]?.text).toBe(text)
      expect(common.lyrics?.[0]?.text).toBe(text)
      if (!text.startsWith('(')) expect(common.genre).toEqual([text])
    },
  )

  test('leaves out what is not known', () => {
    expect(songFrames({ title: 'A', artist: 'B', lyrics: '', track: { no: 4, of: 0 }, cover: null }).map(({ id }) => id)).toEqual(['TIT2', 'TPE1', 'TRCK']) // biome-ignore format: one line
  })

  test('names a version once', () => {
    expect(songFrames({ title: 'A (Live)', version: 'live', artist: 'B' })[0]).toEqual(textFrame('TIT2', 'A (Live)'))
  })
})

test('sizes are said in seven bits in the head and in eight in a frame', () => {
  const tag = id3Tag([textFrame('TIT2', 'x'.repeat(299))])
  expect([...tag.subarray(0, 10)]).toEqual([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 2, 54])
  expect([...tag.subarray(10, 21)]).toEqual([0x54, 0x49, 0x54, 0x32, 0, 0, 1, 44, 0, 0, 0])
})

test('texts that are no Latin-1 stand in UTF-16 with their mark, at every place', () => {
  expect([...namedTextFrame('N', 'ł').body]).toEqual([1, 0xff, 0xfe, 0x4e, 0, 0, 0, 0xff, 0xfe, 0x42, 1])
  expect([...longTextFrame('COMM', 'eng', 'ł').body]).toEqual([1, 0x65, 0x6e, 0x67, 0xff, 0xfe, 0, 0, 0xff, 0xfe, 0x42, 1]) // biome-ignore format: one line
})

test('a frame of no name is refused', () => {
  expect(() => id3Tag([{ id: 'tit2', body: new Uint8Array() }])).toThrow(RangeError)
})

test('languages are known by code and by name', () => {
  expect(['en', 'EN-GB', 'eng', 'English', ' Japanese ', 'Klingon', 'xx', ''].map(languageCode)).toEqual(['eng', 'eng', 'eng', 'eng', 'jpn', null, null, null]) // biome-ignore format: one line
})
