// The profile and its linked e-mails (API-PROF).
import * as z from 'zod/mini'
import { AudioFormat } from '../catalogue/release.ts'
import { PlayerId } from '../ids.ts'
import { EmailText } from './email.ts'

/** How often mails about new releases come; `track` is one for each release. */
export const MailPreference = z.enum(['none', 'daily', 'weekly', 'track'])
export type MailPreference = z.infer<typeof MailPreference>

/** API-PROF-001. `emails` always holds the signed-in e-mail, `mailto` is one of `emails`. */
export const Profile = z.object({
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
  format: AudioFormat,
  mailpref: MailPreference,
  mailto: z.string(),
  emails: z.array(z.string()),
})
export type Profile = z.infer<typeof Profile>

/** Optional +, then 7 to 20 of digits, spaces, ( ) - . with at least 7 digits (D-026). */
export const PHONE_PATTERN = /^\+?(?=(?:[^0-9]*[0-9]){7})[0-9 ()\-.]{7,20}$/
/** Countries with a list of states or provinces, which must be chosen. */
export const COUNTRIES_WITH_STATES: readonly string[] = ['CA', 'US']
/** ISO 3166-1 alpha-2. */
export const COUNTRY_PATTERN = /^[A-Z]{2}$/
/** BCP 47: a language, perhaps with a region or script. */
export const LANGUAGE_PATTERN = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

const Line = (max: number) => z.string().check(z.maxLength(max, `at most ${max} characters`), z.trim())
const Mandatory = (max: number) => Line(max).check(z.minLength(1, 'This field is mandatory'))

/**
 * A web address people would type: http(s), or without a scheme. Kept here so that form and server agree.
 */
export function isWebsite(text: string): boolean {
  if (/\s/.test(text)) return false
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  return /^https?:\/\/[^/?#@:]+\.[a-z\d-]{2,}([:/?#]|$)/i.test(address)
}

/**
 * API-PROF-002: any of the fields, the others stay. `emails` comes along when the client posts the
 * whole profile; they have calls of their own and are not changed by it.
 */
export const ProfileChange = z.strictObject({
  firstname: z.optional(Mandatory(100)),
  lastname: z.optional(Mandatory(100)),
  title: z.optional(Mandatory(100)),
  country: z.optional(Line(2).check(z.regex(COUNTRY_PATTERN, 'This field is mandatory'))),
  state: z.optional(Line(100)),
  phone: z.optional(
    Line(40).check(z.refine((text) => text === '' || PHONE_PATTERN.test(text), 'Invalid phone number')),
  ),
  website: z.optional(Line(300).check(z.refine((text) => text === '' || isWebsite(text), 'Must be a valid URL'))),
  city: z.optional(Line(100)),
  company: z.optional(Line(200)),
  language: z.optional(
    Line(20).check(z.refine((text) => text === '' || LANGUAGE_PATTERN.test(text), 'Unknown language')),
  ),
  format: z.optional(AudioFormat),
  mailpref: z.optional(MailPreference),
  mailto: z.optional(EmailText),
  emails: z.optional(z.array(z.string().check(z.maxLength(320))).check(z.maxLength(100))),
})
export type ProfileChange = z.infer<typeof ProfileChange>

/** API-PROF-003 and 006. */
export const LinkedEmailRequest = z.strictObject({ email: EmailText })
/** API-PROF-004. */
export const MergeInvitation = z.object({ email: z.string(), playerid: PlayerId })
export const MergeAnswer = z.object({ invitation: MergeInvitation })
/** API-PROF-005, 007 and 008. */
export const LinkedEmail = z.object({ email: z.string() })
export const SplitRequest = z.optional(z.strictObject({ dtw: z.optional(z.boolean()) }))

export const MergeClaims = z.object({ invitation: MergeInvitation, exp: z.int() })
export type MergeClaims = z.infer<typeof MergeClaims>
export const SplitClaims = z.object({ email: z.string(), playerid: PlayerId, exp: z.int() })
export type SplitClaims = z.infer<typeof SplitClaims>

/** Codes of refused merges and splits (D-045). */
export const LinkedEmailCode = z.enum([
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'TOKEN_WRONG_PLAYER',
  'EMAIL_IN_USE',
  'LAST_EMAIL',
  'EMAIL_SIGNED_IN',
])

/** API-MISC-003. */
export const DeviceRegistration = z.strictObject({
  device_id: z.string().check(z.minLength(1), z.maxLength(100)),
  platform: z.string().check(z.minLength(1), z.maxLength(100)),
})
export type DeviceRegistration = z.infer<typeof DeviceRegistration>

export const SUPPORT_MESSAGE_MAX = 3000
/** The message form of the support panel (D-067); `email` is needed when nobody is signed in. */
export const SupportMessage = z.strictObject({
  message: z.string().check(z.trim(), z.minLength(1), z.maxLength(SUPPORT_MESSAGE_MAX)),
  email: z.optional(EmailText),
})
export type SupportMessage = z.infer<typeof SupportMessage>
