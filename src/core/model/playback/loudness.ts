/**
 * How loud a song is, and how loud another is played beside it. Where the server has measured both songs by EBU R 128
 * its figures count; otherwise their outlines do, good enough to switch between two versions without a leap: the mean of the energy over all parts that are no quieter than 10 dB below the mean of all, as the relative gate of
 * ITU-R BS.1770-4 does it; the outline knows no frequencies, so there is no weighting by the ear.
 */
import { PEAK_COUNT, PEAKS_BYTES } from '../catalogue/media.ts'
import type { Loudness } from '../catalogue/release.ts'

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

/** What is known of how loud a song is. */
export interface Level {
  /** As the server has measured it. */
  readonly measured?: Loudness | undefined
  /** Of its outline (`loudnessOf`), dB. */
  readonly outline?: number | null | undefined
}

/** How the song that is heard is played: both are factors, `volume` is that of the player, 0-1. */
export interface Played {
  readonly gain: number
  readonly volume: number
}

/** One channel counts once where it is measured, and is heard of two speakers, dB. */
const MONO_DB = 10 * Math.log10(2)

/** How loud it is heard, LUFS; null where the server has not said so. */
function heardAs(measured: Loudness | undefined): number | null {
  const { integrated, mono } = measured ?? {}
  return typeof integrated === 'number' ? integrated + (mono ? MONO_DB : 0) : null
}

/** Whether the server has said how loud it is. */
export const isMeasured = ({ measured }: Level): boolean => heardAs(measured) !== null

/**
 * Factor on the volume with which `chosen` is as loud as `heard` is now. A quieter song is raised only as far as the
 * volume leaves room: beyond full scale nothing is played, nor is its true peak. What room does not suffice for is
 * made good on the way back, where the louder song comes down to the quieter one as it was really heard.
 * @returns the factor `heard` is played with while nothing can be said of the two; not held to GAIN_MIN and GAIN_MAX
 */
export function levelledGain(heard: Level, chosen: Level, { gain, volume }: Played): number {
  const full = Math.min(GAIN_MAX, 1 / volume)
  const now = Math.min(gain, full)
  const areMeasured = isMeasured(heard) && isMeasured(chosen)
  const from = areMeasured ? heardAs(heard.measured) : heard.outline
  const to = areMeasured ? heardAs(chosen.measured) : chosen.outline
  if (from == null || to == null) return gain
  const above = Math.max(0, chosen.measured?.truePeak ?? 0)
  return Math.min(now * matchingGain(from, to), full / 10 ** (above / 20))
}

/** What songs are levelled to while one goes through many, LUFS: the reference of ReplayGain 2.0. */
const AUDITION_LUFS = -18

/**
 * Factor on the volume with which a song is as loud as all others that are auditioned. A quieter one is raised by it
 * too; the element stops where its own level is reached, so nothing is played beyond full scale.
 * @returns 1 for a song that was not measured, or is silent
 */
export function auditionGain(measured: Loudness | undefined): number {
  const heard = heardAs(measured)
  return heard === null ? 1 : Math.min(GAIN_MAX, Math.max(GAIN_MIN, matchingGain(AUDITION_LUFS, heard)))
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
