import { describe, expect, test } from 'vitest'
import { barCount, levels, paint, paintPassed, playedBars } from './waveform.ts'

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

describe('a painted waveform', () => {
  /** A canvas that remembers how each bar was painted last: colour and strength. */
  function easel() {
    const bars = new Map<number, string>()
    const context = {
      fillStyle: '',
      globalAlpha: 1,
      setTransform() {},
      clearRect() {},
      fillRect: (x: number) => void bars.set(x / 3, `${context.fillStyle} ${context.globalAlpha}`),
    }
    const canvas = { width: 0, height: 0, getContext: () => context } as unknown as HTMLCanvasElement
    return { canvas, seen: () => [...bars].sort(([a], [b]) => a - b).map(([, look]) => look) }
  }
  const colours = { rest: 'grey', played: 'gold' }
  const five = (played: number, loaded: number) => ({
    levels: new Float32Array(5).fill(1), played, loaded, width: 14, height: 10,
  }) // biome-ignore format: five bars in a line
  globalThis.window ??= { devicePixelRatio: 1 } as Window & typeof globalThis

  test('tells what was played, what is there and what has yet to come', () => {
    const { canvas, seen } = easel()
    paint(canvas, five(1, 3), colours)
    expect(seen()).toEqual(['gold 1', 'grey 1', 'grey 1', 'grey 0.45', 'grey 0.45'])
  })
  test('is painted on bar by bar', () => {
    const { canvas, seen } = easel()
    paint(canvas, five(1, 3), colours)
    paintPassed(canvas, five(2, 3), 1, colours)
    expect(seen()).toEqual(['gold 1', 'gold 1', 'grey 1', 'grey 0.45', 'grey 0.45'])
  })
  test('that plays beyond what is known to be there is whole up to the playhead', () => {
    const { canvas, seen } = easel()
    paint(canvas, five(4, 3), colours)
    expect(seen()).toEqual(['gold 1', 'gold 1', 'gold 1', 'gold 1', 'grey 0.45'])
  })
})
