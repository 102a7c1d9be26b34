// What a screen fetches to show and no state holds: like a picture, it is asked for where it is drawn.

import type { ListIndexPart } from '#core/model/catalogue/listIndex.ts'
import { PEAK_COUNT, type PromoAnswer } from '#core/model/catalogue/media.ts'
import type { Loudness } from '#core/model/catalogue/release.ts'
import { isMeasured, levelledGain, loudnessOf, type Played } from '#core/model/playback/loudness.ts'
import { ports } from './ports.ts'

/** Where a promotional e-mail can be read for a minute. */
export function promoAddress(releaseid: string, withImages: boolean): Promise<PromoAnswer> {
  return ports().promoAddress(releaseid, withImages)
}

/** Words of a list's releases from a place on, from 0: INDEX_ROWS_MAX at most; null when they cannot be had. */
export function listIndexPart(queryId: string, first: number): Promise<ListIndexPart | null> {
  return ports().listIndex(queryId, first)
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

/** A song, and how loud the server says it is. */
export interface Levelled {
  readonly trackid: string
  readonly measured?: Loudness | undefined
}

/** Finds out how loud these songs are, so that `versionGain` knows. Outlines are asked for where one is not measured. */
export async function learnLoudness(songs: readonly Levelled[]): Promise<void> {
  if (songs.every(isMeasured)) return
  await Promise.all(songs.filter(({ trackid }) => !known.has(trackid)).map(({ trackid }) => peaksOf(trackid)))
}

/**
 * Factor on the volume with which `chosen` is as loud as `heard` is now (`levelledGain`).
 * @param played how `heard` is played; its factor is the answer while either loudness is not known
 */
export function versionGain(heard: Levelled, chosen: Levelled, played: Played): number {
  const level = ({ trackid, measured }: Levelled) => ({ measured, outline: known.get(trackid) })
  return levelledGain(level(heard), level(chosen), played)
}
