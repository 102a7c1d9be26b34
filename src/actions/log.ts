import type { LogEntry } from '#core/contracts/log.ts'

/** The logs of this device. The entry gives them, once the first screen stands. */
export interface Logs {
  /** Those of the signed-in player, the running one first. */
  list(): Promise<readonly LogEntry[]>
  /** Saves a log as a file; without an id the running one. @throws Error when it belongs to somebody else or is gone */
  save(logId: string | null, personal: boolean): Promise<SavedLog>
}

/** The file a log was saved as. */
export interface SavedLog {
  readonly fileName: string
  readonly bytes: number
}

let come = (_: Logs): void => {}
let logs = new Promise<Logs>((resolve) => {
  come = resolve
})

export function setLogs(given: Logs): void {
  come(given)
  logs = Promise.resolve(given)
}

/** Event logs of the signed-in player on this device, the running one first. */
export async function listLogs(): Promise<readonly LogEntry[]> {
  return (await logs).list()
}

/**
 * Saves an event log as a file, to be attached to a report.
 * @param logId null for the running one
 * @param personal keeps names, e-mail addresses and messages, which stand-ins take the place of otherwise
 * @throws Error when the log belongs to somebody else or is gone
 */
export async function exportLog(logId: string | null, personal: boolean): Promise<SavedLog> {
  return (await logs).save(logId, personal)
}
