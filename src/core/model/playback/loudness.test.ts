import { describe, expect, test } from 'vitest'
import { PEAK_COUNT, PEAKS_BYTES } from '../catalogue/media.ts'
import { auditionGain, type Level, levelledGain, loudnessOf, matchingGain } from './loudness.ts'

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

describe('a song beside another', () => {
  const measured = (integrated: number | null, truePeak: number | null = -3): Level => ({
    measured: { integrated, range: 5, truePeak, head: 0, tail: 0 },
  })
  const whole = { gain: 1, volume: 1 }
  const half = { gain: 1, volume: 0.5 }
  const db = (gain: number) => 20 * Math.log10(gain)

  test('that is louder comes down by what they differ', () => {
    expect(db(levelledGain(measured(-14), measured(-8), whole))).toBeCloseTo(-6, 5)
    expect(db(levelledGain(measured(-14), measured(-8), half))).toBeCloseTo(-6, 5)
  })
  test('H-556: of one channel is heard of two speakers, as loud as two of half its power', () => {
    const mono = (integrated: number): Level => ({
      measured: { integrated, range: 5, truePeak: -3, head: 0, tail: 0, mono: true },
    })
    expect(db(levelledGain(mono(-14), measured(-14), half))).toBeCloseTo(3.01, 2)
    expect(db(levelledGain(measured(-14), mono(-14), half))).toBeCloseTo(-3.01, 2)
    expect(db(levelledGain(mono(-14), mono(-14), half))).toBeCloseTo(0, 5)
    expect(auditionGain(mono(-18 - 3.0103).measured)).toBeCloseTo(1, 4)
    expect(db(auditionGain(mono(-12).measured))).toBeCloseTo(-9.01, 2)
  })
  test('that is as loud keeps its volume', () => {
    expect(levelledGain(measured(-9), measured(-9), { gain: 0.7, volume: 0.9 })).toBeCloseTo(0.7, 9)
  })
  test('that is quieter is raised where the volume leaves room', () => {
    expect(db(levelledGain(measured(-10), measured(-14), half))).toBeCloseTo(4, 5)
  })
  test('is never played beyond full scale', () => {
    expect(levelledGain(measured(-8), measured(-30), whole)).toBe(1)
    expect(levelledGain(measured(-8), measured(-30), half)).toBe(2)
    expect(levelledGain({ outline: -8 }, { outline: -30 }, half)).toBe(2)
  })
  test('nor is its true peak, where that lies above full scale', () => {
    const hot = measured(-8, 1.5)
    expect(db(levelledGain(measured(-8), hot, whole))).toBeCloseTo(-1.5, 5)
    expect(db(levelledGain(measured(-2), hot, half)), 'room for 6.02 dB less 1.5').toBeCloseTo(4.52, 2)
    expect(db(levelledGain(measured(-8), hot, half)), 'there is room').toBeCloseTo(0, 5)
    expect(db(levelledGain(measured(-8), hot, { gain: 0.5, volume: 1 })), 'quiet enough already').toBeCloseTo(-6.02, 2)
  })
  test('below full scale its true peak makes no room of its own: the volume is what is full', () => {
    expect(levelledGain(measured(-8), measured(-20, -9), whole)).toBe(1)
  })
  test('to and fro, both are as loud as the quieter from the second change on', () => {
    const [loud, quiet] = [measured(-8, 0.3), measured(-20, -5)]
    let gain = levelledGain(loud, quiet, whole)
    expect(gain).toBe(1)
    for (let n = 0; n < 3; n++) {
      gain = levelledGain(quiet, loud, { gain, volume: 1 })
      expect(db(gain)).toBeCloseTo(-12, 5)
      gain = levelledGain(loud, quiet, { gain, volume: 1 })
      expect(gain).toBeCloseTo(1, 9)
    }
  })
  test('a volume that was turned up meanwhile counts: what is heard is full scale, not what was wanted', () => {
    const raised = levelledGain(measured(-8), measured(-20), { gain: 1, volume: 0.2 })
    expect(db(raised)).toBeCloseTo(12, 5)
    expect(db(levelledGain(measured(-20), measured(-8), { gain: raised, volume: 1 }))).toBeCloseTo(-12, 5)
  })
  test('where one is not measured, or silent, both are held by their outlines: never one by each', () => {
    const [a, b] = [{ ...measured(-8), outline: -6 }, { outline: -12 }]
    expect(db(levelledGain(a, b, half))).toBeCloseTo(6, 5)
    expect(db(levelledGain(b, a, half))).toBeCloseTo(-6, 5)
    const silent = { ...measured(null, null), outline: -9 }
    expect(db(levelledGain(a, silent, half))).toBeCloseTo(3, 5)
  })
  test('measured figures go before outlines that say something else', () => {
    expect(db(levelledGain({ ...measured(-14), outline: 0 }, { ...measured(-8), outline: 0 }, whole))).toBeCloseTo(
      -6,
      5,
    )
  })
  test.each([
    ['nothing', {}, {}],
    ['the one', measured(-8), {}],
    ['the other', {}, measured(-8)],
    ['silence', measured(null), measured(null)],
    ['one outline', { outline: -3 }, { outline: null }],
  ])('keeps the factor while of both only %s is known', (_, heard, chosen) => {
    expect(levelledGain(heard, chosen, { gain: 3.2, volume: 0.9 })).toBe(3.2)
  })
  test('at no volume at all, and of figures out of the world, it is a number', () => {
    expect(levelledGain(measured(-10), measured(-14), { gain: 1, volume: 0 })).toBeCloseTo(1.585, 3)
    for (const far of [measured(-1e9, 1e9), measured(1e9, 1e9), measured(1e9, -1e9)])
      for (const volume of [0, 0.5, 1]) {
        expect(levelledGain(measured(-10), far, { gain: 1, volume })).not.toBeNaN()
        expect(levelledGain(far, measured(-10), { gain: 1, volume })).not.toBeNaN()
      }
  })
})
