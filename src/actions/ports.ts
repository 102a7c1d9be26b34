// What actions need besides dispatch: ids, the session worker's vault and the logs of this device. The entry sets them.
import type { LogEntry } from '#core/contracts/log.ts'
import type { AskSecurity } from '#core/contracts/security.ts'
import type { PromoAddress } from '#core/model/catalogue/media.ts'
import type { LinkFacts } from '#core/model/people/mailedLink.ts'
import type { PersonalPurpose, SecretHandle } from '#core/model/people/secrets.ts'

export interface ActionPorts {
  /** A new id, unique on this device. */
  mintId(): string
  /** Puts what a form holds, or a mailed link brought, into the session worker's vault and answers the handle. */
  keepSecret<P extends PersonalPurpose>(purpose: P, secret: string): Promise<SecretHandle<P>>
  /** What a mailed link says, by its handle; null when it is gone. */
  readLink(handle: string): Promise<LinkFacts | null>
  /** Where a promotional e-mail can be read for a minute; null when it cannot be had. */
  promoAddress(releaseid: string, withImages: boolean): Promise<PromoAddress | null>
  /** The outline of a track's loudness; null when it cannot be had. */
  peaks(trackid: string): Promise<Uint8Array | null>
  /** Asks the server about sessions and ways in. */
  readonly security: AskSecurity
  /** Asks for a folder, or for permission to the picked one, or lets it go; to be called in a press. Missing where the browser cannot. */
  chooseFolder?(what: 'pick' | 'allow' | 'leave'): Promise<void>
  /** Event logs of the signed-in player on this device, the running one first. */
  logs(): Promise<readonly LogEntry[]>
  /** Saves a log as a file; without an id the running one. @throws Error when it belongs to somebody else or is gone */
  exportLog(logId: string | null, personal: boolean): Promise<SavedLog>
}

/** The file a log was saved as. */
export interface SavedLog {
  readonly fileName: string
  readonly bytes: number
}

let current: ActionPorts | null = null

export function setActionPorts(ports: ActionPorts): void {
  current = ports
}

export function ports(): ActionPorts {
  if (!current) throw new Error('actions are used before their ports were set')
  return current
}
