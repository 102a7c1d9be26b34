/**
 * The sign-up as its wizard knows it: what was sent of its steps, what is proved, and how it ended (SIGNUP-022,
 * SIGNUP-042). Passwords and tokens stand as handles of the session worker's vault.
 */
import * as z from 'zod/mini'
import { later } from '../later.ts'
import { TokenRelationship } from './network.ts'
import type { Refusal } from './refusal.ts'
import { Industry, Role } from './signup.ts'

/** Characters are counted by the form and the server; a log is only kept from holding a book. */
const Line = later(() => z.string().check(z.maxLength(4000)))

/** Step one. */
export const AboutYou = later(() =>
  z.strictObject({
    first_name: Line,
    last_name: Line,
    email: Line,
    industry: Industry,
    role: Role,
    phone: Line,
    hasAcceptedTerms: z.boolean(),
  }),
)
export type AboutYou = z.infer<typeof AboutYou>

/** The last step; what was not shown is left out (D-027). */
export const CompanyFields = later(() =>
  z.strictObject({
    group_owner: Line,
    country: Line,
    city: Line,
    primary_format: Line,
    state: z.exactOptional(Line),
    web_site: z.exactOptional(Line),
    reporting: z.exactOptional(Line),
    call_letter: z.exactOptional(Line),
    secondary_format: z.exactOptional(Line),
    additional_format: z.exactOptional(Line),
    media_type: z.exactOptional(Line),
  }),
)
export type CompanyFields = z.infer<typeof CompanyFields>

/** What an invitation says, and the handle of its token. */
export const Invited = later(() =>
  z.strictObject({
    email: Line,
    inviter_email: Line,
    inviter_id: Line,
    relationship: TokenRelationship,
    welcome_email: z.boolean(),
    token: Line,
  }),
)
export type Invited = z.infer<typeof Invited>

/** What of a sign-up outlives the page that is loaded again, besides what is typed. */
export const SignUpProgress = later(() =>
  z.strictObject({
    about: z.nullable(AboutYou),
    /** The address that is proved, and the handle of the token that proves it; empty and null without. */
    verified: Line,
    emailToken: z.nullable(Line),
    /** Where the last code went, and when, ms since 1970; empty and 0 without. */
    codeSentTo: Line,
    codeSentAt: z.number(),
    language: Line,
  }),
)
export type SignUpProgress = z.infer<typeof SignUpProgress>

export const Language = later(() => z.strictObject({ name: z.string(), code: z.string() }))
export type Language = z.infer<typeof Language>

export const SIGN_UP_STEPS = ['about', 'code', 'company'] as const
export type SignUpStep = (typeof SIGN_UP_STEPS)[number]

/** `taken`: the address has an account. `expired`: neither invitation nor proof is good any more. */
export const SignUpEnd = later(() => z.enum(['received', 'coworker', 'taken', 'expired', 'failed']))
export type SignUpEnd = z.infer<typeof SignUpEnd>

export interface SignUpState extends SignUpProgress {
  invitation: Invited | null
  /** All that was sent, as confirm sign-up takes it. */
  form: SignUpForm
  /** What is on its way. */
  request: { readonly requestId: string; readonly step: SignUpStep } | null
  /** The last request that came to something. */
  passed: string | null
  /** Why the last one did not; one object as long as it stands. */
  refusal: (Refusal & { readonly requestId: string; readonly step: SignUpStep }) | null
  end: SignUpEnd | null
  languages: readonly Language[]
}

export type SignUpForm = Partial<AboutYou> &
  Partial<CompanyFields> & {
    inviter_id: string
    /** Handles, or empty. */
    token: string
    password: string
    confirm_password: string
  }

/** The list without an answer (D-141). */
export const ENGLISH_ONLY: readonly Language[] = [{ name: 'English', code: 'en' }]
export const SIGNUP_LANGUAGE_DEFAULT = 'en'
