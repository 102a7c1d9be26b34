import { describe, expect, test } from 'vitest'
import { PEAK_COUNT, PEAKS_BYTES } from '../catalogue/media.ts'
import { loudnessOf, matchingGain } from './loudness.ts'

/** An outline of these values over equal parts, its loudest `below` half decibels under full scale. */
function outline(below: number, ...values: number[]): Uint8Array {
  const bytes = new Uint8Array(PEAKS_BYTES)
  for (let i = 0; i < PEAK_COUNT; i++) bytes[i] = values[Math.floor((i * values.length) / PEAK_COUNT)] ?? 0
  bytes[PEAK_COUNT] = below
  return bytes
}

describe('loudness', () => {
  test('of a song as loud as can be is 0 dB, of one 6 dB below -6', () => {
    expect(loudnessOf(outline(0, 255))).toBeCloseTo(0, 5)
    expect(loudnessOf(outline(12, 255))).toBeCloseTo(-6, 5)
  })
  test('leaves out what is far quieter than the rest: a pause does not make a song quiet', () => {
    expect(loudnessOf(outline(0, 255, 255, 255, 4))).toBeCloseTo(0, 1)
  })
  test('is the mean of the energy of all parts that count, each once', () => {
    // A half is 6 dB less: of equal parts of both the mean energy is 0.625.
    expect(loudnessOf(outline(0, 255, 127.5))).toBeCloseTo(10 * Math.log10(0.625), 1)
    const first = outline(0, 0)
    first[0] = 255
    expect(loudnessOf(first), 'one loud part alone passes the gate').toBeCloseTo(0, 5)
    const ten = outline(0, 255, 81)
    expect(loudnessOf(ten), 'what is 10 dB below counts').toBeCloseTo(10 * Math.log10((1 + (81 / 255) ** 2) / 2), 5)
  })
  test('is not known of silence, nor of an outline without a level', () => {
    expect(loudnessOf(outline(255, 0))).toBeNull()
    expect(loudnessOf(new Uint8Array(PEAK_COUNT).fill(255))).toBeNull()
  })
  test('6 dB more is twice the volume', () => {
    expect(matchingGain(-6, -12.02)).toBeCloseTo(2, 2)
    expect(matchingGain(-9, -9)).toBe(1)
  })
})
