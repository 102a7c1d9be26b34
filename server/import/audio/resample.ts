/**
 * Sample-rate conversion by a rational factor: a Kaiser-windowed sinc in polyphase form
 * (Oppenheim and Schafer, Discrete-Time Signal Processing, 4.6 and 7.5; Kaiser 1974 for length and shape).
 * Only for the MP3: WAVs keep their rate.
 */
const STOPBAND_DB = 100
/**
 * The band that passes ends here, as a share of half the lower rate: 20.3 kHz at 44.1 kHz, 22 kHz at 48 kHz.
 * The band that is removed begins as far above half the rate, so what folds back lies above the passband,
 * where the encoder's own low-pass (20.1 kHz at 320 kbit/s) takes it away. That halves the filter's length.
 */
const PASSBAND = 0.92

export interface Resampler {
  /** Output samples that the input so far decides; state is kept between calls. */
  push(input: Float32Array): Float32Array
  /** The rest, so that all outputs together are ceil(inputs * to / from) samples. */
  end(): Float32Array
}

/** The MP3 rate for a source rate, Hz: the same up to 48 kHz, else the one of 44.1 and 48 kHz that divides it best. */
export function mp3Rate(sampleRate: number): 44_100 | 48_000 {
  return sampleRate % 11_025 === 0 ? 44_100 : 48_000
}

/**
 * A resampler for one channel. Output n lies at time n / `to`, without delay: the filter is
 * symmetric and the input is taken as silence before its start and after its end.
 * @param from input rate in Hz
 * @param to output rate in Hz
 */
export function createResampler(from: number, to: number): Resampler {
  const divisor = gcd(from, to)
  const up = to / divisor
  const down = from / divisor
  const { phases, taps, centre } = design(up, from, to)
  // Input samples from index `start` on; silence before the first sample stands in it as well.
  let held = new Float64Array(taps)
  let start = -taps
  let inputs = 0
  let outputs = 0

  const run = (until: number): Float32Array => {
    const out = new Float32Array(Math.max(0, until - outputs))
    for (let k = 0; k < out.length; k++) {
      // Place of the output on the grid of from * up, moved by the filter's centre.
      const place = outputs * down + centre
      const phase = phases[place % up]!
      const oldest = Math.floor(place / up) - taps + 1 - start
      // Four sums side by side: one alone would wait for itself at every step.
      let a = 0
      let b = 0
      let c = 0
      let d = 0
      for (let t = 0, at = oldest; t < taps; t += 4, at += 4) {
        a += phase[t]! * held[at]!
        b += phase[t + 1]! * held[at + 1]!
        c += phase[t + 2]! * held[at + 2]!
        d += phase[t + 3]! * held[at + 3]!
      }
      out[k] = a + b + (c + d)
      outputs++
    }
    const keepFrom = Math.min(Math.floor((outputs * down + centre) / up) - taps - start, held.length)
    if (keepFrom > 0) {
      held = held.slice(keepFrom)
      start += keepFrom
    }
    return out
  }
  const append = (input: Float32Array): void => {
    const joined = new Float64Array(held.length + input.length)
    joined.set(held)
    joined.set(input, held.length)
    held = joined
  }
  return {
    push(input) {
      append(input)
      inputs += input.length
      // Output n needs the input at floor((n * down + centre) / up).
      return run(Math.max(outputs, Math.ceil((inputs * up - centre) / down)))
    },
    end() {
      append(new Float32Array(taps))
      return run(Math.ceil((inputs * to) / from))
    },
  }
}

function design(up: number, from: number, to: number) {
  const grid = from * up
  const half = Math.min(from, to) / 2
  const transition = (2 * half * (1 - PASSBAND)) / grid
  const cutoff = half / grid
  const beta = 0.1102 * (STOPBAND_DB - 8.7)
  const order = Math.ceil((STOPBAND_DB - 8) / (2.285 * 2 * Math.PI * transition))
  const centre = Math.ceil(order / 2)
  // A multiple of four, for the unrolled loop; coefficients beyond the filter are 0.
  const taps = Math.ceil((2 * centre + 1) / up / 4) * 4
  const phases = Array.from({ length: up }, () => new Float64Array(taps))
  for (let n = 0; n <= 2 * centre; n++) {
    const x = n - centre
    const sinc = x === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * x) / (Math.PI * x)
    const window = bessel0(beta * Math.sqrt(Math.max(0, 1 - (x / centre) ** 2))) / bessel0(beta)
    // Reversed, because the oldest sample comes first.
    phases[n % up]![taps - 1 - Math.floor(n / up)] = sinc * window * up
  }
  // Each phase passes silence and a constant exactly.
  for (const phase of phases) {
    const sum = phase.reduce((a, b) => a + b, 0)
    for (let t = 0; t < taps; t++) phase[t]! /= sum
  }
  return { phases, taps, centre }
}

/** Modified Bessel function of the first kind, order 0, by its power series. */
function bessel0(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b)
}
