// The verification banner remembers on this device when it was closed (SHELL-049, SHELL-050, D-056).
import * as z from 'zod/mini'
import { readText, wallClock, writeText } from '#platform/storage/storage.ts'

export const VERIFICATION_BANNER_REAPPEAR_MS = 86_400_000

const KEY = 'verificationBannerData'
const Kept = z.object({ shouldShow: z.boolean(), lastClosed: z.number() })

/** When it was closed, ms, where nothing can be stored: that holds as long, in this page. */
let closedHere: number | null = null

/** Whether the banner is due: never closed, or closed at least a day before `now` (ms). */
export function verificationBannerDue(now = wallClock()): boolean {
  const text = readText('local', KEY)
  if (text === null) return closedHere === null || now - closedHere >= VERIFICATION_BANNER_REAPPEAR_MS
  try {
    const kept = Kept.parse(JSON.parse(text))
    return kept.shouldShow || now - kept.lastClosed >= VERIFICATION_BANNER_REAPPEAR_MS
  } catch {
    return true
  }
}

/** Notes that it was closed. @param now ms */
export function closeVerificationBanner(now = wallClock()): void {
  writeText('local', KEY, JSON.stringify({ shouldShow: false, lastClosed: now }))
  closedHere = readText('local', KEY) === null ? now : null
}
