import type { LogEntry } from '#core/contracts/log.ts'
import { ports, type SavedLog } from './ports.ts'

/** Event logs of the signed-in player on this device, the running one first. */
export function listLogs(): Promise<readonly LogEntry[]> {
  return ports().logs()
}

/**
 * Saves an event log as a file, to be attached to a report.
 * @param logId null for the running one
 * @param personal keeps names, e-mail addresses and messages, which stand-ins take the place of otherwise
 * @throws Error when the log belongs to somebody else or is gone
 */
export function exportLog(logId: string | null, personal: boolean): Promise<SavedLog> {
  return ports().exportLog(logId, personal)
}
