// Who is signed in: what the access token claims, and the bodies of the sign-in calls (API-AUTH).
import * as z from 'zod/mini'
import { PlayerId } from '../ids.ts'
import { later } from '../later.ts'
import { EmailText } from './fields/email.ts'

/** Claims of the access token (SESSION-001). `exp` is in seconds since 1970. Decoded for display, never trusted for rights. */
export const AccessClaims = later(() =>
  z.object({
    username: z.string(),
    playerid: PlayerId,
    email: z.string(),
    fullname: z.string(),
    verified: z.boolean(),
    label_staff: z.boolean(),
    exp: z.int(),
  }),
)
export type AccessClaims = z.infer<typeof AccessClaims>

/** What a token says, of its JSON. Its times may have fractions (RFC 7519): here they are whole seconds. @throws SyntaxError */
export const parseClaims = (json: string): unknown =>
  JSON.parse(json, (key, value: unknown) =>
    typeof value === 'number' && (key === 'exp' || key === 'iat') ? Math.floor(value) : value,
  )

export const LoginRequest = later(() =>
  z.strictObject({
    username: z.string().check(z.minLength(1), z.maxLength(320)),
    password: z.string().check(z.minLength(1), z.maxLength(1024)),
    publicdevice: z.boolean(),
  }),
)
export type LoginRequest = z.infer<typeof LoginRequest>

export const TokenPair = later(() => z.object({ 'access-token': z.string(), 'refresh-token': z.string() }))
export type TokenPair = z.infer<typeof TokenPair>

export const RefreshRequest = later(() =>
  z.strictObject({ 'refresh-token': z.string().check(z.minLength(1), z.maxLength(512)) }),
)
export type RefreshRequest = z.infer<typeof RefreshRequest>

/** A signed token out of a link (JWT, compact form); what is in it is the server's affair. */
export const LinkToken = later(() => z.string().check(z.minLength(1), z.maxLength(4096)))

/** A password as it is sent; its rules stand in password.ts. */
export const PasswordText = later(() => z.string().check(z.minLength(1), z.maxLength(1024)))

/** API-AUTH-003. `dtw` is accepted and ignored (D-007). */
export const MagicLinkRequest = later(() =>
  z.strictObject({
    email: EmailText,
    publicdevice: z.boolean(),
    dtw: z.optional(z.boolean()),
  }),
)
export type MagicLinkRequest = z.infer<typeof MagicLinkRequest>

/** Whether the mail holds a code as well, for the page that asked (H-034); another server may not say, and has none. */
export const MagicLinkAnswer = later(() => z.object({ data: z.object({ code: z.boolean() }) }))
export type MagicLinkAnswer = z.infer<typeof MagicLinkAnswer>

/** API-AUTH-004. */
export const MagicLinkLogin = later(() => z.strictObject({ token: LinkToken, dtw: z.optional(z.boolean()) }))
export type MagicLinkLogin = z.infer<typeof MagicLinkLogin>

/** The code out of the mail of a magic link, in place of the link (H-034). */
export const MagicCodeLogin = later(() =>
  z.strictObject({
    email: EmailText,
    code: z.string().check(z.maxLength(40)),
    publicdevice: z.boolean(),
  }),
)
export type MagicCodeLogin = z.infer<typeof MagicCodeLogin>

/** API-AUTH-006. */
export const PasswordReset = later(() => z.strictObject({ password: PasswordText, token: LinkToken }))
export type PasswordReset = z.infer<typeof PasswordReset>

/** How many passkeys still open the account, and to how many other addresses links are mailed that do; older servers lack these. */
export const ResetAnswer = later(() =>
  z.object({
    data: z.object({
      passkeys: z.int().check(z.nonnegative()),
      addresses: z.exactOptional(z.int().check(z.nonnegative())),
    }),
  }),
)
export type ResetAnswer = z.infer<typeof ResetAnswer>

/** API-AUTH-009. */
export const InitialSetup = later(() => z.strictObject({ token: LinkToken, publicdevice: z.optional(z.boolean()) }))
export type InitialSetup = z.infer<typeof InitialSetup>

/** What the tokens in the links of mails say; `exp` in seconds since 1970. Decoded by the client for display. */
/** `nonce` is of the browser that asked for the link (D-162). */
export const MagicLinkClaims = later(() =>
  z.object({
    email: z.string(),
    publicdevice: z.boolean(),
    nonce: z.optional(z.string()),
    exp: z.int(),
  }),
)
export const ResetClaims = later(() => z.object({ email: z.string(), welcome_email: z.boolean(), exp: z.int() }))
export type ResetClaims = z.infer<typeof ResetClaims>
export const SetupClaims = later(() => z.object({ email: z.string(), exp: z.int() }))

/** The sign-up and login code enumeration, exactly (SIGNIN-032). */
export const AuthCode = later(() =>
  z.enum([
    'NONE',
    'INVALID_CREDENTIALS',
    'EMAIL_TAKEN',
    'CHECK_EMAIL_FAILED',
    'INVALID_TOKEN',
    'TERMS_NOT_ACCEPTED',
    'VERIFICATION_PENDING',
    'INVALID_EMAIL_TOKEN',
    'SIGNUP_FAILED',
  ]),
)
export type AuthCode = z.infer<typeof AuthCode>
