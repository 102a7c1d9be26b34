// The verification banner remembers on this device when it was closed (SHELL-049, SHELL-050, D-056).
import * as z from 'zod/mini'
import { readText, wallClock, writeText } from '#platform/storage/storage.ts'

export const VERIFICATION_BANNER_REAPPEAR_MS = 86_400_000

const KEY = 'verificationBannerData'
const Kept = z.object({ shouldShow: z.boolean(), lastClosed: z.number() })

/** Whether the banner is due: never closed, or closed at least a day before `now` (ms). */
export function verificationBannerDue(now = wallClock()): boolean {
  const text = readText('local', KEY)
  if (text === null) return true
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
}
