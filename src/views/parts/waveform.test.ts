import { describe, expect, test } from 'vitest'
import { barCount, levels, playedBars } from './waveform.ts'

const peaks = Uint8Array.from({ length: 400 }, (_, at) => (at === 200 ? 255 : 51))

describe('the bars of a waveform', () => {
  test('are 2 px wide with gaps of 1', () => {
    expect([0, 1, 2, 4, 5, 120, 121].map(barCount)).toEqual([0, 0, 1, 1, 2, 40, 40])
  })
  test('show the mean of what lies under each, steeper', () => {
    const shown = levels(peaks, 40)
    expect(shown).toHaveLength(40)
    expect(shown.indexOf(Math.max(...shown))).toBe(20)
    expect(shown[20]).toBe(1)
    expect(shown[0]).toBeCloseTo((51 / (51 + 204 / 10)) ** 1.6)
    expect([...levels(new Uint8Array(400), 4)]).toEqual([0, 0, 0, 0])
  })
  test('may be more than there are values', () => {
    const shown = levels(Uint8Array.of(0, 255), 10)
    expect([...shown]).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1])
  })
  test('count as played up to the playhead', () => {
    expect([-1, 0, 0.5, 0.99, 1, 2].map((share) => playedBars(share, 40))).toEqual([0, 0, 20, 40, 40, 40])
  })
})
