// The verification banner remembers on this device when it was closed (SHELL-049, SHELL-050, D-056).
import * as z from 'zod/mini'
import { readText, wallClock, writeText } from '#platform/storage/storage.ts'

const VERIFICATION_BANNER_REAPPEAR_MS = 86_400_000

const KEY = 'verificationBannerData'
/** Who closed it; earlier builds did not say. */
const BY = 'verificationBannerBy'
const Kept = z.object({ shouldShow: z.boolean(), lastClosed: z.number() })

interface Closed {
  readonly shouldShow: boolean
  /** ms */
  readonly lastClosed: number
  readonly by: string | null
}

/** As it would be kept, where nothing can be stored: that holds as long, in this page. */
let closedHere: Closed | null = null

/** Whether the banner is due for a player: never closed by them, or closed at least a day before `now` (ms). */
export function verificationBannerDue(playerid: string, now = wallClock()): boolean {
  const kept = keptText() ?? closedHere
  if (!kept || kept.shouldShow) return true
  if (kept.by !== null && kept.by !== playerid) return true
  // A clock that was ahead when it was closed hides it no longer than a day.
  return Math.abs(now - kept.lastClosed) >= VERIFICATION_BANNER_REAPPEAR_MS
}

/** Notes that a player closed it. @param now ms */
export function closeVerificationBanner(playerid: string, now = wallClock()): void {
  const closed = { shouldShow: false, lastClosed: now }
  writeText('local', KEY, JSON.stringify(closed))
  writeText('local', BY, playerid)
  closedHere = readText('local', KEY) === null ? { ...closed, by: playerid } : null
}

function keptText(): Closed | null {
  try {
    return { ...Kept.parse(JSON.parse(readText('local', KEY) ?? '')), by: readText('local', BY) }
  } catch {
    return null
  }
}
