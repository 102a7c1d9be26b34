/**
 * The tokens of mailed links, by handle. They outlive a reload, a sign-out and the way to another account, until they
 * are used or over; in the address of a page none of them stands any longer. Each has a key, made once: sent with
 * every try to use the token, it lets the server answer a repeated one as it answered the first (D-162).
 *
 * Beside them lie the nonces of the links this browser asked for: a link that carries one was asked for here.
 */
import * as z from 'zod/mini'
import { later } from '#core/model/later.ts'
import type { LinkFacts } from '#core/model/people/mailedLink.ts'
import type { SecretHandle } from '#core/model/people/secrets.ts'
import { jwtPayload } from './claims.ts'

/** Longer than any link is good (an invitation: 7 days), ms. */
const KEPT_MS = 8 * 86_400_000
/** Nobody has more of them on the way; what would make this grow is no person. */
const KEPT_MAX = 20

const Kept = later(() =>
  z.object({
    links: z.array(z.object({ handle: z.string(), token: z.string(), key: z.string(), at: z.number() })),
    nonces: z.array(z.object({ nonce: z.string(), at: z.number() })),
  }),
)
type Kept = z.infer<typeof Kept>
/** Done again to its own outcome it changes nothing. */
type Change = (before: Kept) => Kept

/** What a token says that a page shows, whatever kind of link it is. */
const Told = later(() =>
  z.object({
    email: z.optional(z.string()),
    invitation: z.optional(z.object({ email: z.string() })),
    welcome_email: z.optional(z.boolean()),
    publicdevice: z.optional(z.boolean()),
    nonce: z.optional(z.string()),
    exp: z.int(),
  }),
)

export interface LinkParts {
  mint(): string
  /** Ms since 1970. */
  now(): number
  /**
   * The same by the server's clock, null when nobody says. Asked when this device's takes a token for over: it may be
   * ahead, and would keep its person from a link that is good. Without, this device's counts.
   */
  readonly serverNow?: () => Promise<number | null>
  /** Where they outlive the page; without, in memory alone. A failure costs the reload and nothing else. */
  readonly kept?: { load(): Promise<unknown>; change(by: (held: unknown) => unknown): Promise<void> }
}

export interface Links {
  /** The same handle for the same token, however often it is opened. */
  keep(token: string): Promise<SecretHandle<'link'>>
  /** The token and the key its use is asked for with, or null when it is gone. */
  find(handle: string): Promise<{ token: string; key: string; publicDevice: boolean } | null>
  /** What it says, for the page to show; null when it is gone. A token that cannot be read says nothing. */
  read(handle: string): Promise<LinkFacts | null>
  drop(handle: string): Promise<void>
  /** A new nonce, for a link that is asked for. */
  ask(): Promise<string>
  /** The nonce of the link that was asked for last, here or in the page before; null when none is waited for. */
  asked(): Promise<string | null>
  /** The links that were asked for are no longer waited for. */
  stopWaiting(): Promise<void>
}

export function createLinks({ mint, now, serverNow, kept }: LinkParts): Links {
  let held: Kept = { links: [], nonces: [] }
  /** Other tabs ask for links of their own. */
  let askedHere: string | null = null
  /**
   * What the disk refused to write, oldest first. One that is full can be read all the same: what it has is that of
   * before, and all this is done to it once more.
   */
  let unwritten: readonly Change[] = []

  const readKept = (stored: unknown): Kept => {
    const read = z.safeParse(Kept, stored)
    return unwritten.reduce((all, by) => by(all), read.success ? read.data : held)
  }

  /** Takes on what other tabs and earlier pages kept. */
  async function known(): Promise<Kept> {
    held = readKept(await kept?.load().catch(() => undefined))
    return held
  }

  async function change(by: Change): Promise<void> {
    const fresh = <T extends { at: number }>(all: readonly T[]) =>
      all.filter(({ at }) => Math.abs(now() - at) < KEPT_MS).slice(-KEPT_MAX)
    let made = unwritten
    const next = (stored?: unknown): Kept => {
      made = unwritten
      const { links, nonces } = by(readKept(stored))
      held = { links: fresh(links), nonces: fresh(nonces) }
      return held
    }
    if (!kept) {
      next()
      return
    }
    try {
      await kept.change(next)
      unwritten = unwritten.filter((one) => !made.includes(one))
    } catch {
      // A disk that refuses costs the reload.
      next()
      unwritten = [...unwritten, by]
    }
  }

  /** @param at ms since 1970 */
  async function isOver(at: number): Promise<boolean> {
    if (now() < at) return false
    if (!serverNow) return true
    // Where nobody says, whoever uses the token is told by the server.
    const right = await serverNow().catch(() => null)
    return right !== null && right >= at
  }

  const linkOf = async (handle: string) => (await known()).links.find((link) => link.handle === handle)

  return {
    async keep(token) {
      const mine = { handle: `link:${mint()}`, token, key: mint(), at: now() }
      let given: string | null = null
      await change((before) => {
        // The page has the handle by then: one another page keeps the same token under helps it no more.
        const same = before.links.find((link) => (given === null ? link.token === token : link.handle === given))
        given ??= same?.handle ?? mine.handle
        return same ? before : { ...before, links: [...before.links, { ...mine, handle: given }] }
      })
      return (given ?? mine.handle) as SecretHandle<'link'>
    },
    async find(handle) {
      const link = await linkOf(handle)
      return link ? { token: link.token, key: link.key, publicDevice: toldBy(link.token)?.publicdevice ?? false } : null
    },
    async read(handle) {
      const link = await linkOf(handle)
      if (!link) return null
      const told = toldBy(link.token)
      return {
        email: told?.email ?? told?.invitation?.email ?? null,
        welcome: told?.welcome_email ?? false,
        publicDevice: told?.publicdevice ?? false,
        isOver: told !== null && (await isOver(told.exp * 1000)),
        isOwn: told?.nonce !== undefined && held.nonces.some(({ nonce }) => nonce === told.nonce),
      }
    },
    drop: (handle) =>
      change(({ links, nonces }) => ({ links: links.filter((link) => link.handle !== handle), nonces })),
    async ask() {
      // Of one wait there is one: where the next mail is refused the code of the one before stays good, and is for it.
      const nonce = askedHere ?? mint()
      askedHere = nonce
      const mine = { nonce, at: now() }
      await change(({ links, nonces }) => ({
        links,
        nonces: [...nonces.filter((other) => other.nonce !== nonce), mine],
      }))
      return nonce
    },
    asked: async () => askedHere ?? (await known()).nonces.at(-1)?.nonce ?? null,
    stopWaiting() {
      askedHere = null
      let known: ReadonlySet<string> | null = null
      return change(({ links, nonces }) => {
        // Done once more, where the disk refused: another tab may have begun to wait meanwhile.
        known ??= new Set(nonces.map(({ nonce }) => nonce))
        return { links, nonces: nonces.filter(({ nonce }) => !known?.has(nonce)) }
      })
    },
  }
}

function toldBy(token: string): z.infer<typeof Told> | null {
  const told = z.safeParse(Told, jwtPayload(token))
  return told.success ? told.data : null
}
