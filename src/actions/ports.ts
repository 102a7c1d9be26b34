// What actions need besides dispatch: ids and the session worker's vault. The entry sets them.
import type { AskSecurity } from '#core/contracts/security.ts'
import type { ListIndexPart } from '#core/model/catalogue/listIndex.ts'
import type { PromoAnswer } from '#core/model/catalogue/media.ts'
import type { PlayerState } from '#core/model/entities.ts'
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
  promoAddress(releaseid: string, withImages: boolean): Promise<PromoAnswer>
  /** The outline of a track's loudness; null when it cannot be had. */
  peaks(trackid: string): Promise<Uint8Array | null>
  /** A part of a list's light index, from a place on, from 0; null when it cannot be had. */
  listIndex(queryId: string, first: number): Promise<ListIndexPart | null>
  /** Asks the server about sessions and ways in. */
  readonly security: AskSecurity
  /** What the player shows at a press; without it a press is taken by what plays when it arrives. */
  shownPlayer?(): Readonly<Pick<PlayerState, 'isPlaying' | 'requestId' | 'song'>>
  /** Where its song stands, in s. */
  stoodAt?(): number
  /** Asks for a folder, or for permission to the picked one, or lets it go; to be called in a press. Missing where the browser cannot. */
  chooseFolder?(what: 'pick' | 'allow' | 'leave'): Promise<boolean>
}

let current: ActionPorts | null = null

export function setActionPorts(ports: ActionPorts): void {
  current = ports
}

export function ports(): ActionPorts {
  if (!current) throw new Error('actions are used before their ports were set')
  return current
}
