// Passing releases on and writing to their owners: what a person can do.
import '#bridge/sharing.ts'
import { wish } from '#bridge/dispatch.ts'
import {
  contactOpened,
  contactRequested,
  shareRequested,
  sharingDismissed,
  supportRequested,
} from '#core/events/people/sharing.ts'
import { ports } from '../ports.ts'

/** The release a message is about. */
interface About {
  readonly releaseid: string
  readonly title: string
}

/** Names a message that is to be written: as long as it says the same, each try is the same to the server. */
export const nameMessage = (): string => ports().mintId()

/**
 * Sends releases to connections, as one message: one to SHARE_RELEASES_MAX of them.
 * @param receivers their player ids
 * @param text may be empty
 */
export function shareReleases(
  requestId: string,
  [first, ...rest]: readonly [About, ...About[]],
  receivers: readonly string[],
  text: string,
): void {
  const { releaseid, title } = first
  const also = rest.length > 0 ? { also: rest.map((one) => one.releaseid) } : {}
  wish(shareRequested({ requestId, releaseid, title, ...also, receivers: [...receivers], text }))
}

/** Counts that the form was opened. Nobody waits for it (CONTACT-019). */
export function openContact(releaseid: string): void {
  wish(contactOpened({ releaseid }))
}

/** Writes to the owner of a release. @param fields.type one of CONTACT_TYPES, counted from 1 */
export function contactOwner(
  requestId: string,
  { releaseid, title }: About,
  fields: { readonly email: string; readonly type: number; readonly text: string },
): void {
  const { email, type, text } = fields
  wish(contactRequested({ requestId, releaseid, title, contactType: type, email, text }))
}

/** Writes to support, who answer to the address of the session. */
export function writeToSupport(requestId: string, text: string): void {
  wish(supportRequested({ requestId, text }))
}

/** What became of a message is no longer shown. */
export function dismissSharing(requestId: string): void {
  wish(sharingDismissed({ requestId }))
}
