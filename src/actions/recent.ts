import { wish } from '#bridge/dispatch.ts'
import { recentCleared } from '#core/events/recent.ts'

/** Forgets everything that was played on this device. Ask before. */
export function clearHistory(): void {
  wish(recentCleared({}))
}
