// What rows of whoever is signed in, or signs up, and of the people they know are.
import * as z from 'zod/mini'
import { AudioFormat } from '../../../model/catalogue/release.ts'
import { later } from '../../../model/later.ts'
import { AccessClaims } from '../../../model/people/account.ts'
import { Connection, SentInvitation } from '../../../model/people/network.ts'
import { MailPreference, Profile as ProfileFields } from '../../../model/people/profile.ts'
import { RefusalDetails, SIGN_IN_REFUSAL_CODES, WaitDetails } from '../../../model/people/refusal.ts'
import {
  AboutYou,
  CompanyFields,
  Invited,
  Language,
  SIGN_UP_STEPS,
  SignUpEnd,
  SignUpProgress,
} from '../../../model/people/signupWizard.ts'

export const Refusal = later(() => z.object({ code: z.string(), message: z.string(), ...RefusalDetails }))

export const Session = later(() =>
  z.object({
    status: z.enum(['restoring', 'unreachable', 'signedOut', 'signingIn', 'signedIn', 'signingOut']),
    loading: z.boolean(),
    claims: z.nullable(AccessClaims),
    accessToken: z.nullable(z.string()),
    refreshToken: z.nullable(z.string()),
    errorCode: z.nullable(z.enum(SIGN_IN_REFUSAL_CODES)),
    errorMessage: z.string(),
    retryAfterMs: RefusalDetails.retryAfterMs,
    showLogoutDisclaimerModal: z.boolean(),
  }),
)

export const Access = later(() =>
  z.object({
    requestId: z.string(),
    status: z.enum(['idle', 'waiting', 'done', 'refused']),
    refusal: z.nullable(Refusal),
    isEmailSent: z.boolean(),
    hasCode: z.exactOptional(z.literal(true)),
    passkeys: z.exactOptional(z.int().check(z.nonnegative())),
    addresses: z.exactOptional(z.int().check(z.nonnegative())),
  }),
)

const DeletionFailure = later(() => z.object({ id: z.string(), code: z.string(), message: z.string(), ...WaitDetails }))

export const Network = later(() =>
  z.object({
    invitations: z.array(z.object({ id: z.string() })),
    connections: z.array(z.extend(Connection, { id: z.string() })),
    status: z.exactOptional(z.enum(['loading', 'success', 'error'])),
    removals: z.exactOptional(z.array(z.object({ requestId: z.string(), id: z.string() }))),
    left: z.exactOptional(z.array(z.string())),
    failure: z.exactOptional(DeletionFailure),
    alsoFailed: z.exactOptional(z.array(DeletionFailure)),
  }),
)

export const Inviting = later(() =>
  z.object({
    requestId: z.string(),
    status: z.enum(['waiting', 'done', 'refused']),
    refusal: z.nullable(Refusal),
    sent: z.nullable(z.array(SentInvitation)),
  }),
)

export const Sharing = later(() =>
  z.object({
    title: z.string(),
    count: z.exactOptional(z.int().check(z.nonnegative())),
    status: z.enum(['waiting', 'refused', 'sent']),
    refusal: z.nullable(Refusal),
  }),
)

export const ContactHistory = later(() =>
  z.object({
    messages: z.array(z.object({ title: z.string(), contactType: z.number(), text: z.string(), at: z.number() })),
  }),
)

const ProfileSave = later(() =>
  z.object({
    requestId: z.string(),
    status: z.enum(['waiting', 'done', 'refused']),
    refusal: z.nullable(Refusal),
  }),
)
const MailAsked = later(() => z.object({ requestId: z.string(), email: z.string(), sent: z.boolean() }))

const MailEdits = later(() =>
  z.object({
    mailpref: z.exactOptional(MailPreference),
    mailto: z.exactOptional(z.string()),
    language: z.exactOptional(z.string()),
  }),
)

export const Profile = later(() =>
  z.object({
    status: z.enum(['loading', 'success', 'error']),
    profile: z.nullable(ProfileFields),
    version: z.nullable(z.string()),
    save: z.nullable(ProfileSave),
    earlier: z.exactOptional(z.array(ProfileSave)),
    unsavedFormat: z.exactOptional(z.object({ requestId: z.string(), format: AudioFormat, isRefused: z.boolean() })),
    unsavedMails: z.exactOptional(z.object({ requestId: z.string(), edits: MailEdits, isRefused: z.boolean() })),
    mergeEmailStarted: z.nullable(MailAsked),
    mergeEmailError: z.nullable(Refusal),
    splitEmailStarted: z.nullable(MailAsked),
    splitEmailError: z.nullable(Refusal),
  }),
)

/** What was sent of a sign-up: any of its fields. */
const SignUpForm = later(() =>
  z.object({
    first_name: z.exactOptional(AboutYou.shape.first_name),
    last_name: z.exactOptional(AboutYou.shape.last_name),
    email: z.exactOptional(AboutYou.shape.email),
    industry: z.exactOptional(AboutYou.shape.industry),
    role: z.exactOptional(AboutYou.shape.role),
    phone: z.exactOptional(AboutYou.shape.phone),
    hasAcceptedTerms: z.exactOptional(AboutYou.shape.hasAcceptedTerms),
    ...CompanyFields.shape,
    group_owner: z.exactOptional(CompanyFields.shape.group_owner),
    country: z.exactOptional(CompanyFields.shape.country),
    city: z.exactOptional(CompanyFields.shape.city),
    primary_format: z.exactOptional(CompanyFields.shape.primary_format),
    inviter_id: z.string(),
    token: z.string(),
    password: z.string(),
    confirm_password: z.string(),
  }),
)
const Step = later(() => z.enum(SIGN_UP_STEPS))

export const SignUp = later(() =>
  z.object({
    ...SignUpProgress.shape,
    invitation: z.nullable(Invited),
    form: SignUpForm,
    request: z.nullable(z.object({ requestId: z.string(), step: Step })),
    passed: z.nullable(z.string()),
    refusal: z.nullable(z.extend(Refusal, { requestId: z.string(), step: Step })),
    end: z.nullable(SignUpEnd),
    languages: z.array(Language),
  }),
)
