// A body read through one buffer that goes round.
import { describe, expect, it } from 'vitest'
import { readBuffers } from '../sinks/buffers.ts'
import { ReadBuffer } from './reading.ts'

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
