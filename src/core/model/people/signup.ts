// Signing up (API-SIGNUP).
import * as z from 'zod/mini'
import { later } from '../later.ts'
import { cleanText } from '../text/textRule.ts'
import { textOf } from '../text/textSchema.ts'
import { LinkToken, PasswordText } from './account.ts'
import { EmailText } from './fields/email.ts'
import { CALL_LETTERS, CITY, COMPANY, COUNTRY, LANGUAGE, NAME, PHONE, REGION, WEBSITE } from './fields/fieldRules.ts'
import { STATE_WRONG, stateFault } from './fields/states.ts'

export const Industry = later(() => z.enum(['radio', 'press-publicity-media', 'other']))
export type Industry = z.infer<typeof Industry>
export const Role = later(() => z.enum(['radio', 'press', 'other']))

export const REPORT_SOURCES = [
  'None', 'BDS', 'CMJ', 'FMQB', 'HITS', 'Music Row', 'Mediabase', 'Texas Music Chart', 'Other',
] as const // biome-ignore format: the list stands as in the seed
export const MEDIA_TYPES = ['Newspaper', 'Magazine', 'Online/Blogger', 'Street Press', 'Freelance', 'Other'] as const
/** D-028, in this order. */
export const REPORT_FORMATS = [
  'Active Rock', 'Adult Alternative', 'Adult Contemporary', 'Adult Hits', 'Adult R&B', 'Alternative', 'Americana',
  'Bluegrass', 'Blues', 'CHR/Top 40', 'Christian AC', 'Christian CHR', 'Christian Rock', 'Classic Country',
  'Classic Hits', 'Classic Rock', 'Classical', 'College', 'Country', 'Dance', 'Folk', 'Gospel', 'Hot AC', 'Indie',
  'Jazz', 'Latin', 'Mainstream Rock', 'Metal', 'News/Talk', 'Oldies', 'Public Radio', 'Regional Mexican', 'Rhythmic',
  'Smooth Jazz', 'Soft AC', 'Spanish', 'Texas Country', 'Triple A', 'Urban', 'Urban AC', 'Other',
] as const // biome-ignore format: the list stands as in the decision

/** API-SIGNUP-001 and 002. */
export const EmailRequest = later(() => z.strictObject({ email: EmailText }))
/** API-SIGNUP-003. The code is text: leading zeros count (D-025). */
export const CodeRequest = later(() => z.strictObject({ email: EmailText, code: z.string().check(z.maxLength(100)) }))
export const CodeAnswer = later(() => z.object({ data: z.object({ email_token: z.string() }) }))

/** Claims of the token that proves a verified e-mail; `exp` in seconds since 1970. */
export const EmailTokenClaims = later(() => z.object({ email: z.string(), exp: z.int() }))

/** Text of a field that may be left out or empty. */
const Line = (max: number) => z.optional(z.string().check(z.overwrite(cleanText), z.maxLength(max)))
const Choice = <T extends readonly [string, ...string[]]>(values: T) =>
  z.optional(z.union([z.literal(''), z.enum(values)]))
const REQUIRED = 'This field is required'
const required = { missing: REQUIRED }
const BAD_PHONE = 'Please enter a valid phone number'

/** API-SIGNUP-004. Fields not shown are not sent (D-027); what hangs together is told by `signUpProblems`. */
export const SignUpRequest = later(() =>
  z.strictObject({
    first_name: textOf(NAME, required),
    last_name: textOf(NAME, required),
    email: EmailText,
    industry: Industry,
    role: Role,
    phone: textOf(PHONE, { missing: BAD_PHONE, wrong: BAD_PHONE }),
    hasAcceptedTerms: z.boolean(),
    /** The invitation token, when there is one. */
    token: z.optional(z.union([z.literal(''), LinkToken])),
    /** Proves the e-mail when there is no invitation. */
    email_token: z.optional(z.union([z.literal(''), LinkToken])),
    password: z.optional(z.union([z.literal(''), PasswordText])),
    confirm_password: z.optional(z.union([z.literal(''), PasswordText])),
    group_owner: textOf(COMPANY, required),
    web_site: z.optional(textOf(WEBSITE, { wrong: 'Please enter a valid URL' })),
    country: textOf(COUNTRY, { ...required, wrong: REQUIRED }),
    state: z.optional(textOf(REGION)),
    city: textOf(CITY, required),
    reporting: Choice(REPORT_SOURCES),
    call_letter: z.optional(textOf(CALL_LETTERS)),
    primary_format: z.enum(REPORT_FORMATS),
    secondary_format: Choice(REPORT_FORMATS),
    additional_format: Choice(REPORT_FORMATS),
    media_type: Choice(MEDIA_TYPES),
    language: z.optional(textOf(LANGUAGE, { wrong: 'Unknown language' })),
    /** Out of the token, for the record; the server believes the token alone. */
    inviter_id: Line(128),
    inviter_email: Line(320),
    inviter_relationship: Line(40),
    sign_up_page_url: Line(5000),
  }),
)
export type SignUpRequest = z.infer<typeof SignUpRequest>

/** Of API-SIGNUP-004 when a coworker's account waits for approval after all (H-378); it answers nothing else. */
export const ConfirmAnswer = later(() => z.object({ data: z.object({ pending: z.boolean() }) }))
export type ConfirmAnswer = z.infer<typeof ConfirmAnswer>

/** What is wrong between the fields of a sign-up: field name to text, empty when nothing is. Passwords have rules of their own. */
export function signUpProblems(form: SignUpRequest): Record<string, string> {
  const problems: Record<string, string> = {}
  if (!form.hasAcceptedTerms) problems.hasAcceptedTerms = 'The fields are incomplete / please accept terms'
  const fault = stateFault(form.country, form.state ?? '')
  if (fault) problems.state = fault === 'missing' ? REQUIRED : STATE_WRONG
  if (form.industry === 'radio') {
    if (!form.reporting) problems.reporting = REQUIRED
    if (!form.call_letter) problems.call_letter = REQUIRED
  }
  if (form.token) {
    if (!form.password) problems.password = REQUIRED
    else if (form.password !== form.confirm_password) problems.confirm_password = 'Passwords must match'
  }
  return problems
}
