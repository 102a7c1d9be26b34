import type { LogEntry } from '#core/contracts/log.ts'
import { ports } from './ports.ts'

/** Event logs of the signed-in player on this device, the running one first. */
export function listLogs(): Promise<readonly LogEntry[]> {
  return ports().logs()
}

/**
 * Saves an event log as a file, to be attached to a report.
 * @param logId null for the running one
 * @throws Error when the log belongs to somebody else or is gone
 */
export function exportLog(logId: string | null): Promise<void> {
  return ports().exportLog(logId)
}
