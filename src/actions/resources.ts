// What a screen fetches to show and no state holds: like a picture, it is asked for where it is drawn.
import type { PromoAddress } from '#core/model/media.ts'
import { ports } from './ports.ts'

/** Where a promotional e-mail can be read for a minute; null when it cannot be had. */
export function promoAddress(releaseid: string, withImages: boolean): Promise<PromoAddress | null> {
  return ports().promoAddress(releaseid, withImages)
}

/** The outline of a track's loudness: PEAK_COUNT values of 0-255; null when it cannot be had. */
export function peaksOf(trackid: string): Promise<Uint8Array | null> {
  return ports().peaks(trackid)
}
