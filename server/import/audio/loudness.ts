/**
 * How loud a song is, by EBU R 128: integrated loudness and true peak as ITU-R BS.1770-4 has them, loudness range as
 * EBU Tech 3342 has it, and the silence at both ends. One pass, in memory that does not grow with the song but by
 * eight bytes for each tenth of a second.
 */
import type { Loudness } from '#core/model/catalogue/release.ts'
import { createPeakMeter } from './truePeak.ts'

export interface LoudnessMeter {
  /** The next samples, one array for each channel, all of one length. */
  push(planes: readonly Float32Array[]): void
  end(): Loudness
}

/** Energies are gathered over so long, seconds; windows are made of them. */
const STEP_S = 0.1
/** Steps of a window: 400 ms for the integrated loudness, 3 s for the range. */
const MOMENT_STEPS = 4
const SHORT_STEPS = 30
/** LUFS below which nothing counts. */
const ABSOLUTE_GATE = -70
/** LU below the mean of what counts: for the integrated loudness, and for the range. */
const RELATIVE_GATE = 10
const RANGE_GATE = 20
/** Shares of the windows, from the quietest, between which the range lies. */
const RANGE_FROM = 0.1
const RANGE_TO = 0.95
/** Sound begins above it: -60 dBFS. */
const SILENCE = 10 ** (-60 / 20)

/** A meter for one song. @param sampleRate Hz */
export function createLoudnessMeter(sampleRate: number, channels: number): LoudnessMeter {
  const weights = Array.from({ length: channels }, () => createWeighting(sampleRate))
  const peaks = Array.from({ length: channels }, () => createPeakMeter(sampleRate))
  const stepFrames = Math.round(sampleRate * STEP_S)
  const steps: number[] = []
  let [energy, filled, frames] = [0, 0, 0]
  let [first, last] = [-1, -1]

  return {
    push(planes) {
      const length = planes[0]?.length ?? 0
      for (const [c, plane] of planes.entries()) {
        peaks[c]!.push(plane)
        if (first < 0 || first > frames) {
          const found = plane.findIndex((value) => Math.abs(value) > SILENCE)
          if (found >= 0 && (first < 0 || frames + found < first)) first = frames + found
        }
        const end = plane.findLastIndex((value) => Math.abs(value) > SILENCE)
        if (end >= 0) last = Math.max(last, frames + end)
      }
      for (let at = 0; at < length; ) {
        const count = Math.min(length - at, stepFrames - filled)
        for (let c = 0; c < planes.length; c++) energy += weights[c]!(planes[c]!, at, at + count)
        at += count
        filled += count
        if (filled < stepFrames) continue
        steps.push(energy / stepFrames)
        energy = 0
        filled = 0
      }
      frames += length
    },
    end() {
      const peak = Math.max(0, ...peaks.map((meter) => meter.end()))
      return {
        integrated: rounded(integrated(steps)),
        range: rounded(range(steps)) ?? 0,
        truePeak: peak > 0 ? rounded(20 * Math.log10(peak)) : null,
        head: seconds(first < 0 ? frames : first),
        tail: seconds(first < 0 ? 0 : frames - 1 - last),
        ...(channels === 1 && { mono: true }),
      }
    },
  }

  function seconds(count: number): number {
    return Math.round((count / sampleRate) * 1000) / 1000
  }
}

/** Means over every run of `count` steps. */
function windows(steps: readonly number[], count: number): number[] {
  const means: number[] = []
  for (let end = count; end <= steps.length; end++) {
    let sum = 0
    for (let i = end - count; i < end; i++) sum += steps[i]!
    means.push(sum / count)
  }
  return means
}

function integrated(steps: readonly number[]): number | null {
  const heard = windows(steps, MOMENT_STEPS).filter((energy) => lufs(energy) > ABSOLUTE_GATE)
  if (heard.length === 0) return null
  const gate = lufs(mean(heard)) - RELATIVE_GATE
  return lufs(mean(heard.filter((energy) => lufs(energy) > gate)))
}

function range(steps: readonly number[]): number {
  const heard = windows(steps, SHORT_STEPS).filter((energy) => lufs(energy) > ABSOLUTE_GATE)
  if (heard.length === 0) return 0
  const gate = lufs(mean(heard)) - RANGE_GATE
  const counted = heard
    .map(lufs)
    .filter((level) => level >= gate)
    .sort((a, b) => a - b)
  const at = (share: number) => counted[Math.round((counted.length - 1) * share)] ?? 0
  return at(RANGE_TO) - at(RANGE_FROM)
}

const lufs = (energy: number) => -0.691 + 10 * Math.log10(energy)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
/** To a hundredth: meters agree to a tenth. */
const rounded = (value: number | null) =>
  value === null || !Number.isFinite(value) ? null : Math.round(value * 100) / 100

/**
 * The weighting by the ear (BS.1770-4, annex 1): a shelf for the head, then a high-pass, both made for the rate.
 * @returns sums the squares of what passes, of samples `from` to `to`
 */
function createWeighting(sampleRate: number): (plane: Float32Array, from: number, to: number) => number {
  const [b0, b1, b2, a1, a2] = shelf(sampleRate)
  const [p1, p2] = highPass(sampleRate)
  const kept = new Float64Array(6)
  return (plane, from, to) => {
    // In variables of the call: what a closure keeps is read and written in memory, sample for sample.
    let [x1, x2, y1, y2, z1, z2] = kept as unknown as [number, number, number, number, number, number]
    let sum = 0
    for (let i = from; i < to; i++) {
      const x = plane[i]!
      const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
      const z = y - 2 * y1 + y2 - p1 * z1 - p2 * z2
      x2 = x1
      x1 = x
      y2 = y1
      y1 = y
      z2 = z1
      z1 = z
      sum += z * z
    }
    // Numbers too small to be normal are slow, and nothing that is heard.
    if (Math.abs(z1) < 1e-30) [y1, y2, z1, z2] = [0, 0, 0, 0]
    kept.set([x1, x2, y1, y2, z1, z2])
    return sum
  }
}

function shelf(sampleRate: number): [number, number, number, number, number] {
  const q = 0.7071752369554196
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const a0 = 1 + k / q + k * k
  return [
    (high + (band * k) / q + k * k) / a0,
    (2 * (k * k - high)) / a0,
    (high - (band * k) / q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / q + k * k) / a0,
  ]
}

function highPass(sampleRate: number): [number, number] {
  const q = 0.5003270373238773
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const a0 = 1 + k / q + k * k
  return [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0]
}
