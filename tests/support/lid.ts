/**
 * A laptop whose lid is closed: every process of the browser stands still, its lines are dead when it wakes, and the
 * clock has gone on meanwhile.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { familyOf, rootOf } from '#tests/bench/downloads/processTree.ts'
import { putClockForward } from './movableClock.ts'

const HOUR_MS = 3_600_000
/** What a machine takes until it has a network again. */
const NETWORK_MS = 1000

/**
 * Closes the lid and opens it again, on a page with a movable clock.
 * @param profile folder of the browser's profile, by which it is found
 * @param closed how long it really stands still, in ms; by its own clock it is an hour
 */
export async function closeLid(page: Page, profile: string, closed: number): Promise<void> {
  const root = rootOf(profile)
  if (root === null) throw new Error('the browser process was not found')
  const family = [...familyOf(root).keys()]
  for (const pid of family) process.kill(pid, 'SIGSTOP')
  await pause(closed)
  for (const pid of family) process.kill(pid, 'SIGCONT')
  await putClockForward(page, HOUR_MS)
  await page.context().setOffline(true)
  await pause(NETWORK_MS)
  await page.context().setOffline(false)
}
