// A picked file as it comes: whole, packed, cut, and stopped.
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { dayLog } from '#tests/support/dayLog.ts'
import { readFile } from './reading.ts'
import { Stopped } from './turns.ts'

const { bytes } = dayLog(300)
const packed = new Uint8Array(bytes)
const never = () => false

/** A file that comes in these pieces. */
const inPieces = (...pieces: Uint8Array[]) =>
  ({
    size: pieces.reduce((sum, { length }) => sum + length, 0),
    stream: () =>
      new ReadableStream<Uint8Array>({
        start(line) {
          for (const piece of pieces) line.enqueue(piece)
          line.close()
        },
      }),
  }) as unknown as Blob

describe('a file', () => {
  it('that is packed is the log, and so is one that is not', async () => {
    const read = await readFile(new Blob([packed]), never, () => {})
    expect(read.events).toHaveLength(300)
    expect(read.cut).toBeNull()
    const plain = await readFile(new Blob([new Uint8Array(gunzipSync(packed))]), never, () => {})
    expect(plain.events).toHaveLength(300)
    expect(plain.cut).toBeNull()
  })

  it('whose end is missing says so and keeps what came', async () => {
    const { cut, events } = await readFile(inPieces(packed.subarray(0, packed.length - 20)), never, () => {})
    expect(cut?.reason).toContain('the file ends here or is damaged: ')
    expect(events.length).toBeGreaterThan(0)
  })

  it('that is damaged in its middle says so too', async () => {
    const spoilt = packed.slice()
    spoilt.fill(0xff, spoilt.length / 2, spoilt.length / 2 + 40)
    const { cut } = await readFile(new Blob([spoilt]), never, () => {})
    expect(cut).not.toBeNull()
  })

  it('that is no log is refused in words', async () => {
    await expect(readFile(new Blob([new Uint8Array(gzipSync('{"a":1}\n'))]), never, () => {})).rejects.toThrow('line 1')
    await expect(readFile(new Blob([]), never, () => {})).rejects.toThrow('line 1')
  })

  it('is left when somebody stops it', async () => {
    await expect(readFile(new Blob([packed]), () => true, () => {})).rejects.toThrow(Stopped) // biome-ignore format: one line
  })

  it('of some megabytes says for each how far it is', async () => {
    const plain = new Uint8Array(gunzipSync(packed))
    const half = new Uint8Array(512 * 1024).fill(0x20)
    const told: [number, number][] = []
    const long = inPieces(plain, ...Array.from({ length: 6 }, () => half))
    await readFile(long, never, (share, events) => told.push([Math.round(share * long.size) - plain.length, events]))
    const [first = 0] = told[0] ?? []
    expect(told.map(([bytes]) => bytes - first)).toEqual([0, 1, 2].map((mb) => mb * 1024 * 1024))
    expect(plain.length + first).toBeGreaterThanOrEqual(1024 * 1024)
    for (const [, events] of told) expect(events).toBeGreaterThan(200)
  })
})
