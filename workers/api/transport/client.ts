/**
 * The fetch layer: every JSON call of the player API leaves from here. One deadline from send to
 * complete body, one repeat after a 401 with a renewed token, and every answer parsed by its schema.
 */
import * as z from 'zod/mini'
import { API_BASE, REQUEST_TIMEOUT_MS } from '#core/model/constants.ts'
import { later } from '#core/model/later.ts'
import { hasNoCall } from '#core/model/people/refusal.ts'
import { messageOf } from '#core/model/text/messageOf.ts'
import { ApiError } from './apiError.ts'
import type { Clock } from './clock.ts'
import { type CutSecrets, problem } from './problem.ts'
import { leadsElsewhere } from './redirect.ts'
import { retryAfterMs } from './retryAfter.ts'
import { wholeBody } from './wholeBody.ts'

/** The header every signed-in call carries; the scheme is `Bearer` (D-136). */
export const ACCESS_TOKEN_HEADER = 'Authorization'

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>

/** Where access tokens come from; the session worker's broker is one. */
export interface TokenSource {
  accessToken(): Promise<string | null>
  renew(stale: string): Promise<string | null>
  /** Texts somebody else wrote, without any secret the session has or had. */
  cutFrom?(texts: readonly string[]): Promise<readonly string[]>
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under API_BASE, beginning with a slash, every value in it percent-encoded. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean>> | URLSearchParams
  /** Sent as JSON. */
  readonly body?: unknown
  /** True: with the session's token when signed in. A token: with exactly this one, never renewed. False: without. */
  readonly auth: boolean | { readonly token: string }
  /** What it changes stands in the access token too: once it succeeded, a new one is asked for. */
  readonly changesClaims?: boolean
  /** Sent beside those every call has; a server that does not know one passes over it. */
  readonly headers?: Readonly<Record<string, string>>
  /** Beyond the contract: a server says that it has no such call however it says so, also by the page of its framework. */
  readonly isExtra?: true
  /** The one status that says it was done; any good one unless given. */
  readonly done?: number
  /** Told the headers of a good answer. */
  readonly answered?: (headers: Headers) => void
  /** From send to complete answer, ms; REQUEST_TIMEOUT_MS unless given. */
  readonly deadlineMs?: number | undefined
  /** Of a file: how long it must be. Then the deadline is one on silence, for a slow line needs minutes for a large one. */
  readonly bytes?: number
  readonly signal?: AbortSignal | undefined
}

export interface Api {
  readonly base: string
  /** @throws ApiError and nothing else */
  call<T>(schema: z.ZodMiniType<T>, call: Call): Promise<T>
  /** A file, whole: a small one, or one whose length is known. @throws ApiError and nothing else */
  file(call: Call): Promise<ApiFile>
}

export interface ApiFile {
  readonly bytes: ArrayBuffer
  /** The media type the server told, or an empty text. */
  readonly type: string
}

export interface ApiParts {
  readonly fetch: Fetch
  /** Null for the session worker itself, whose calls bring their own token. */
  readonly session: TokenSource | null
  /** As that of `session`, for the session worker itself. */
  readonly cutFrom?: TokenSource['cutFrom']
  readonly clock: Clock
  /** Ends with the session of whoever is signed in: a call made for them never goes out with the next one's token. */
  readonly visit?: () => AbortSignal
  /** What every call says beside its own, read anew for each. */
  readonly headers?: () => Readonly<Record<string, string>>
  /** Told the headers of each good answer. */
  readonly answered?: (headers: Headers) => void
  /** Default API_BASE. */
  readonly base?: string
}

/** For calls that answer nothing: any body, or none, is fine. */
export const Nothing = later(() => z.unknown())

/** The session may have to refresh first, which is a call with a deadline of its own. */
const TOKEN_TIMEOUT_MS = 2 * REQUEST_TIMEOUT_MS

/** The session worker looks through a few sentences, ms. */
const CUT_TIMEOUT_MS = 5000

/** Makes the client all typed functions of this room are called with. */
export function createApi(parts: ApiParts): Api {
  const { session, clock, base = API_BASE } = parts
  const cutFrom = parts.cutFrom ?? session?.cutFrom?.bind(session)
  const cutSecrets: CutSecrets = (texts) =>
    cutFrom ? withDeadline(CUT_TIMEOUT_MS, undefined, () => cutFrom(texts)) : Promise.resolve(texts)

  async function call<T>(schema: z.ZodMiniType<T>, call: Call): Promise<T> {
    const answer = await sendRenewed(call, readAnswer)
    if (call.changesClaims && session) void renewClaims(session)
    const parsed = z.safeParse(schema, answer.body)
    if (parsed.success) return parsed.data
    const issue = parsed.error.issues[0]
    throw new ApiError({
      status: answer.status,
      code: 'MALFORMED',
      message: `${call.method} ${call.path}: ${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'wrong'}`,
    })
  }

  async function file(call: Call): Promise<ApiFile> {
    const answer = await sendRenewed(call, readFile)
    return { bytes: answer.body as ArrayBuffer, type: answer.type ?? '' }
  }

  /** A signed-in call ends with the session it was begun in. */
  function visiting(call: Call): Call {
    if (call.auth !== true || !parts.visit) return call
    const visit = parts.visit()
    return { ...call, signal: call.signal ? AbortSignal.any([call.signal, visit]) : visit }
  }

  /** Sends, once more with a renewed token after a 401. @throws ApiError for any answer that is not good */
  async function sendRenewed(given: Call, read: Reader): Promise<Answer> {
    const call = visiting(given)
    let token = await tokenFor(call)
    let answer = await send(call, token, read)
    let isRenewed = false
    if (answer.status === 401 && token !== null && call.auth === true && session) {
      const stale = token
      const fresh = await beforeDeadline(() => session.renew(stale), call.signal)
      if (fresh !== null && fresh !== token) {
        token = fresh
        isRenewed = true
        answer = await send(call, token, read)
      }
    }
    if (!answer.ok || (call.done ?? answer.status) !== answer.status) {
      if (answer.isPage && saysNothing(call, answer.status, isRenewed)) throw pageInstead()
      throw await problem(answer, cutSecrets)
    }
    parts.answered?.(answer.headers)
    call.answered?.(answer.headers)
    return answer
  }

  async function tokenFor(call: Call): Promise<string | null> {
    if (typeof call.auth === 'object') return call.auth.token
    return call.auth && session ? beforeDeadline(() => session.accessToken(), call.signal) : null
  }

  /** A broker that never answers (its worker died) must not hold a call for ever. */
  function beforeDeadline<T>(ask: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return withDeadline(TOKEN_TIMEOUT_MS, signal, () => onTheLine(ask, 'NO_TOKEN'))
  }

  function send(call: Call, token: string | null, read: Reader): Promise<Answer> {
    const headers: Record<string, string> = {
      ...parts.headers?.(),
      Accept: read === readFile ? '*/*' : 'application/json',
      ...call.headers,
    }
    if (token !== null) headers[ACCESS_TOKEN_HEADER] = `Bearer ${token}`
    if (call.body !== undefined) headers['Content-Type'] = 'application/json'
    return withDeadline(call.deadlineMs ?? REQUEST_TIMEOUT_MS, call.signal, async (signal, heard) => {
      const address = base + call.path + queryText(call.query)
      const body = call.body === undefined ? {} : { body: JSON.stringify(call.body) }
      return onTheLine(async () => {
        const response = await parts.fetch(address, {
          method: call.method,
          headers,
          ...body,
          signal,
          // The token would follow a redirect in any header but Authorization; no call of ours is redirected. With
          // `error` a refusal of ours could not be told from a connection that failed.
          redirect: 'manual',
          credentials: 'omit',
          cache: 'no-store',
        })
        if (leadsElsewhere(response))
          throw new ApiError({ status: 0, code: 'REDIRECTED', message: 'the answer leads elsewhere' })
        const { bytes } = call
        const whole = bytes === undefined ? undefined : () => wholeBody(response, bytes, heard)
        return read(response, clock.now(), whole)
      })
    })
  }

  /**
   * Runs with a signal that ends at the deadline or with the caller's, whether or not `run` listens to it. With `heard` the
   * deadline is as far away as at the beginning.
   */
  function withDeadline<T>(
    ms: number,
    outer: AbortSignal | undefined,
    run: (signal: AbortSignal, heard: () => void) => Promise<T>,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const inner = new AbortController()
      const end = (error: ApiError) => {
        cleanUp()
        inner.abort()
        reject(error)
      }
      const cancelled = () => end(new ApiError({ status: 0, code: 'CANCELLED', message: 'the call was cancelled' }))
      const late = () =>
        end(new ApiError({ status: 0, code: 'TIMEOUT', message: `no complete answer within ${ms} ms` }))
      let timer = clock.setTimer(late, ms)
      let isOver = false
      const heard = () => {
        if (isOver) return
        clock.clearTimer(timer)
        timer = clock.setTimer(late, ms)
      }
      const cleanUp = () => {
        isOver = true
        clock.clearTimer(timer)
        outer?.removeEventListener('abort', cancelled)
      }
      if (outer?.aborted) return cancelled()
      outer?.addEventListener('abort', cancelled)
      run(inner.signal, heard).then(
        (value) => {
          cleanUp()
          resolve(value)
        },
        (cause: unknown) => {
          cleanUp()
          // Nothing was sent: whatever this is, it is not the connection.
          reject(
            cause instanceof ApiError
              ? cause
              : new ApiError({ status: 0, code: 'MALFORMED', message: messageOf(cause) }),
          )
        },
      )
    })
  }

  return { base, call, file }
}

/** Nobody waits for it, and without an answer the session says so itself. */
async function renewClaims(session: TokenSource): Promise<void> {
  try {
    const token = await session.accessToken()
    if (token !== null) await session.renew(token)
  } catch {
    // It is renewed when it is due.
  }
}

/** What throws here, unless it is ours, is the connection: that of the call, or of the one that renews its token. @throws ApiError */
async function onTheLine<T>(run: () => Promise<T>, code: 'NETWORK' | 'NO_TOKEN' = 'NETWORK'): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    throw cause instanceof ApiError ? cause : new ApiError({ status: 0, code, message: messageOf(cause) })
  }
}

interface Answer {
  readonly status: number
  readonly ok: boolean
  readonly body: unknown
  readonly retryAfterMs: number | undefined
  readonly headers: Headers
  readonly type?: string
  /** Of a bad answer: a page came. */
  readonly isPage?: boolean
}

type Reader = (response: Response, now: number, body?: () => Promise<ArrayBuffer>) => Promise<Answer>

/**
 * The bytes of a good answer; the JSON of a bad one.
 * @param body default: as many as come. None of those files is a page; one whose length is known may be.
 * @throws ApiError REDIRECTED for a page
 */
async function readFile(response: Response, now: number, body?: () => Promise<ArrayBuffer>): Promise<Answer> {
  const type = response.headers.get('Content-Type') ?? ''
  if (!response.ok) {
    const answer = await readAnswer(response, now)
    // What a store of files says of one of them.
    return /^\w+\/xml\b/i.test(type) ? { ...answer, isPage: false } : answer
  }
  if (body === undefined && /^text\/html\b/i.test(type)) throw pageInstead()
  const { status, headers } = response
  const bytes = await (body ? body() : response.arrayBuffer())
  return { status, ok: true, retryAfterMs: undefined, headers, body: bytes, type }
}

/** What the client judges by its status: what a call was about is refused, taken, gone or used up. */
const WORDS: readonly number[] = [400, 403, 404, 409, 410, 412, 422]

/**
 * Whether a page of this status is none of the server's words (H-591): of the others it is told by the status alone
 * that nothing was done.
 * @param isRenewed a 401 to a token the server gave just now is none either
 */
const saysNothing = ({ isExtra }: Call, status: number, isRenewed: boolean): boolean =>
  WORDS.includes(status) ? !(isExtra && hasNoCall(status)) : status === 401 && isRenewed

const pageInstead = () => new ApiError({ status: 0, code: 'REDIRECTED', message: 'a page came in place of an answer' })

/**
 * What is no JSON counts as no body: the schema of the call says whether it needs one. A page is none of the server's
 * answers, whatever its status: a filter or a network that wants a sign-in of its own sent it, and nothing was done.
 * @throws ApiError REDIRECTED for such a page
 */
async function readAnswer(response: Response, now: number): Promise<Answer> {
  const body = await response.text()
  const { status, ok, headers } = response
  const answer = { status, ok, headers, retryAfterMs: retryAfterMs(headers, now) }
  if (body === '') return { ...answer, body: undefined }
  try {
    return { ...answer, body: JSON.parse(body) as unknown }
  } catch {
    if (ok && isPage(body)) throw pageInstead()
    return { ...answer, body: undefined, isPage: isPage(body) }
  }
}

/** By its words: servers that answer `OK` call that HTML, too. Proxies have pages of one line: `404 page not found`. */
const isPage = (body: string): boolean => /^\s*(<|\d{3} |default backend)/.test(body)

function queryText(query: Call['query']): string {
  if (!query) return ''
  const params =
    query instanceof URLSearchParams
      ? query
      : new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const text = params.toString()
  return text ? `?${text}` : ''
}
