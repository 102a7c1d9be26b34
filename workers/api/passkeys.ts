// Passkeys of the player, and the way in with one (H-019).
import type { TokenPair as Pair } from '#core/model/people/account.ts'
import { TokenPair } from '#core/model/people/account.ts'
import {
  CeremonyAnswer,
  type Passkey,
  type PasskeyAdd,
  PasskeyAnswer,
  type PasskeyCeremony,
  type PasskeySignIn,
  PasskeysAnswer,
  type PlayerPasskeys,
} from '#core/model/people/passkeys.ts'
import { type Api, Nothing } from './transport/client.ts'
import { part } from './transport/path.ts'

const PASSKEYS = '/auth/passkeys'

export async function listPasskeys(api: Api): Promise<PlayerPasskeys> {
  return (await api.call(PasskeysAnswer, { method: 'GET', path: PASSKEYS, auth: true, isExtra: true })).data
}

/** @throws ApiError 403 PROOF_NEEDED, 409 TOO_MANY_PASSKEYS, PASSKEYS_OFF */
export async function passkeyOptions(api: Api): Promise<PasskeyCeremony> {
  return (await api.call(CeremonyAnswer, { method: 'POST', path: `${PASSKEYS}/options`, auth: true })).data
}

/** @throws ApiError 400 PASSKEY_REFUSED, 409 PASSKEY_KNOWN, 410 CHALLENGE_EXPIRED, 403 PROOF_NEEDED */
export async function addPasskey(api: Api, body: PasskeyAdd): Promise<Passkey> {
  return (await api.call(PasskeyAnswer, { method: 'POST', path: PASSKEYS, body, auth: true })).data.passkey
}

/** @throws ApiError 404 PASSKEY_NOT_FOUND */
export async function renamePasskey(api: Api, passkeyid: string, name: string): Promise<Passkey> {
  const path = `${PASSKEYS}/${part(passkeyid)}`
  return (await api.call(PasskeyAnswer, { method: 'PUT', path, body: { name }, auth: true })).data.passkey
}

/** One that is gone counts as removed. @throws ApiError 403 PROOF_NEEDED */
export async function removePasskey(api: Api, passkeyid: string): Promise<void> {
  await api.call(Nothing, { method: 'DELETE', path: `${PASSKEYS}/${part(passkeyid)}`, auth: true })
}

/** Says again who has this session. @throws ApiError 403 INVALID_CREDENTIALS, 429 TOO_MANY_TRIES */
export async function prove(api: Api, password: string, signal?: AbortSignal): Promise<void> {
  await api.call(Nothing, { method: 'POST', path: '/auth/proof', body: { password }, auth: true, signal })
}

/** What a browser needs to find a passkey. @throws ApiError 409 PASSKEYS_OFF, 404 of a server without passkeys */
export async function passkeyRequest(api: Api): Promise<PasskeyCeremony> {
  return (
    await api.call(CeremonyAnswer, { method: 'POST', path: `${PASSKEYS}/sign-in/options`, auth: false, isExtra: true })
  ).data
}

/** @throws ApiError 401 PASSKEY_UNKNOWN, PASSKEY_REFUSED, 410 CHALLENGE_EXPIRED, 403, 425 */
export function passkeySignIn(api: Api, body: PasskeySignIn): Promise<Pair> {
  return api.call(TokenPair, { method: 'POST', path: `${PASSKEYS}/sign-in`, body, auth: false })
}
