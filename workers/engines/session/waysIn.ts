// The ways to begin a session: each is one call that answers a pair of tokens.

import * as z from 'zod/mini'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { accessRefused } from '#core/events/people/access.ts'
import { later } from '#core/model/later.ts'
import { LoginRequest, type TokenPair } from '#core/model/people/account.ts'
import { PasskeySignIn } from '#core/model/people/passkeys.ts'
import { initialSetup, login, magicCodeLogin, magicLinkLogin } from '#workers/api/auth.ts'
import { passkeySignIn } from '#workers/api/passkeys.ts'
import { ApiError, refusalOf, serversText } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import { failure } from './failure.ts'
import type { Links } from './links.ts'
import type { Vault } from './vault.ts'

export interface Admission {
  readonly pair: TokenPair
  /** Nothing of the session stays on this device (D-006). */
  readonly publicDevice: boolean
  /** What brought it is forgotten, once the session is kept: until then it can be asked for again (D-162). */
  readonly spend?: () => Promise<void>
}

/** Asks to be let in. @throws ApiError */
export type WayIn = (api: Api) => Promise<Admission>

const Coded = later(() => z.object({ email: z.string(), code: z.string(), publicDevice: z.boolean() }))

/** The way a wish asks for; null for any other event. A password leaves the vault with it, used or not. */
export function wayIn(event: AppEvent, vault: Vault, links: Links): WayIn | null {
  if (event.type === 'session.signInRequested') {
    const { handle, publicDevice } = event.payload
    const secret = vault.take('credentials', handle)
    return async (api) => {
      const held = { ...JSON.parse(secret ?? '{}'), publicdevice: publicDevice } as object
      // What a browser answered with a passkey names the question it answers.
      if ('ceremony' in held) return { pair: await passkeySignIn(api, PasskeySignIn.parse(held)), publicDevice }
      const pair = await login(api, LoginRequest.parse(held), vault.signInKey)
      vault.forgetSignInKey()
      return { pair, publicDevice }
    }
  }
  if (event.type === 'access.codeSent') {
    const secret = vault.take('credentials', event.payload.handle)
    return async (api) => {
      const { email, code, publicDevice } = Coded.parse(JSON.parse(secret ?? '{}'))
      const nonce = await links.asked()
      if (nonce === null) throw new ApiError({ status: 409, code: 'CODE_EXPIRED', message: '' })
      const pair = await magicCodeLogin(api, { email, code, publicdevice: publicDevice }, nonce)
      return { pair, publicDevice, spend: () => links.stopWaiting() }
    }
  }
  if (event.type !== 'access.linkFollowed') return null
  const { link: handle, way, publicDevice } = event.payload
  return async (api) => {
    const link = await links.find(handle)
    if (!link) throw goneLink()
    try {
      const pair = await (way === 'setup' ? initialSetup : magicLinkLogin)(api, link.token, link.key, publicDevice)
      const spend = async () => {
        await links.drop(handle)
        await links.stopWaiting()
      }
      return { pair, publicDevice: publicDevice ?? link.publicDevice, spend }
    } catch (error) {
      // It will never be good again.
      if (isSpent(error)) await links.drop(handle)
      throw ofLink(error)
    }
  }
}

/** Whether two wishes ask for the same session: a second press, or the same link followed twice. */
export function isSameWay(one: AppEvent, other: AppEvent): boolean {
  if (one.type !== 'access.linkFollowed' || other.type !== 'access.linkFollowed') return one.type === other.type
  return one.payload.link === other.payload.link
}

export const goneLink = () => new ApiError({ status: 410, code: 'INVALID_TOKEN', message: '' })

/** The fact that stands for a way in that led nowhere. */
export function ledNowhere(event: AppEvent, error: unknown): AppDraft {
  const isAccess = event.type === 'access.linkFollowed' || event.type === 'access.codeSent'
  return isAccess ? refusedAccess(event.payload.requestId, error) : failure(error)
}

/** @param requestId what was asked */
export function refusedAccess(requestId: string, error: unknown): AppDraft {
  return accessRefused({ requestId, ...refusalOf(error) })
}

/** Whether the server said of a link that it does not work: expired, used, replaced, or none of its own. */
export function isSpent(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 410 || error.code === 'INVALID_TOKEN')
}

/** A link refused by its status alone, under the code that says so to a form: 401 and 410 mean nothing else. */
export function ofLink(error: unknown): unknown {
  if (!(error instanceof ApiError) || !/^HTTP_(401|410)$/.test(error.code)) return error
  return new ApiError({ status: error.status, code: 'INVALID_TOKEN', message: serversText(error) })
}
