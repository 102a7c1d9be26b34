// What a zip says of itself, read as PKWARE APPNOTE 6.3.10 writes it down.
import { describe, expect, test } from 'vitest'
import { type ZipEntry, type ZipOrigin, zipLayout } from './zipLayout.ts'

const GB4 = 0xffff_ffff
const entry = (name: string, bytes: number, crc32 = 7): ZipEntry => ({ name, bytes, crc32 })

/** The archive's own runs, by where they lie. */
function read(entries: readonly ZipEntry[], origin?: ZipOrigin) {
  const layout = zipLayout(entries, origin)
  const own = layout.parts.flatMap((part) => (part.kind === 'bytes' ? [part] : []))
  const last = own.at(-1)
  if (!last) throw new Error('An archive ends with its directory.')
  return {
    layout,
    locals: own.slice(0, -1).map(({ start, data }) => ({ start, view: new DataView(data.buffer), data })),
    directory: new DataView(last.data.buffer),
    at: last.start,
  }
}
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Records of the directory, in order. */
function central(directory: DataView) {
  const found = []
  let at = 0
  while (directory.getUint32(at, true) === 0x0201_4b50) {
    const [name, extra] = [directory.getUint16(at + 28, true), directory.getUint16(at + 30, true)]
    const extraAt = at + 46 + name
    found.push({
      madeBy: directory.getUint16(at + 4, true),
      needs: directory.getUint16(at + 6, true),
      flags: directory.getUint16(at + 8, true),
      method: directory.getUint16(at + 10, true),
      date: directory.getUint16(at + 14, true),
      crc32: directory.getUint32(at + 16, true),
      sizes: [directory.getUint32(at + 20, true), directory.getUint32(at + 24, true)],
      mode: directory.getUint32(at + 38, true) >>> 16,
      offset: directory.getUint32(at + 42, true),
      name: text(new Uint8Array(directory.buffer, at + 46, name)),
      extra: Array.from({ length: Math.max(0, (extra - 4) / 8) }, (_, n) => Number(directory.getBigUint64(extraAt + 4 + n * 8, true))), // biome-ignore format: one line
    })
    at = extraAt + extra
  }
  return { found, end: at }
}

describe('a small archive', () => {
  const { layout, locals, directory, at } = read([entry('a/ä.txt', 5, 0xdeadbeef), entry('empty', 0), entry('𝄞\ud800', 2)]) // biome-ignore format: one line
  const { found, end } = central(directory)

  test('has no gaps, and each entry behind its header', () => {
    let next = 0
    for (const part of layout.parts) {
      expect(part.start).toBe(next)
      next += part.length
    }
    expect(layout.bytes).toBe(next)
    expect(layout.parts.map((part) => (part.kind === 'entry' ? part.entry : 'bytes'))).toEqual(['bytes', 0, 'bytes', 'bytes', 2, 'bytes']) // biome-ignore format: one line
  })

  test('says of each entry the same before it and in the directory', () => {
    expect(found.map(({ name }) => name)).toEqual(['a/ä.txt', 'empty', '𝄞\ufffd'])
    expect(found.map(({ offset }) => offset)).toEqual(locals.map(({ start }) => start))
    for (const [n, { view, data }] of locals.entries()) {
      const one = found[n]
      expect(view.getUint32(0, true)).toBe(0x0403_4b50)
      expect([view.getUint16(4, true), view.getUint16(6, true), view.getUint16(8, true), view.getUint16(12, true)]).toEqual([one?.needs, one?.flags, one?.method, one?.date]) // biome-ignore format: one line
      expect([view.getUint32(14, true), view.getUint32(18, true), view.getUint32(22, true)]).toEqual([one?.crc32, ...(one?.sizes ?? [])]) // biome-ignore format: one line
      expect(text(data.subarray(30, 30 + view.getUint16(26, true)))).toBe(one?.name)
      expect(view.getUint16(28, true)).toBe(0)
    }
  })

  test('is stored as it is, with names in UTF-8, the first day there is, and as Unix writes a plain file', () => {
    expect(found[0]).toMatchObject({ madeBy: (3 << 8) | 20, needs: 20, flags: 0x0800, method: 0, date: 0x21, crc32: 0xdeadbeef, sizes: [5, 5], mode: 0o100644, extra: [] }) // biome-ignore format: one line
    expect(central(read([entry('a', 1)], 'dos').directory).found[0]).toMatchObject({ madeBy: 20, mode: 0 })
  })

  test('ends with the count, the length and the place of its directory', () => {
    expect(directory.getUint32(end, true)).toBe(0x0605_4b50)
    expect([directory.getUint16(end + 8, true), directory.getUint16(end + 10, true)]).toEqual([3, 3])
    expect([directory.getUint32(end + 12, true), directory.getUint32(end + 16, true)]).toEqual([end, at])
    expect(directory.byteLength).toBe(end + 22)
  })
})

describe('an archive beyond 4 GB', () => {
  test('says the length of a long entry, and the place of one behind it, in records of 64 bits, and no other', () => {
    const { locals, directory, at } = read([entry('long', GB4), entry('far', 3), entry('both', GB4)])
    const { found, end } = central(directory)
    expect(found.map(({ extra }) => extra)).toEqual([[GB4, GB4], [locals[1]?.start], [GB4, GB4, locals[2]?.start]])
    expect(found.map(({ sizes, offset }) => [...sizes, offset])).toEqual([
      [GB4, GB4, 0],
      [3, 3, GB4],
      [GB4, GB4, GB4],
    ])
    expect(found.map(({ needs }) => needs)).toEqual([45, 45, 45])
    expect(locals.map(({ view }) => view.getUint16(28, true))).toEqual([20, 0, 20])
    expect([directory.getUint32(end, true), directory.getBigUint64(end + 32, true)]).toEqual([0x0606_4b50, 3n])
    expect([directory.getBigUint64(end + 40, true), directory.getBigUint64(end + 48, true)]).toEqual([BigInt(end), BigInt(at)]) // biome-ignore format: one line
    expect([directory.getUint32(end + 56, true), directory.getBigUint64(end + 64, true)]).toEqual([0x0706_4b50, BigInt(at + end)]) // biome-ignore format: one line
  })

  test('its own end says what it is, what reads it, and how long it is', () => {
    const { directory } = read([entry('long', GB4)])
    const { end } = central(directory)
    // 4.3.14: the length is that of the rest of the record.
    expect([directory.getBigUint64(end + 4, true), directory.getUint16(end + 12, true), directory.getUint16(end + 14, true)]).toEqual([44n, 45, 45]) // biome-ignore format: one line
    expect([directory.getBigUint64(end + 24, true), directory.getUint32(end + 72, true)]).toEqual([1n, 1])
    // What fits in the old record stands there, what does not is all ones.
    expect([directory.getUint16(end + 76 + 8, true), directory.getUint32(end + 76 + 12, true), directory.getUint32(end + 76 + 16, true)]).toEqual([1, end, GB4]) // biome-ignore format: one line
    expect(directory.byteLength).toBe(end + 98)
  })

  test('says of the extra record what it is and how long it is', () => {
    const { locals, directory } = read([entry('long', GB4), entry('far', 3)])
    const extra = locals[0] ? new DataView(locals[0].data.buffer, 30 + 'long'.length) : new DataView(new ArrayBuffer(4))
    expect([extra.getUint16(0, true), extra.getUint16(2, true)]).toEqual([1, 16])
    const far = 46 + 'long'.length + 20 + 46 + 'far'.length
    expect([directory.getUint16(far, true), directory.getUint16(far + 2, true)]).toEqual([1, 8])
  })

  test('begins at the first length or place that does not fit', () => {
    const needs = (bytes: number) => central(read([entry('a', bytes)]).directory).found[0]?.needs
    expect([needs(GB4 - 1), needs(GB4)]).toEqual([20, 45])
    const second = (bytes: number) => central(read([entry('a', bytes - 31), entry('b', 1)]).directory).found[1]
    expect([second(GB4 - 1)?.needs, second(GB4 - 1)?.offset, second(GB4)?.needs]).toEqual([20, GB4 - 1, 45])
  })
})

test('names are in UTF-8, of every length a character has there', () => {
  const names = ['\x7f', '\x80', '\u07ff', '\u0800', '\uffff', '\u{10000}', '\u{10ffff}']
  expect(central(read(names.map((name) => entry(name, 1))).directory).found.map(({ name }) => name)).toEqual(names)
})

test('what cannot be an entry is refused', () => {
  expect(() => zipLayout([entry('x'.repeat(65_535), 1)])).not.toThrow()
  for (const bad of [entry('x'.repeat(65_536), 1), entry('a', -1), entry('a', 1.5)])
    expect(() => zipLayout([bad])).toThrow(RangeError)
})
