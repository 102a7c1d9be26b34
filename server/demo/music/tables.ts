/**
 * Single-cycle waves and pitches. `Math.sin`, `Math.pow` and `Math.exp` may differ in the last bit
 * between engines, so nothing here calls them: the sine comes from a rotation, the rest from sums,
 * and IEEE 754 makes those the same everywhere.
 */
export const TABLE = 2048
export const TABLE_MASK = TABLE - 1

/** cos and sin of 2 pi / 2048, to double precision. */
const STEP_COS = 0.9999952938095762
const STEP_SIN = 0.003067956762965976

const SINE64 = (() => {
  const out = new Float64Array(TABLE)
  let [c, s] = [1, 0]
  for (let i = 0; i < TABLE; i++) {
    out[i] = s
    const next = c * STEP_COS - s * STEP_SIN
    s = s * STEP_COS + c * STEP_SIN
    c = next
  }
  return out
})()

/** A wave from the strengths of its harmonics (first is the fundamental), peak 1. */
function wave(strengths: readonly number[]): Float32Array {
  const sum = new Float64Array(TABLE)
  let peak = 0
  for (let i = 0; i < TABLE; i++) {
    let v = 0
    for (let k = 0; k < strengths.length; k++) v += (strengths[k] ?? 0) * (SINE64[(i * (k + 1)) & TABLE_MASK] ?? 0)
    sum[i] = v
    peak = Math.max(peak, Math.abs(v))
  }
  return Float32Array.from(sum, (v) => v / peak)
}

const harmonics = (count: number, strength: (k: number) => number): number[] =>
  Array.from({ length: count }, (_, i) => strength(i + 1))

export type Timbre = 'sine' | 'saw' | 'square' | 'keys' | 'reed' | 'string' | 'bell'

/** Every timbre in four widths of band, so that high notes do not alias. */
const BANK: Record<Timbre, readonly Float32Array[]> = {
  sine: [40, 20, 10, 5].map(() => wave([1])),
  saw: [40, 20, 10, 5].map((n) => wave(harmonics(n, (k) => 1 / k))),
  square: [40, 20, 10, 5].map((n) => wave(harmonics(n, (k) => (k % 2 ? 1 / k : 0)))),
  keys: [14, 12, 8, 5].map((n) => wave(harmonics(n, (k) => (k % 2 ? 1 : 0.6) / (k * k * 0.7)))),
  reed: [16, 12, 8, 5].map((n) => wave(harmonics(n, (k) => (k === 2 ? 0.3 : 1 / (k * Math.sqrt(k)))))),
  string: [24, 16, 10, 5].map((n) => wave(harmonics(n, (k) => (k % 3 === 0 ? 0.5 : 1) / (k * Math.sqrt(k))))),
  bell: [12, 9, 7, 4].map((n) => wave(harmonics(n, (k) => (k === 1 ? 1 : k === 4 ? 0.5 : k === 7 ? 0.22 : 0.06 / k)))),
}

/** The wave of a timbre that stays below half the sampling rate at `hz`. */
export function tableFor(timbre: Timbre, hz: number): Float32Array {
  const band = hz < 260 ? 0 : hz < 620 ? 1 : hz < 1300 ? 2 : 3
  return BANK[timbre][band] as Float32Array
}

// Twelfth root of two to the power 0-11.
const SEMITONES = [
  1,
  1.0594630943592953,
  1.122462048309373,
  1.189207115002721,
  1.2599210498948732,
  1.3348398541700344,
  Math.SQRT2,
  1.4983070768766815,
  1.5874010519681994,
  1.681792830507429,
  1.7817974362806785,
  1.8877486253633868,
] as const

/** Frequency in Hz of a MIDI note (69 is 440 Hz), equal temperament. */
export function noteHz(note: number): number {
  let hz = 440 * (SEMITONES[(((note - 69) % 12) + 12) % 12] ?? 1)
  for (let octave = Math.floor((note - 69) / 12); octave !== 0; octave += octave < 0 ? 1 : -1)
    hz *= octave < 0 ? 0.5 : 2
  return hz
}
