// Plain calls of the player API.
import * as z from 'zod/mini'
import { MediaToken } from '#core/model/catalogue/media.ts'
import { TokenPair } from '#core/model/people/account.ts'
import { ApiErrorBody } from '#core/model/people/apiError.ts'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'

export interface CallOptions {
  method?: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Calls `path` under /api; the answer's body is not read yet. */
export function call(base: string, path: string, options: CallOptions = {}): Promise<Response> {
  const { method = 'GET', token, body, headers = {} } = options
  return fetch(`${base}/api${path}`, {
    method,
    redirect: 'error',
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

/** Calls, expects the status and parses the body. */
export async function expectJson<T>(shape: z.ZodMiniType<T>, answer: Promise<Response>, status = 200): Promise<T> {
  const response = await answer
  const text = await response.text()
  if (response.status !== status) throw new Error(`expected ${status}, got ${response.status}: ${text}`)
  return shape.parse(JSON.parse(text))
}

/** Status and code of a refusal, whose body must be the error body. */
export async function refusal(answer: Promise<Response>): Promise<{ status: number; code: string }> {
  const response = await answer
  const body = ApiErrorBody.parse(await response.json())
  return { status: response.status, code: body.code }
}

export function login(
  base: string,
  email: string,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return call(base, '/player/v2/auth/login', {
    method: 'POST',
    headers,
    body: { username: email, password: DEMO_PASSWORD, publicdevice: false, ...more },
  })
}

/** Signs a demo account in. */
export async function signIn(base: string, email = 'verified@demo.test'): Promise<{ access: string; refresh: string }> {
  const pair = await expectJson(TokenPair, login(base, email))
  return { access: pair['access-token'], refresh: pair['refresh-token'] }
}

export async function mediaToken(base: string, access: string, trackid: string): Promise<string> {
  const answer = await expectJson(MediaToken, call(base, `/audio/${trackid}/token`, { token: access }))
  return answer.data.token
}

export const Anything = z.unknown()
