/**
 * Ways in that lead through a mail. What a person types and what a link brings goes into the session worker's vault; the
 * wishes name handles.
 */
import '#bridge/access.ts'
import { wish } from '#bridge/dispatch.ts'
import {
  accessCleared,
  accessCodeSent,
  accessLinkFollowed,
  accessMailRequested,
  accessPasswordChosen,
} from '#core/events/people/access.ts'
import type { LinkFacts } from '#core/model/people/mailedLink.ts'
import { isHandleFor } from '#core/model/people/secrets.ts'
import { ports } from '../ports.ts'

/** How often it was said that what was asked for is no longer shown. */
let cleared = 0

/**
 * Has a mail sent with a link that signs in, or that leads to a new password. Whoever left the form while the address was
 * put away, or changed it, gets the mail; the form that is there by then is told nothing of it.
 */
export async function requestMail(kind: 'magicLink' | 'reset', email: string, publicDevice = false): Promise<void> {
  const before = cleared
  const handle = await ports().keepSecret('credentials', JSON.stringify({ email: email.trim(), publicDevice }))
  wish(accessMailRequested({ requestId: ports().mintId(), kind, handle }))
  if (cleared !== before) clearAccess()
}

/** Sets a password with a mailed link. @param link its handle */
export async function choosePassword(link: string, password: string): Promise<void> {
  const handle = await ports().keepSecret('password', password)
  wish(accessPasswordChosen({ requestId: ports().mintId(), link, password: handle }))
}

/** Signs in with a mailed link: what uses it up. @param link its handle @param publicDevice the link does not say it itself */
export function followLink(link: string, way: 'magicLink' | 'setup', publicDevice = false): void {
  wish(accessLinkFollowed({ requestId: ports().mintId(), link, way, ...(publicDevice && { publicDevice }) }))
}

/** Signs in with the code out of the mail of the magic link that was asked for last. */
export async function sendLinkCode(email: string, code: string, publicDevice: boolean): Promise<void> {
  const handle = await ports().keepSecret('credentials', JSON.stringify({ email: email.trim(), code, publicDevice }))
  wish(accessCodeSent({ requestId: ports().mintId(), handle }))
}

/** What was sent or refused is no longer shown. */
export function clearAccess(): void {
  cleared++
  wish(accessCleared({}))
}

/** Puts the token of a mailed link away. @returns its handle, the same for the same token */
export async function keepLink(token: string): Promise<string> {
  return isHandleFor('link', token) ? token : ports().keepSecret('link', token)
}

/** What a link says; null when it is gone. */
export const readLink = (handle: string): Promise<LinkFacts | null> => ports().readLink(handle)
