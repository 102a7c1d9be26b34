// The profile and its linked e-mails (API-PROF).
import * as z from 'zod/mini'
import { AudioFormat } from '../catalogue/release.ts'
import { isFields, said } from '../catalogue/releaseWire.ts'
import { PlayerId } from '../ids.ts'
import { later } from '../later.ts'
import { optional } from '../text/textRule.ts'
import { textOf } from '../text/textSchema.ts'
import { EmailText } from './fields/email.ts'
import { CITY, COMPANY, COUNTRY, LANGUAGE, NAME, PHONE, REGION, SUPPORT_MESSAGE, WEBSITE } from './fields/fieldRules.ts'

/** How often mails about new releases come, from the fewest to the most; `track` is one for each release. */
export const MAIL_PREFERENCES = ['none', 'daily', 'weekly', 'track'] as const
export const MailPreference = later(() => z.enum(MAIL_PREFERENCES))
export type MailPreference = z.infer<typeof MailPreference>

/** Of files that are downloaded, where nothing else was chosen. */
const DEFAULT_FORMAT = 'mp3'

/** API-PROF-001. `emails` always holds the signed-in e-mail, `mailto` is one of `emails`. */
export const Profile = later(() =>
  z.object({
    firstname: z.string(),
    lastname: z.string(),
    website: z.string(),
    phone: z.string(),
    city: z.string(),
    company: z.string(),
    title: z.string(),
    state: z.string(),
    country: z.string(),
    language: z.string(),
    format: z._default(AudioFormat, DEFAULT_FORMAT),
    mailpref: MailPreference,
    mailto: z.string(),
    emails: z.array(z.string()),
  }),
)
export type Profile = z.infer<typeof Profile>

const PROFILE_WITHOUT = {
  firstname: '', lastname: '', website: '', phone: '', city: '', company: '', title: '', state: '', country: '', language: '',
  format: DEFAULT_FORMAT,
} // biome-ignore format: a table of fields

/** As it may come over the wire: what nobody filled in may be null, or lack (H-526). */
export const WireProfile: z.ZodMiniType<Profile> = later(() =>
  z.pipe(
    z.transform((value) => (isFields(value) ? { ...PROFILE_WITHOUT, ...said(value) } : value)),
    Profile,
  ),
)

/** Fields of a profile that were changed; as they were typed, for the server judges them. */
export const ProfileEdits = later(() =>
  z.extend(z.partial(z.omit(Profile, { emails: true, format: true })), {
    // What is not named is not changed: here nothing stands in for it.
    format: z.optional(AudioFormat),
  }),
)
export type ProfileEdits = z.infer<typeof ProfileEdits>

/** Chosen one at a time, and saved by themselves (D-042). */
const QUICK: readonly string[] = ['mailpref', 'mailto', 'format', 'language']

/** Whether a change is of such choices alone. */
export const isQuick = (edits: object): boolean => Object.keys(edits).every((name) => QUICK.includes(name))

/** Of these another device may have chosen meanwhile what must not be undone unseen (H-040). */
const MAIL_CHOICES = ['mailpref', 'mailto', 'language'] as const

/** Which of them were chosen. */
export interface MailEdits {
  readonly mailpref?: MailPreference
  readonly mailto?: string
  readonly language?: string
}

/** The mail choices of a change; null where it is of something else, or of nothing. */
export function mailsOf(edits: ProfileEdits): MailEdits | null {
  const chosen = Object.entries(edits).filter(([, value]) => value !== undefined)
  return chosen.length > 0 && isOfMails(edits) ? (Object.fromEntries(chosen) as MailEdits) : null
}

/** Whether a change is of mail choices alone. */
export const isOfMails = (edits: ProfileEdits): boolean =>
  Object.keys(edits).every((name) => (MAIL_CHOICES as readonly string[]).includes(name))

/** The mail choices of `edits` that were made anew elsewhere: neither as they were read, nor as they are wanted. */
export const undoneBy = (edits: ProfileEdits, read: Profile, now: Profile): readonly (typeof MAIL_CHOICES)[number][] =>
  MAIL_CHOICES.filter((name) => edits[name] !== undefined && now[name] !== read[name] && now[name] !== edits[name])

/** Which mails about new releases come, where they go, and where else they could. */
export type MailChoices = Pick<Profile, 'mailpref' | 'mailto' | 'emails'> & {
  /** Of the profile they stand in (D-042); null from a server that does not say. */
  readonly version: string | null
}

/** Where words are missing this is said of it. */
const MANDATORY = { missing: 'This field is mandatory' }

/**
 * API-PROF-002: any of the fields, the others stay. `emails` comes along when the client posts the
 * whole profile; they have calls of their own and are not changed by it.
 */
export const ProfileChange = later(() =>
  z.strictObject({
    firstname: z.optional(textOf(NAME, MANDATORY)),
    lastname: z.optional(textOf(NAME, MANDATORY)),
    title: z.optional(textOf(NAME, MANDATORY)),
    country: z.optional(textOf(COUNTRY, { ...MANDATORY, wrong: MANDATORY.missing })),
    state: z.optional(textOf(REGION)),
    phone: z.optional(textOf(optional(PHONE), { wrong: 'Invalid phone number' })),
    website: z.optional(textOf(WEBSITE, { wrong: 'Must be a valid URL' })),
    city: z.optional(textOf(optional(CITY))),
    company: z.optional(textOf(optional(COMPANY))),
    language: z.optional(textOf(optional(LANGUAGE), { wrong: 'Unknown language' })),
    format: z.optional(AudioFormat),
    mailpref: z.optional(MailPreference),
    mailto: z.optional(EmailText),
    emails: z.optional(z.array(z.string().check(z.maxLength(320))).check(z.maxLength(100))),
  }),
)
export type ProfileChange = z.infer<typeof ProfileChange>

/** API-PROF-003 and 006. */
export const LinkedEmailRequest = later(() => z.strictObject({ email: EmailText }))
/** API-PROF-004. */
export const MergeInvitation = later(() => z.object({ email: z.string(), playerid: PlayerId }))
export const MergeAnswer = later(() => z.object({ invitation: MergeInvitation }))
/** API-PROF-005, 007 and 008. */
export const LinkedEmail = later(() => z.object({ email: z.string() }))
export const SplitRequest = later(() => z.optional(z.strictObject({ dtw: z.optional(z.boolean()) })))

export const MergeClaims = later(() => z.object({ invitation: MergeInvitation, exp: z.int() }))
export type MergeClaims = z.infer<typeof MergeClaims>
export const SplitClaims = later(() => z.object({ email: z.string(), playerid: PlayerId, exp: z.int() }))
export type SplitClaims = z.infer<typeof SplitClaims>

/** Codes of refused merges and splits (D-045). */
export const LinkedEmailCode = later(() =>
  z.enum(['TOKEN_EXPIRED', 'TOKEN_INVALID', 'TOKEN_WRONG_PLAYER', 'EMAIL_IN_USE', 'LAST_EMAIL', 'EMAIL_SIGNED_IN']),
)

/** Whether a refusal is the server's word on a mailed link: it will be of no more use then (D-162). */
export const endsLinkedEmail = ({ status, code }: { readonly status: number; readonly code: string }): boolean =>
  status === 404 || status === 410 || LinkedEmailCode.safeParse(code).success

/** API-MISC-003. */
export const DeviceRegistration = later(() =>
  z.strictObject({
    device_id: z.string().check(z.minLength(1), z.maxLength(100)),
    platform: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
)
export type DeviceRegistration = z.infer<typeof DeviceRegistration>

/** The message form of the support panel (D-067); `email` is needed when nobody is signed in. */
export const SupportMessage = later(() =>
  z.strictObject({
    message: textOf(SUPPORT_MESSAGE),
    email: z.optional(EmailText),
  }),
)
export type SupportMessage = z.infer<typeof SupportMessage>
