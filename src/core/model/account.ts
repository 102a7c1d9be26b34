// Who is signed in: what the access token claims, and the bodies of the sign-in calls (API-AUTH).
import * as z from 'zod/mini'
import { PlayerId } from './ids.ts'

/** Claims of the access token (SESSION-001). `exp` is in seconds since 1970. Decoded for display, never trusted for rights. */
export const AccessClaims = z.object({
  username: z.string(),
  playerid: PlayerId,
  email: z.string(),
  fullname: z.string(),
  verified: z.boolean(),
  label_staff: z.boolean(),
  exp: z.int(),
})
export type AccessClaims = z.infer<typeof AccessClaims>

export const LoginRequest = z.object({
  username: z.string().check(z.minLength(1), z.maxLength(320)),
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
  publicdevice: z.boolean(),
})
export type LoginRequest = z.infer<typeof LoginRequest>

export const TokenPair = z.object({ 'access-token': z.string(), 'refresh-token': z.string() })
export type TokenPair = z.infer<typeof TokenPair>

export const RefreshRequest = z.object({ 'refresh-token': z.string().check(z.minLength(1), z.maxLength(512)) })
export type RefreshRequest = z.infer<typeof RefreshRequest>

/** The sign-up and login code enumeration, exactly (SIGNIN-032). */
export const AuthCode = z.enum([
  'NONE',
  'INVALID_CREDENTIALS',
  'EMAIL_TAKEN',
  'CHECK_EMAIL_FAILED',
  'INVALID_TOKEN',
  'TERMS_NOT_ACCEPTED',
  'VERIFICATION_PENDING',
  'INVALID_EMAIL_TOKEN',
  'SIGNUP_FAILED',
])
export type AuthCode = z.infer<typeof AuthCode>
