/**
 * The true peak of a channel (ITU-R BS.1770-4, annex 2): the highest value between its samples too, at four times the
 * rate; twice from 96 kHz on, and the samples alone from 192 kHz on.
 */

/** Samples that meet in each value between. */
const TAPS = 12
const HISTORY = TAPS - 1
/** Samples of which the highest decides whether values between them can matter at all. */
const LOOK = 32
/** Share of the highest so far that a neighbour must have for the values between to be looked at. */
const NEAR = 0.5

export interface PeakMeter {
  push(plane: Float32Array): void
  /** The highest value, 1 at full scale. */
  end(): number
}

/** A meter for one channel. @param sampleRate Hz */
export function createPeakMeter(sampleRate: number): PeakMeter {
  const phases = phasesOf(sampleRate >= 192_000 ? 1 : sampleRate >= 96_000 ? 2 : 4)
  const gain = Math.max(1, ...phases.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)))
  let rest = new Float32Array(HISTORY)
  let peak = 0

  function push(plane: Float32Array): void {
    const line = new Float32Array(rest.length + plane.length)
    line.set(rest)
    line.set(plane, rest.length)
    for (let from = HISTORY; from < line.length; from += LOOK) {
      const to = Math.min(line.length, from + LOOK)
      let highest = 0
      for (let i = from - HISTORY; i < to; i++) highest = Math.max(highest, Math.abs(line[i]!))
      if (highest > peak) peak = Math.max(peak, highest)
      // No sum of these can be higher than their highest times all taps.
      if (highest * gain <= peak) continue
      for (let i = from; i < to; i++) {
        // Twice as high as both its neighbours is nothing but a sound at the very end of the band.
        const near = peak * NEAR
        if (Math.abs(line[i - 5]!) < near && Math.abs(line[i - 6]!) < near) continue
        for (const taps of phases) {
          let sum = 0
          for (let t = 0; t < TAPS; t++) sum += taps[t]! * line[i - t]!
          if (Math.abs(sum) > peak) peak = Math.abs(sum)
        }
      }
    }
    rest = line.slice(Math.max(0, line.length - HISTORY))
  }

  return {
    push,
    end() {
      push(new Float32Array(TAPS))
      return peak
    },
  }
}

/** A windowed sinc (Kaiser 1974) for each value between two samples; none where none is wanted. */
function phasesOf(times: number): Float64Array[] {
  const phases: Float64Array[] = []
  for (let phase = 1; phase < times; phase++) {
    const taps = Float64Array.from({ length: TAPS }, (_, t) => {
      const x = t - TAPS / 2 + phase / times
      const place = (2 * x) / TAPS
      return Math.abs(place) > 1 ? 0 : (sinc(x) * bessel(SHAPE * Math.sqrt(1 - place * place))) / bessel(SHAPE)
    })
    const sum = taps.reduce((all, tap) => all + tap, 0)
    phases.push(taps.map((tap) => tap / sum))
  }
  return phases
}

const SHAPE = 4.5
const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

/** The modified Bessel function of order zero. */
function bessel(x: number): number {
  let [sum, term] = [1, 1]
  for (let n = 1; n < 30; n++) {
    term *= (x / (2 * n)) ** 2
    sum += term
  }
  return sum
}
