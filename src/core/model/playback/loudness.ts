/**
 * How loud a song is, from its outline: good enough to switch between two versions of one song without a leap. The
 * mean of the energy over all parts that are no quieter than 10 dB below the mean of all, as the relative gate of
 * ITU-R BS.1770-4 does it; the outline knows no frequencies, so there is no weighting by the ear.
 */
import { PEAK_COUNT, PEAKS_BYTES } from '../catalogue/media.ts'

/** Bounds of a factor on the volume: 26 dB down and up. */
export const GAIN_MIN = 0.05
export const GAIN_MAX = 20

const GATE = 10 ** (-10 / 10)

/** Decibels below full scale (0 or less); null for an outline without a level, or of silence. */
export function loudnessOf(outline: Uint8Array): number | null {
  if (outline.length !== PEAKS_BYTES) return null
  const energies = [...outline.subarray(0, PEAK_COUNT)].map((value) => (value / 255) ** 2)
  const gate = meanOf(energies) * GATE
  const mean = meanOf(energies.filter((energy) => energy >= gate))
  const below = (outline[PEAK_COUNT] ?? 0) / 2
  return mean > 0 ? 10 * Math.log10(mean) - below : null
}

/** Factor on the volume with which a song of loudness `chosen` is as loud as one of `heard`, both in dB. */
export function matchingGain(heard: number, chosen: number): number {
  return 10 ** ((heard - chosen) / 20)
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
