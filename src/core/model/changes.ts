// What moved for a player since they asked last, by whomever it was moved (GET changes).
import * as z from 'zod/mini'
import { PlayerId, ReleaseId, Whole } from './ids.ts'
import { later } from './later.ts'

/** What a player's own screens are made of and others may change. */
export const CHANGE_DOMAINS = ['shares', 'connections', 'profile'] as const
export type ChangeDomain = (typeof CHANGE_DOMAINS)[number]

/** How often each has changed. */
export const Versions = later(() => z.object({ shares: Whole, connections: Whole, profile: Whole }))
export type Versions = z.infer<typeof Versions>

/** A release somebody passed on. `by` is their name, empty once their account is gone; `message` may be empty. */
export const ReceivedShare = later(() =>
  z.object({
    shareid: z.string(),
    releaseid: ReleaseId,
    title: z.string(),
    by: z.string(),
    message: z.string(),
    /** ISO 8601. */
    date: z.string(),
  }),
)
export type ReceivedShare = z.infer<typeof ReceivedShare>

/** Somebody who became a connection. */
export const NewConnection = later(() => z.object({ player_id: PlayerId, full_name: z.string() }))
export type NewConnection = z.infer<typeof NewConnection>

/** The versions now, and what came since those the caller named; nothing for a caller who named none. */
export const Changes = later(() =>
  z.extend(Versions, {
    news: z.object({
      /** Newest first. */
      shares: z.array(ReceivedShare),
      connected: z.array(NewConnection),
    }),
  }),
)
export type Changes = z.infer<typeof Changes>

/** News of one kind that one answer tells at most; whatever is older is found where it belongs. */
export const NEWS_MAX = 100

/** The validator that names these versions: a caller who sends it back says what they know. */
export const tagOf = ({ shares, connections, profile }: Versions): string => `"${shares}.${connections}.${profile}"`

/** The versions a validator names; null for one of another kind, or none. */
export function versionsOf(tag: string | undefined): Versions | null {
  const [, shares, connections, profile] = /^(?:W\/)?"(\d{1,9})\.(\d{1,9})\.(\d{1,9})"$/.exec(tag?.trim() ?? '') ?? []
  if (shares === undefined) return null
  return { shares: Number(shares), connections: Number(connections), profile: Number(profile) }
}

/** The domains that are at another version now. */
export const movedSince = (before: Versions, now: Versions): ChangeDomain[] =>
  CHANGE_DOMAINS.filter((domain) => before[domain] !== now[domain])
