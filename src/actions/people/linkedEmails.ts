/**
 * What joins an address to the account or takes one off. The browser remembers what it asked for, as a digest, so that
 * the mailed link is posted at once where it was asked for and by a press elsewhere (D-162).
 */
import * as z from 'zod/mini'
import { wish } from '#bridge/dispatch.ts'
import type { Answered } from '#core/contracts/security.ts'
import { profileLinkAnswered } from '#core/events/people/profile.ts'
import { emailKey } from '#core/model/people/fields/email.ts'
import { isHandleFor } from '#core/model/people/secrets.ts'
import { mayKeep, readText, writeText } from '#platform/storage/storage.ts'
import { ports } from '../ports.ts'
import { askForProfileMail } from './profile.ts'
import { askSecurity, isUnanswered } from './security.ts'

/** `merge` joins an address, `split` takes one off. */
export type LinkedEmailWay = 'merge' | 'split'

const KEY = 'linkedEmails'
/** Nobody waits for more of them. */
const KEPT_MAX = 20
const Digests = z.array(z.string())

/** Asks for the mail, and remembers that it was asked for here. @returns names the request in the state */
export function askForLink(way: LinkedEmailWay, email: string): string {
  void remember(way, email)
  return askForProfileMail(way, email)
}

/** Whether this browser asked for the link of an address. */
export async function wasAskedHere(way: LinkedEmailWay, email: string): Promise<boolean> {
  const digest = await digestOf(way, email)
  return digest !== null && kept().includes(digest)
}

/**
 * Posts the token of a mailed link, and says what came of it (SHELL-044 to SHELL-047).
 * @param link its handle, null where nothing is left of it
 * @param email what it says of itself, null when that is not known
 * @param perhaps whether it may be used up because it did its work: then the account is asked
 * @returns the address; null where neither the link nor the answer says it
 */
export async function useLink(
  way: LinkedEmailWay,
  link: string | null,
  email: string | null,
  perhaps: boolean,
): Promise<Answered<string | null>> {
  let answer = await post(way, link)
  const isUsedUp = !answer.ok && answer.refusal.code === 'TOKEN_EXPIRED'
  if (perhaps && isUsedUp && email !== null && (await isDone(way, email))) answer = { ok: true, value: email }
  if (answer.ok) answer = { ok: true, value: answer.value ?? email }
  const named = answer.ok ? answer.value : (email ?? '')
  // What came of a try without an answer is not known yet, and of an address without a name only the page can speak.
  if (named !== null && (answer.ok || !isUnanswered(answer.refusal)))
    wish(profileLinkAnswered({ requestId: ports().mintId(), way, email: named, done: answer.ok }))
  return answer
}

/** Whether the account is as the link would have it. */
async function isDone(way: LinkedEmailWay, email: string): Promise<boolean> {
  const read = await askSecurity('mailChoices', null)
  return read.ok && read.value.emails.some((one) => emailKey(one) === emailKey(email)) === (way === 'merge')
}

async function post(way: LinkedEmailWay, link: string | null): Promise<Answered<string | null>> {
  if (link === null || !isHandleFor('link', link))
    return { ok: false, refusal: { status: 404, code: 'TOKEN_INVALID', message: '' } }
  return askSecurity(way === 'merge' ? 'confirmMerge' : 'confirmSplit', link)
}

/** Puts the token of a link into the vault. @returns its handle and what it says; null when it is gone */
export async function openLink(token: string) {
  const handle = isHandleFor('link', token) ? token : await ports().keepSecret('link', token)
  const facts = await ports().readLink(handle)
  return facts && { handle, facts }
}

async function remember(way: LinkedEmailWay, email: string): Promise<void> {
  const digest = await digestOf(way, email)
  if (digest === null || !mayKeep()) return
  const others = kept().filter((one) => one !== digest)
  writeText('local', KEY, JSON.stringify([...others, digest].slice(-KEPT_MAX)))
}

function kept(): readonly string[] {
  try {
    const read = z.safeParse(Digests, JSON.parse(readText('local', KEY) ?? '[]'))
    return read.success ? read.data : []
  } catch {
    return []
  }
}

/** Null where the browser makes none: on a page that is not secure. */
async function digestOf(way: LinkedEmailWay, email: string): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (!subtle) return null
  const bytes = await subtle.digest('SHA-256', new TextEncoder().encode(`${way}:${emailKey(email)}`))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
