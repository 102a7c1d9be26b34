import { expect, it } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { Buffers, readBuffers } from './buffers.ts'

const buffersOn = (clock: FakeClock) => new Buffers(8, (run, ms) => clock.setTimer(run, ms))

it('memory that was given back is taken again, and nothing that was moved or has another length', () => {
  const buffers = buffersOn(new FakeClock())
  const one = buffers.take()
  expect(one.byteLength).toBe(8)
  expect(buffers.take()).not.toBe(one)
  buffers.give(one)
  const moved = new ArrayBuffer(8)
  structuredClone(moved, { transfer: [moved] })
  for (const strange of [moved, new ArrayBuffer(9)]) buffers.give(strange)
  expect(buffers.take()).toBe(one)
  expect(buffers.take()).not.toBe(one)
})

it('memory nobody asks for is given back after ten seconds', async () => {
  const clock = new FakeClock()
  const buffers = buffersOn(clock)
  const one = buffers.take()
  buffers.give(one)
  await clock.advance(6000)
  expect(buffers.take()).toBe(one)
  buffers.give(one)
  // It was asked for in the first ten seconds, so it stays for ten more.
  await clock.advance(9000)
  expect(buffers.take()).toBe(one)
  buffers.give(one)
  await clock.advance(30_000)
  expect(buffers.take()).not.toBe(one)
})

it('memory that never lies idle all together is given back too, once nobody asks', async () => {
  const clock = new FakeClock()
  const buffers = buffersOn(clock)
  const [one, other] = [buffers.take(), buffers.take()]
  buffers.give(one)
  buffers.give(other)
  await clock.advance(6000)
  buffers.give(buffers.take())
  expect(clock.pending).toBe(1)
  await clock.advance(6000)
  expect(clock.pending).toBe(1)
  await clock.advance(30_000)
  expect([one, other]).not.toContain(buffers.take())
  expect(clock.pending).toBe(0)
})

it('once all of it is taken nothing is watched', async () => {
  const clock = new FakeClock()
  const buffers = buffersOn(clock)
  buffers.give(buffers.take())
  buffers.take()
  await clock.advance(10_000)
  expect(clock.pending).toBe(0)
})

it('the timer runs while memory lies idle, and is set once for all of it', () => {
  const set: number[] = []
  const buffers = new Buffers(8, (_, ms) => set.push(ms))
  const [one, other] = [buffers.take(), buffers.take()]
  expect(set).toEqual([])
  buffers.give(one)
  buffers.give(other)
  expect(set).toEqual([10_000])
})

it('files are read through memory of three quarters of a megabyte', () => {
  expect(readBuffers.bytes).toBe(768 * 1024)
})
