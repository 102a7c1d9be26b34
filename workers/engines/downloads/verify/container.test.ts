import { describe, expect, it } from 'vitest'
import { mp3, mp4, wav, zip } from '#tests/support/downloadParts.ts'
import type { Trouble } from '../trouble/trouble.ts'
import { type Container, checkContainer, type Known } from './container.ts'

/** What is wrong with a file; null: it is what it should be. */
const fault = (kind: Container, bytes: Uint8Array, known: Known = 'nothing'): Promise<string | null> =>
  checkContainer(kind, bytes.length, async (at, length) => bytes.slice(at, at + length), known).then(
    () => null,
    (error: Trouble) => error.fault,
  )
/** The bytes with others from `at` on. */
function changed(bytes: Uint8Array, at: number, ...other: number[]): Uint8Array {
  const copy = bytes.slice()
  copy.set(other, at)
  return copy
}
const text = (letters: string) => [...new TextEncoder().encode(letters)]

describe('a WAV', () => {
  const good = wav(100)

  it('is one by its first letters and the length it says', async () => {
    expect(await fault('wav', good)).toBeNull()
    expect(await fault('wav', changed(good, 0, ...text('RIFX')))).toBe('notMusic')
    expect(await fault('wav', changed(good, 8, ...text('AVI ')))).toBe('notMusic')
    expect(await fault('wav', new Uint8Array())).toBe('notMusic')
  })

  it.each([good.subarray(0, -1), new Uint8Array([...good, 0])])('of another length than it says lacks its end', async (bytes) => {
    expect(await fault('wav', bytes)).toBe('endMissing')
    expect(await fault('wav', bytes, 'bytes')).toBeNull()
  }) // biome-ignore format: one line

  it.each([
    ['nothing', 0, null],
    ['nothing, as into a pipe', 0xffff_ffff, null],
    ['nothing, as SoX does', 0x7fff_f024, null],
    ['less', 136 - 20, null],
    ['a pad byte that lacks', 136 + 1, null],
    ['more', 136 + 2, 'endMissing'],
    ['much more', 1_000_136, 'endMissing'],
  ])('H-531: of the length that was announced may say %s: %i', async (_, riff, found) => {
    const sloppy = good.slice()
    new DataView(sloppy.buffer).setUint32(4, riff, true)
    expect(await fault('wav', sloppy, 'length')).toBe(found)
    expect(await fault('wav', sloppy)).toBe('endMissing')
    expect(await fault('wav', changed(sloppy, 8, ...text('AVI ')), 'length')).toBe('notMusic')
  })

  it('beyond 4 GB says its length in eight bytes', async () => {
    const big = changed(good, 0, ...text('RF64'))
    const view = new DataView(big.buffer)
    view.setBigUint64(20, BigInt(big.length - 8), true)
    expect(await fault('wav', big)).toBeNull()
    expect(await fault('wav', big.subarray(0, -1))).toBe('endMissing')
    const short = big.slice(0, 28)
    new DataView(short.buffer).setBigUint64(20, 20n, true)
    expect(await fault('wav', short)).toBeNull()
    expect(await fault('wav', short.subarray(0, 27))).toBe('endMissing')
  })
})

describe('an MP3', () => {
  it('begins with a frame or a tag', async () => {
    expect(await fault('mp3', mp3(10))).toBeNull()
    expect(await fault('mp3', changed(mp3(10), 0, ...text('ID3\x04')))).toBeNull()
  })

  it.each([
    ['no sync', 0xfe, 0xfb, 0xe0],
    ['half a sync', 0xff, 0x9b, 0xe0],
    ['a version that is none', 0xff, 0xeb, 0xe0],
    ['a layer that is none', 0xff, 0xf9, 0xe0],
    ['a rate that is none', 0xff, 0xfb, 0xf0],
  ])('with %s is none', async (_, ...head) => {
    expect(await fault('mp3', changed(mp3(10), 0, ...head))).toBe('notMusic')
  })

  it.each([[0xff, 0xf3, 0x10], [0xff, 0xfd, 0x90], [0xff, 0xe3, 0xe0]])('of another version or layer is one: %s', async (...head) => {
    expect(await fault('mp3', changed(mp3(10), 0, ...head))).toBeNull()
  }) // biome-ignore format: one line

  it('of fewer bytes than a frame begins with is none', async () => {
    for (const length of [0, 1]) expect(await fault('mp3', mp3(10).subarray(0, length))).toBe('notMusic')
  })
})

describe('an MP4', () => {
  const good = mp4(100)

  it('begins with its kind and ends where its last box ends', async () => {
    expect(await fault('mp4', good)).toBeNull()
    expect(await fault('mp4', changed(good, 4, ...text('moov')))).toBe('notMusic')
    for (const cut of [99, 20, 12]) expect(await fault('mp4', good.subarray(0, cut))).toBe('endMissing')
    expect(await fault('mp4', good.subarray(0, 99), 'bytes')).toBeNull()
    expect(await fault('mp4', changed(good, 4, ...text('moov')), 'bytes')).toBe('notMusic')
  })

  it('may have a last box without a length, or one with a long one', async () => {
    expect(await fault('mp4', changed(good, 16, 0, 0, 0, 0))).toBeNull()
    const long = changed(good, 16, 0, 0, 0, 1)
    const at = (length: number) => changed(long, 24, 0, 0, 0, 0, 0, 0, 0, length)
    expect([await fault('mp4', at(84)), await fault('mp4', at(85)), await fault('mp4', at(83))]).toEqual([null, 'endMissing', 'endMissing']) // biome-ignore format: one line
  })

  it('with a box shorter than its own head is none', async () => {
    expect(await fault('mp4', changed(good, 16, 0, 0, 0, 7))).toBe('endMissing')
    expect(await fault('mp4', changed(good.subarray(0, 24), 16, 0, 0, 0, 8))).toBeNull()
    expect(await fault('mp4', changed(good.subarray(0, 24), 16, 0, 0, 0, 1))).toBe('endMissing')
  })
})

describe('a zip', () => {
  const good = zip(10)
  const endAt = good.length - 22

  it('begins with an entry and ends with its directory', async () => {
    expect(await fault('zip', good)).toBeNull()
    expect(await fault('zip', good.subarray(0, -1))).toBe('endMissing')
    expect(await fault('zip', changed(good, 0, 0))).toBe('notMusic')
    expect(await fault('zip', new Uint8Array(5))).toBe('notMusic')
  })

  it('without an entry is empty', async () => {
    expect(await fault('zip', zip(null))).toBe('nothingToGet')
    expect(await fault('zip', changed(good, endAt + 10, 0, 1))).toBeNull()
  })

  it('may end with a comment of the length it says', async () => {
    const said = (length: number) => changed(new Uint8Array([...good, 7, 7, 7]), endAt + 20, length)
    expect([await fault('zip', said(3)), await fault('zip', said(2)), await fault('zip', said(4))]).toEqual([null, 'endMissing', 'endMissing']) // biome-ignore format: one line
    const long = new Uint8Array(good.length + 0xffff)
    long.set(changed(good, endAt + 20, 0xff, 0xff))
    expect(await fault('zip', long)).toBeNull()
  })
})
