// A picked file as it comes: whole, packed, cut, damaged, and stopped.
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { dayLog } from '#tests/support/dayLog.ts'
import { type Reading, readFile } from './reading.ts'
import { Stopped } from './turns.ts'

const packed = new Uint8Array(dayLog(300).bytes)
const plain = new Uint8Array(gunzipSync(packed))

/** Somebody who listens, by a clock that goes on so much with every look, ms. */
function listening(fields: Partial<Reading> = {}, msALook = 0) {
  const seen = { shares: [] as number[], events: [] as number[], rests: 0, followed: 0 }
  let now = 0
  const reading: Reading = {
    turns: {
      now: () => {
        now += msALook
        return now
      },
      rest: async () => {
        seen.rests++
      },
    },
    isOver: () => false,
    told(share, events) {
      seen.shares.push(share)
      seen.events.push(events)
    },
    followers: [
      {
        events(events) {
          seen.followed += events.length
        },
      },
    ],
    ...fields,
  }
  return { seen, reading }
}

/** A file of these bytes that comes in such pieces. */
function inPieces(bytes: Uint8Array<ArrayBuffer>, length: number): Blob {
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start(line) {
        for (let at = 0; at < bytes.length; at += length) line.enqueue(bytes.subarray(at, at + length))
        line.close()
      },
    })
  return Object.assign(new Blob([bytes]), { stream })
}

describe('a file', () => {
  it.each([
    ['packed', packed],
    ['plain', plain],
  ])('that is %s is the log, and who follows is told every event once', async (_, bytes) => {
    const { seen, reading } = listening()
    const log = await readFile(new Blob([bytes]), reading)
    expect(log.events).toHaveLength(300)
    expect(log.cut).toBeNull()
    expect(seen).toMatchObject({ followed: 300 })
  })

  it('that is damaged, or whose end is missing, is kept up to there, and who follows is told as much', async () => {
    const spoilt = packed.slice()
    spoilt.fill(0xff, spoilt.length / 2, spoilt.length / 2 + 40)
    for (const bytes of [packed.slice(0, packed.length - 20), spoilt]) {
      const { seen, reading } = listening()
      const log = await readFile(new Blob([bytes]), reading)
      expect(log.cut).not.toBeNull()
      expect(seen.followed).toBe(log.events.length)
    }
    // Wherever the end is missing from: not every place is an error to the one that unpacks.
    for (let missing = 9; missing < 60; missing += 3) {
      const { cut, events } = await readFile(new Blob([packed.slice(0, packed.length - missing)]), listening().reading)
      expect(cut?.reason).toContain('the file ends here or is damaged: ')
      expect(events.length).toBeGreaterThan(0)
    }
  })

  it('that is no log is refused in words', async () => {
    for (const bytes of [new Uint8Array(gzipSync('{"a":1}\n')), new Uint8Array(0), new Uint8Array([0x1f])])
      await expect(readFile(new Blob([bytes]), listening().reading)).rejects.toThrow('line 1')
  })

  it('is left when somebody stops it, at a piece or in a rest', async () => {
    await expect(readFile(new Blob([packed]), listening({ isOver: () => true }).reading)).rejects.toThrow(Stopped)
    let looks = 0
    const late = listening({ isOver: () => ++looks > 1 }, 9)
    await expect(readFile(new Blob([plain]), late.reading)).rejects.toThrow(Stopped)
    expect(late.seen.rests).toBe(1)
  })

  it('says now and then how much of it is read, and rests when a turn was long', async () => {
    const { seen, reading } = listening({}, 101)
    await readFile(inPieces(plain, 10_000), reading)
    const pieces = Math.ceil(plain.length / 10_000)
    expect(seen.shares).toEqual(Array.from({ length: pieces }, (_, at) => Math.min(1, ((at + 1) * 10_000) / plain.length))) // biome-ignore format: one line
    expect(seen.events.at(-1)).toBeGreaterThan(200)
    expect(seen.rests).toBe(pieces)
    const quick = listening({}, 0)
    await readFile(inPieces(plain, 10_000), quick.reading)
    expect(quick.seen).toMatchObject({ rests: 0, shares: [] })
    const slow = listening({}, 9)
    await readFile(inPieces(plain, 10_000), slow.reading)
    expect(slow.seen.shares.length).toBeGreaterThan(0)
    expect(slow.seen.shares.length).toBeLessThan(pieces / 2)
  })

  it('that cannot be read to its end keeps what came', async () => {
    let pulls = 0
    const broken = Object.assign(new Blob([plain]), {
      stream: () =>
        new ReadableStream<Uint8Array>({
          pull(line) {
            if (pulls++ === 0) line.enqueue(plain.subarray(0, plain.length / 2))
            else line.error(new Error('gone'))
          },
        }),
    })
    const { cut, events } = await readFile(broken, listening().reading)
    expect(cut?.reason).toBe('the file cannot be read any further')
    expect(events.length).toBeGreaterThan(50)
  })
})
