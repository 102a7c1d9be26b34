// The profile, its linked e-mails, this device, a word to support (API-PROF, API-MISC-003, D-067).
import type * as z from 'zod/mini'
import {
  type DeviceRegistration,
  LinkedEmail,
  MergeAnswer,
  type Profile,
  type ProfileChange,
  type SupportMessage,
  WireProfile,
} from '#core/model/people/profile.ts'
import { DTW, REPEAT_HEADER } from './auth.ts'
import { type Api, type Call, Nothing } from './transport/client.ts'
import { part } from './transport/path.ts'

/** An answer, and which version of the profile it says. */
interface Versioned<T> {
  readonly answer: T
  readonly version: string | null
}

/** A profile, and which version of it (`ETag`); null from a server that does not say. */
export interface ReadProfile {
  readonly profile: Profile
  readonly version: string | null
}

/** API-PROF-001. */
export async function readProfile(api: Api, signal?: AbortSignal): Promise<ReadProfile> {
  const call = { method: 'GET', path: '/profile', auth: true, signal } as const
  const { answer, version } = await versioned(api, WireProfile, call)
  return { profile: answer, version }
}

/**
 * API-PROF-002. Saves the given fields and answers the whole, which is read where the answer is none (H-529); the token is
 * renewed after it.
 * @param version of the profile the change was made of (D-042); null: whatever it is by now
 * @throws ApiError 400 with `fields`; 412 PROFILE_CHANGED when it was changed meanwhile: it is to be read again
 */
export async function saveProfile(
  api: Api,
  change: ProfileChange,
  version: string | null,
  signal?: AbortSignal,
): Promise<ReadProfile> {
  const headers = version === null ? {} : { 'If-Match': version }
  const { answer, version: saved } = await versioned(api, Nothing, {
    method: 'POST',
    path: '/profile',
    body: change,
    headers,
    auth: true,
    changesClaims: true,
    signal,
  })
  const told = WireProfile.safeParse(answer)
  if (told.success) return { profile: told.data, version: saved }
  try {
    return await readProfile(api, signal)
  } catch (error) {
    // It was saved all the same; what was sent is known to stand there if it was all of it.
    const sent = WireProfile.safeParse(change)
    if (!sent.success || signal?.aborted) throw error
    return { profile: sent.data, version: saved }
  }
}

async function versioned<T>(api: Api, schema: z.ZodMiniType<T>, call: Call): Promise<Versioned<T>> {
  let version: string | null = null
  const answer = await api.call(schema, {
    ...call,
    answered(headers) {
      version = headers.get('ETag')
    },
  })
  return { answer, version }
}

/** API-PROF-003. Has a mail sent to the e-mail to be linked. @throws ApiError 409 EMAIL_IN_USE, 400 */
export async function startMerge(api: Api, email: string, signal?: AbortSignal): Promise<void> {
  await api.call(Nothing, { method: 'POST', path: '/profile/merge', body: { email }, auth: true, signal })
}

/** API-PROF-004. What a merge token would link; changes nothing. @throws ApiError 410, 404 */
export async function readMerge(
  api: Api,
  token: string,
  signal?: AbortSignal,
): Promise<{ email: string; playerid: string }> {
  const path = `/merge/${part(token)}`
  return (await api.call(MergeAnswer, { method: 'GET', path, auth: false, signal })).invitation
}

/**
 * API-PROF-005.
 * @returns the linked e-mail; null when the answer does not say it (H-529)
 * @throws ApiError 410 TOKEN_EXPIRED, 409 EMAIL_IN_USE, TOKEN_WRONG_PLAYER
 */
export async function confirmMerge(api: Api, token: string, signal?: AbortSignal): Promise<string | null> {
  const path = `/merge/${part(token)}`
  return emailIn(await api.call(Nothing, { method: 'POST', path, auth: true, signal }))
}

function emailIn(answer: unknown): string | null {
  const told = LinkedEmail.safeParse(answer)
  return told.success ? told.data.email : null
}

/** API-PROF-006. Has a mail sent to the e-mail to be removed. @throws ApiError 409 LAST_EMAIL, EMAIL_SIGNED_IN */
export async function startSplit(api: Api, email: string, signal?: AbortSignal): Promise<void> {
  await api.call(Nothing, { method: 'POST', path: '/profile/split', body: { email }, auth: true, signal })
}

/** API-PROF-007. What a split token would remove; changes nothing. @throws ApiError 410, 404 */
export async function readSplit(api: Api, token: string, signal?: AbortSignal): Promise<string> {
  const path = `/split/${part(token)}`
  return (await api.call(LinkedEmail, { method: 'GET', path, auth: false, signal })).email
}

/**
 * API-PROF-008.
 * @returns the removed e-mail; null when the answer does not say it (H-529)
 * @throws ApiError 410 TOKEN_EXPIRED, 409 LAST_EMAIL
 */
export async function confirmSplit(api: Api, token: string, signal?: AbortSignal): Promise<string | null> {
  const path = `/split/${part(token)}`
  return emailIn(await api.call(Nothing, { method: 'POST', path, body: { dtw: DTW }, auth: true, signal }))
}

/** API-MISC-003. Once after each sign-in; the caller ignores a failure (D-139). */
export async function registerDevice(api: Api, device: DeviceRegistration, signal?: AbortSignal): Promise<void> {
  await api.call(Nothing, { method: 'POST', path: '/notifications/device', body: device, auth: true, signal })
}

/**
 * D-067.
 * @param key the same for each try of this message, which goes out once
 * @throws ApiError 400 without a message, or without an e-mail when nobody is signed in; 429
 */
export async function writeToSupport(
  api: Api,
  message: SupportMessage,
  key: string,
  signal?: AbortSignal,
): Promise<void> {
  const headers = { [REPEAT_HEADER]: key }
  await api.call(Nothing, { method: 'POST', path: '/support/messages', body: message, headers, auth: true, signal })
}
