// A body read through one buffer that goes round.
import { describe, expect, it } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { readBuffers } from '../sinks/buffers.ts'
import { FAST_SILENCE_MS, ReadBuffer, Watchdog } from './reading.ts'

describe('the buffer of a job', () => {
  it('is the one that came back with the bytes, not another each time', () => {
    const buffer = new ReadBuffer()
    const first = buffer.lend()
    expect(first.byteLength).toBe(readBuffers.bytes)
    expect(buffer.lend().buffer, 'while it is lent').not.toBe(first.buffer)
    buffer.back(first.buffer)
    expect(buffer.lend().buffer).toBe(first.buffer)
  })

  it('is not what has another length', () => {
    const buffer = new ReadBuffer()
    const strange = new ArrayBuffer(10)
    buffer.back(strange)
    expect(buffer.lend().byteLength).toBe(readBuffers.bytes)
  })

  it('is the next job\u2019s when nothing is read any more, once', () => {
    const buffer = new ReadBuffer()
    const { buffer: memory } = buffer.lend()
    buffer.back(memory)
    buffer.free()
    buffer.free()
    const next = new ReadBuffer()
    expect(next.lend().buffer).toBe(memory)
    expect(next.lend().buffer).not.toBe(memory)
  })
})

describe('the watchdog', () => {
  const LIMIT_MS = 25_000
  const MUCH = new Uint8Array(8_000_000)
  const atOnce = async () => {}

  function setUp() {
    const clock = new FakeClock()
    const late: number[] = []
    const dog = new Watchdog(clock, LIMIT_MS, (ms) => late.push(ms))
    return { clock, late, dog }
  }

  it('waits 25 s for the first byte, and for the next ones of what came slowly', async () => {
    const { clock, late, dog } = setUp()
    await clock.advance(LIMIT_MS - 1)
    await dog.fed(MUCH.subarray(0, 1), atOnce)
    // A ms more than as much takes that comes fast.
    await clock.advance(8001)
    await dog.fed(MUCH.subarray(1), atOnce)
    await clock.advance(LIMIT_MS - 1)
    expect(late).toEqual([])
    await clock.advance(1)
    expect(late).toEqual([LIMIT_MS])
    await clock.advance(LIMIT_MS)
    expect(late, 'once').toEqual([LIMIT_MS])
  })

  it('does not count what a slow disk takes to write what came', async () => {
    const { clock, late, dog } = setUp()
    let written = () => {}
    const fed = dog.fed(MUCH.subarray(0, 1), () => new Promise((resolve) => (written = resolve)))
    await clock.advance(LIMIT_MS * 3)
    written()
    await fed
    await clock.advance(LIMIT_MS - 1)
    expect(late).toEqual([])
    await clock.advance(1)
    expect(late).toEqual([LIMIT_MS])
  })

  it('waits 5 s when eight megabytes came at a megabyte a second, not for less', async () => {
    const { clock, late, dog } = setUp()
    await clock.advance(20_000)
    await dog.fed(MUCH.subarray(1), atOnce)
    await clock.advance(FAST_SILENCE_MS)
    expect(late).toEqual([])
    const other = setUp()
    await other.clock.advance(20_000)
    await other.dog.fed(MUCH, atOnce)
    await other.clock.advance(FAST_SILENCE_MS - 1)
    expect(other.late).toEqual([])
    await other.clock.advance(1)
    expect(other.late).toEqual([FAST_SILENCE_MS])
  })

  it('counts no time in which bytes are worked on, and begins anew behind each', async () => {
    const { clock, late, dog } = setUp()
    await dog.fed(MUCH, atOnce)
    let done = () => {}
    const fed = dog.fed(MUCH, () => {
      return new Promise<void>((settle) => {
        done = settle
      })
    })
    await clock.advance(4 * FAST_SILENCE_MS)
    expect(late).toEqual([])
    done()
    await fed
    await clock.advance(FAST_SILENCE_MS - 1)
    expect(late).toEqual([])
    await clock.advance(1)
    expect(late.length).toBe(1)
  })

  it('hears a silence also when the clock is put back meanwhile', async () => {
    const { clock, late, dog } = setUp()
    await dog.fed(MUCH.subarray(1), atOnce)
    await clock.advance(1000)
    clock.putBack(3_600_000)
    await clock.advance(2 * LIMIT_MS)
    expect(late).toEqual([LIMIT_MS])
  })

  it('is still when it was stopped, also while bytes are worked on', async () => {
    const { clock, late, dog } = setUp()
    await dog.fed(MUCH, async () => dog.stop())
    await clock.advance(10 * LIMIT_MS)
    expect(late).toEqual([])
  })
})
