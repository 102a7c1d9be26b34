import { describe, expect, it } from 'vitest'
import { BACKOFF_CAP_MS, Tries } from './retry.ts'
import { Trouble } from './trouble.ts'

const cut = new Trouble('lineCut', 'x', { again: true })
const asking = (retryAfterMs: number) => new Trouble('serverBusy', 'x', { again: true, retryAfterMs })
/** The waits after so many failures in a row, each as long as it can be. */
const waits = (tries: Tries, count: number, trouble = cut) => Array.from({ length: count }, () => tries.after(trouble))

describe('a job that fails', () => {
  it('tries five times more, each after a longer wait', () => {
    const tries = new Tries(() => 1)
    expect(waits(tries, 5)).toEqual([500, 1000, 2000, 4000, 8000])
    expect(() => tries.after(cut)).toThrow(cut)
  })

  it('waits at random, down to not at all', () => {
    expect(waits(new Tries(() => 0), 3)).toEqual([0, 0, 0])
    expect(waits(new Tries(() => 0.5), 2)).toEqual([250, 500])
  })

  it('begins to count anew with each byte', () => {
    const tries = new Tries(() => 1)
    waits(tries, 5)
    tries.progressed()
    expect(waits(tries, 5)).toEqual([500, 1000, 2000, 4000, 8000])
  })

  it('does not try again where it cannot help', () => {
    const final = new Trouble('fileGone', 'x')
    expect(() => new Tries(() => 0).after(final)).toThrow(final)
  })

  it('waits as long as the server asks, and a moment more, but no longer than ten minutes', () => {
    expect(waits(new Tries(() => 1), 2, asking(7000))).toEqual([7500, 7500])
    expect(waits(new Tries(() => 0), 1, asking(600_000))).toEqual([600_000])
    const long = asking(600_001)
    expect(() => new Tries(() => 0).after(long)).toThrow(long)
  })

  it('keeps its distance where tries are not counted, whatever the server names', () => {
    const inLine = (retryAfterMs?: number) =>
      new Trouble('serverBusy', 'x', { again: true, isInLine: true, retryAfterMs })
    expect(waits(new Tries(() => 0), 20, inLine(0))).toEqual(Array.from({ length: 20 }, () => BACKOFF_CAP_MS))
    expect(waits(new Tries(() => 0), 1, inLine(60_000))).toEqual([60_000])
  })
})
