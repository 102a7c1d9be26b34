// What a screen fetches to show and no state holds: like a picture, it is asked for where it is drawn.

import { PEAK_COUNT, type PromoAddress } from '#core/model/catalogue/media.ts'
import { loudnessOf, matchingGain } from '#core/model/playback/loudness.ts'
import { ports } from './ports.ts'

/** Where a promotional e-mail can be read for a minute; null when it cannot be had. */
export function promoAddress(releaseid: string, withImages: boolean): Promise<PromoAddress | null> {
  return ports().promoAddress(releaseid, withImages)
}

/** The outline of a track's loudness: PEAK_COUNT values of 0-255; null when it cannot be had. */
export async function peaksOf(trackid: string): Promise<Uint8Array | null> {
  const outline = await ports().peaks(trackid)
  if (outline === null) return null
  const loudness = loudnessOf(outline)
  if (loudness !== null) known.set(trackid, loudness)
  return outline.subarray(0, PEAK_COUNT)
}

/** Loudness in dB by track, of the outlines that were asked for. */
const known = new Map<string, number>()

/** Finds out how loud these tracks are, so that `versionGain` knows. */
export async function learnLoudness(trackids: readonly string[]): Promise<void> {
  await Promise.all(trackids.filter((trackid) => !known.has(trackid)).map(peaksOf))
}

/**
 * Factor on the volume with which track `chosen` is as loud as `heard` is now.
 * @param gain the factor `heard` is played with; the answer while either loudness is not known
 */
export function versionGain(heard: string, chosen: string, gain: number): number {
  const [from, to] = [known.get(heard), known.get(chosen)]
  return from === undefined || to === undefined ? gain : gain * matchingGain(from, to)
}
