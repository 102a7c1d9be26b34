// Sharing a release and writing to its owner (API-REL-007 to 011, D-121, D-123).
import * as z from 'zod/mini'
import { PlayerId, ReleaseId } from '../ids.ts'
import { later } from '../later.ts'
import { textOf } from '../text/textSchema.ts'
import { CONTACT_MESSAGE, EMAIL, SHARE_MESSAGE } from './fields/fieldRules.ts'

/** Receivers of one share at most. */
export const SHARE_RECEIVERS_MAX = 100

/** Releases in one share at most. */
export const SHARE_RELEASES_MAX = 25

/** Earlier messages to one owner that are told of at most. */
export const SENT_COMMENTS_MAX = 20

/** The eight request types, ids 1 to 8 in this order (D-121). */
export const CONTACT_TYPES = [
  'feedback to artist',
  'additional promo',
  'additional music',
  'schedule interview',
  'file format',
  'song version',
  'artist liner',
  'other',
] as const

const isContactType = (name: string) => (CONTACT_TYPES as readonly string[]).includes(name)

/** Which of the request types, counted from 1. */
export const ContactType = later(() => z.int().check(z.gte(1), z.lte(CONTACT_TYPES.length, 'unknown request type')))

/** API-REL-007. */
export const CommentRequest = later(() =>
  z.strictObject({
    player_email: textOf(EMAIL, { missing: 'Email is required', wrong: 'Email is required' }),
    comment_type_id: ContactType,
    /** One of the eight in any case; the id decides. */
    comment_type: z.string().check(z.trim(), z.toLowerCase(), z.refine(isContactType, 'unknown request type')),
    comment_text: textOf(CONTACT_MESSAGE, { missing: 'Message is required' }),
  }),
)
export type CommentRequest = z.infer<typeof CommentRequest>

/** API-REL-008. */
export const CommentInit = later(() =>
  z.object({
    enabled: z.boolean(),
    types: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
)
export type CommentInit = z.infer<typeof CommentInit>

/** What a player wrote to the owner of a release before, newest first (H-067). */
export const SentComments = later(() =>
  z.object({
    comments: z
      .array(
        z.object({
          release_id: ReleaseId,
          release_title: z.string(),
          comment_type_id: ContactType,
          comment_text: z.string(),
          /** ms since 1970. */
          sent_at: z.number(),
        }),
      )
      .check(z.maxLength(SENT_COMMENTS_MAX)),
  }),
)
export type SentComments = z.infer<typeof SentComments>

/** API-REL-011. `also` is what goes to the same people in the same mail (H-066). */
export const ShareRequest = later(() =>
  z.strictObject({
    release_id: ReleaseId,
    also: z.optional(z.array(ReleaseId).check(z.maxLength(SHARE_RELEASES_MAX - 1))),
    players_id: z
      .array(PlayerId)
      .check(
        z.minLength(1, 'Please select at least one connection to share this release'),
        z.maxLength(SHARE_RECEIVERS_MAX),
      ),
    message: z.optional(textOf(SHARE_MESSAGE)),
  }),
)
export type ShareRequest = z.infer<typeof ShareRequest>

/** How many releases of `release_id` and `also` went out, from the first; another server may not say (H-534). */
export const ShareAnswer = later(() => z.object({ data: z.object({ shared: z.int().check(z.positive()) }) }))
export type ShareAnswer = z.infer<typeof ShareAnswer>
