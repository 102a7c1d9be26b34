import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { REQUEST_TIMEOUT_MS } from '#core/model/constants.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { ApiError, outcomeAfter, serversText } from './apiError.ts'
import { createApi, type Fetch, Nothing, type TokenSource } from './client.ts'

const Body = z.object({ name: z.string() })
const json = (body: unknown, init?: ResponseInit) => Response.json(body, init)

function setUp(fetch: Fetch, session: TokenSource | null = null) {
  const clock = new FakeClock()
  const fetched = vi.fn(fetch)
  return { clock, fetched, api: createApi({ fetch: fetched, session, clock }) }
}

const signedIn = (renewed: string | null = 'new') => ({
  accessToken: vi.fn(async () => 'old'),
  renew: vi.fn(async (_stale: string) => renewed),
})

async function failure(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => null,
    (cause: unknown) => cause,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`)
  return error
}

describe('a call', () => {
  it('goes to the base address with query and JSON body, without cookies, cache or redirects', async () => {
    const { api, fetched } = setUp(async () => json({ name: 'a' }))
    const answer = await api.call(Body, {
      method: 'POST',
      path: '/x',
      query: { a: 1, b: 'c d' },
      body: { q: 1 },
      auth: true,
    })
    expect(answer).toEqual({ name: 'a' })
    const [address, init] = fetched.mock.calls[0] ?? []
    expect(address).toBe('/api/x?a=1&b=c+d')
    expect(init).toMatchObject({
      method: 'POST',
      body: '{"q":1}',
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    })
    expect(init?.headers).not.toHaveProperty('Authorization')
  })

  it('carries the access token when signed in and asked to, and not otherwise', async () => {
    const { api, fetched } = setUp(async () => json({ name: 'a' }), signedIn())
    await api.call(Body, { method: 'GET', path: '/x', auth: true })
    await api.call(Body, { method: 'GET', path: '/x', auth: false })
    expect(fetched.mock.calls[0]?.[1]?.headers).toHaveProperty('Authorization', 'Bearer old')
    expect(fetched.mock.calls[1]?.[1]?.headers).not.toHaveProperty('Authorization')
  })

  it.each(['OK', 'done', ''])('that answers nothing is done whatever its body says: %j', async (text) => {
    const { api } = setUp(async () => new Response(text))
    await expect(api.call(Nothing, { method: 'POST', path: '/x', auth: false })).resolves.toBeUndefined()
  })

  it('that answers nothing is done by plain words that are called a page', async () => {
    const { api } = setUp(async () => new Response('OK', { headers: { 'Content-Type': 'text/html; charset=utf-8' } }))
    await expect(api.call(Nothing, { method: 'POST', path: '/x', auth: false })).resolves.toBeUndefined()
  })

  it.each(['text/plain', 'text/html; charset=utf-8'])(
    'is not done by a page that stands between, as %s',
    async (type) => {
      const page = '\n<!doctype html><p>Sign in to this network</p>'
      const { api } = setUp(async () => new Response(page, { headers: { 'Content-Type': type } }))
      const call = { method: 'DELETE', path: '/x', auth: false } as const
      expect(await failure(api.call(Nothing, call))).toMatchObject({ status: 0, code: 'REDIRECTED' })
    },
  )

  it('of a file is not answered by the page of a filter; one of a known length may be a page itself', async () => {
    const page = '<!doctype html><p>Blocked</p>'
    const { api } = setUp(async () => new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } }))
    const call = { method: 'GET', path: '/x', auth: false } as const
    expect(await failure(api.file(call))).toMatchObject({ status: 0, code: 'REDIRECTED' })
    expect((await api.file({ ...call, bytes: page.length })).bytes.byteLength).toBe(page.length)
  })

  it('renews once after a 401 and repeats once', async () => {
    const session = signedIn()
    const { api, fetched } = setUp(
      async (_, init) =>
        new Headers(init?.headers).get('Authorization') === 'Bearer new'
          ? json({ name: 'a' })
          : json({ code: 'UNAUTHENTICATED', message: 'no' }, { status: 401 }),
      session,
    )
    expect(await api.call(Body, { method: 'GET', path: '/x', auth: true })).toEqual({ name: 'a' })
    expect(session.renew.mock.calls).toEqual([['old']])
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('ends with the session it was begun in, with whatever token that of the next one brings', async () => {
    const visits = [new AbortController(), new AbortController()] as const
    let visit: AbortController = visits[0]
    const tokens = ['theirs', 'of the next one']
    const fetched = vi.fn<Fetch>(() => new Promise(() => undefined))
    const session = { accessToken: async () => tokens.shift() ?? null, renew: async () => 'of the next one' }
    const api = createApi({ fetch: fetched, session, clock: new FakeClock(), visit: () => visit.signal })
    const sent = failure(api.call(Nothing, { method: 'DELETE', path: '/x', auth: true }))
    await settle()
    const asking = failure(api.call(Nothing, { method: 'DELETE', path: '/y', auth: true }))
    const open = api.call(Body, { method: 'GET', path: '/z', auth: false })
    visits[0].abort()
    visit = visits[1]
    expect([await sent, await asking]).toMatchObject([{ code: 'CANCELLED' }, { code: 'CANCELLED' }])
    expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/api/x', '/api/z'])
    expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
    expect(fetched.mock.calls[1]?.[1]?.signal?.aborted).toBe(false)
    void open.catch(() => undefined)
  })

  it('gives up after the second 401', async () => {
    const session = signedIn()
    const { api, fetched } = setUp(
      async () => json({ code: 'UNAUTHENTICATED', message: 'no' }, { status: 401 }),
      session,
    )
    const error = await failure(api.call(Body, { method: 'GET', path: '/x', auth: true }))
    expect(error).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    expect(fetched).toHaveBeenCalledTimes(2)
    expect(session.renew).toHaveBeenCalledTimes(1)
  })

  it('H-405: never left when there is no token to be had now: it may be made again', async () => {
    const gone = async () => Promise.reject(new Error('the session could not be renewed'))
    const { api, fetched } = setUp(async () => json({ name: 'a' }), { accessToken: gone, renew: gone })
    const error = await failure(api.call(Body, { method: 'GET', path: '/x', auth: true }))
    expect([error.status, error.code]).toEqual([0, 'NO_TOKEN'])
    expect(outcomeAfter(error)).toBe('unsent')
    expect(fetched).not.toHaveBeenCalled()
  })

  it('H-405: was not carried out when it was refused for its token and no other could be had', async () => {
    const session = { ...signedIn(), renew: async () => Promise.reject(new Error('the session could not be renewed')) }
    const { api, fetched } = setUp(async () => json({}, { status: 401 }), session)
    const error = await failure(api.call(Body, { method: 'GET', path: '/x', auth: true }))
    expect([error.code, outcomeAfter(error)]).toEqual(['NO_TOKEN', 'unsent'])
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('does not repeat when the session is over', async () => {
    const { api, fetched } = setUp(async () => json({}, { status: 401 }), signedIn(null))
    expect(await failure(api.call(Body, { method: 'GET', path: '/x', auth: true }))).toMatchObject({ status: 401 })
    expect(fetched).toHaveBeenCalledTimes(1)
  })
})

describe('a failing call', () => {
  it('carries the code, message and fields of the answer', async () => {
    const body = { code: 'BAD', message: 'look', fields: { name: 'too long' } }
    const { api } = setUp(async () => json(body, { status: 400 }))
    const error = await failure(api.call(Body, { method: 'GET', path: '/x', auth: false }))
    expect(error).toMatchObject({ status: 400, code: 'BAD', message: 'look', fields: { name: 'too long' } })
  })

  it('D-138: keeps a sentence that comes without a code', async () => {
    const { api } = setUp(async () => json({ message: 'token expired' }, { status: 410 }))
    const error = await failure(api.call(Body, { method: 'GET', path: '/x', auth: false }))
    expect(error).toMatchObject({ status: 410, code: 'HTTP_410', message: 'token expired' })
    expect(serversText(error)).toBe('token expired')
    const silent = setUp(async () => json({}, { status: 410 }))
    expect(serversText(await failure(silent.api.call(Body, { method: 'GET', path: '/x', auth: false })))).toBe('')
  })

  it.each([
    ['no fields', { code: 'BAD', message: 'look', fields: null }, { code: 'BAD', message: 'look' }],
    ['fields that are none', { code: 'BAD', message: 'look', fields: ['x'] }, { code: 'BAD', message: 'look' }],
    [
      'lists of sentences',
      { code: 'BAD', message: ['look', 'there'], fields: { name: ['too long', 'odd'], city: [], age: 7 } },
      { code: 'BAD', message: 'look', fields: { name: 'too long' } },
    ],
    ['no sentence', { code: 'BAD', message: null, fields: { name: 'odd' } }, { code: 'BAD', fields: { name: 'odd' } }],
    ['a code that is none', { code: 7, message: 'look' }, { code: 'HTTP_400', message: 'look' }],
  ])('H-527: carries what there is of an answer with %s', async (_, body, kept) => {
    const { api } = setUp(async () => json(body, { status: 400 }))
    const error = await failure(api.call(Body, { method: 'GET', path: '/x', auth: false }))
    const { code, message, fields } = error
    expect({ code, ...('message' in kept && { message }), ...(fields && { fields }) }).toEqual(kept)
    if (!('message' in kept)) expect(serversText(error)).toBe('')
  })

  it('INVITE-019: carries the names of the entries of a list as they are, and cuts what is shaped like a secret', async () => {
    const fields = { 'invitations.1.invitee_email': 'closed', a0b1c2d3e4f5a6b7c8d9e0f1: 'of nobody' }
    const { api } = setUp(async () => json({ code: 'BAD', message: 'look', fields }, { status: 400 }))
    const error = await failure(api.call(Body, { method: 'GET', path: '/x', auth: false }))
    expect(error.fields).toEqual({ 'invitations.1.invitee_email': 'closed' })
  })

  it('names the status when the error has no body of ours, and that it is for later, and how long to wait', async () => {
    const { api } = setUp(async () => new Response('<h1>busy</h1>', { status: 503, headers: { 'retry-after': '7' } }))
    const error = await failure(api.call(Body, { method: 'GET', path: '/x', auth: false }))
    expect(error).toMatchObject({ status: 503, code: 'HTTP_503_LATER', retryAfterMs: 7000 })
  })

  it.each([
    ['<!doctype html><h1>No</h1>', true],
    ['', false],
    ['No', false],
    ['{"message":"No"}', false],
  ])('H-205: says whether %j came as a page', async (body, isPage) => {
    const { api } = setUp(async () => new Response(body, { status: 401 }))
    const error = await failure(api.call(Body, { method: 'GET', path: '/x', auth: false }))
    expect(error).toMatchObject({ status: 401, code: 'HTTP_401', isPage })
  })

  const PAGES = ['\n<html><h1>404 Not Found</h1>', '404 page not found\n', 'default backend - 404']

  it.each([400, 403, 404, 409, 410, 412, 422])(
    'H-591: says nothing of what it was about by a page of %i',
    async (status) => {
      for (const page of PAGES) {
        const { api } = setUp(async () => new Response(page, { status }))
        const error = await failure(api.call(Nothing, { method: 'DELETE', path: '/x', auth: false }))
        expect([error.status, error.code, outcomeAfter(error)]).toEqual([0, 'REDIRECTED', 'unknown'])
      }
    },
  )

  it.each(['', 'No', '{"code":"NOT_FOUND","message":"No"}', '{}'])('H-591: keeps its status with %j', async (body) => {
    for (const status of [403, 404, 410]) {
      const { api } = setUp(async () => new Response(body, { status }))
      expect((await failure(api.call(Nothing, { method: 'DELETE', path: '/x', auth: false }))).status).toBe(status)
    }
  })

  it.each([405, 413, 425, 429, 500, 501, 502, 503])(
    'H-591: keeps a status of %i though it is a page',
    async (status) => {
      const { api } = setUp(async () => new Response('<h1>No</h1>', { status }))
      expect((await failure(api.call(Nothing, { method: 'POST', path: '/x', auth: true }))).status).toBe(status)
    },
  )

  it('H-591: is known by a page of a server that has no such call, where the contract has none; forbidden it is not', async () => {
    const call = { method: 'GET', path: '/x', auth: false, isExtra: true } as const
    const answered = (status: number) => setUp(async () => new Response('<pre>Cannot GET /x</pre>', { status })).api
    expect(await failure(answered(404).call(Nothing, call))).toMatchObject({ status: 404, code: 'HTTP_404' })
    expect(await failure(answered(403).call(Nothing, call))).toMatchObject({ status: 0, code: 'REDIRECTED' })
  })

  it('H-591: of a session is refused by no page of 401, once its token was renewed; one without is', async () => {
    const session = signedIn()
    const { api, fetched } = setUp(async () => new Response('<h1>401</h1>', { status: 401 }), session)
    const call = { method: 'GET', path: '/x' } as const
    expect(await failure(api.call(Body, { ...call, auth: true }))).toMatchObject({ status: 0, code: 'REDIRECTED' })
    expect([fetched.mock.calls.length, session.renew.mock.calls.length]).toEqual([2, 1])
    for (const auth of [false, { token: 'theirs' }])
      expect(await failure(api.call(Body, { ...call, auth }))).toMatchObject({ status: 401, isPage: true })
    // Whether its session is over is asked for.
    session.renew.mockResolvedValue(null)
    expect(await failure(api.call(Body, { ...call, auth: true }))).toMatchObject({ status: 401, isPage: true })
  })

  it('H-591: of a file is gone by the XML of a store, and by no page', async () => {
    const gone = '<?xml version="1.0" encoding="UTF-8"?><Error><Code>NoSuchKey</Code></Error>'
    const answered = (body: string, type: string) =>
      failure(
        setUp(async () => new Response(body, { status: 404, headers: { 'Content-Type': type } })).api.file({
          method: 'GET',
          path: '/x',
          auth: true,
        }),
      )
    expect(await answered(gone, 'application/xml')).toMatchObject({ status: 404, code: 'HTTP_404' })
    expect(await answered(gone, 'text/xml; charset=utf-8')).toMatchObject({ status: 404, code: 'HTTP_404' })
    expect(await answered('<h1>404</h1>', 'text/html')).toMatchObject({ status: 0, code: 'REDIRECTED' })
    expect(await answered('', 'text/html')).toMatchObject({ status: 404, code: 'HTTP_404' })
  })

  it.each([
    ['1.5', 2000],
    ['0', 0],
    ['1.5.2', undefined],
    ['-1', undefined],
    ['2001-05-06', undefined],
  ])('of a Retry-After of %s makes %s ms', async (text, retryAfterMs) => {
    const { api } = setUp(async () => new Response('', { status: 503, headers: { 'retry-after': text } }))
    const error = await failure(api.call(Body, { method: 'GET', path: '/x', auth: false }))
    expect(error.retryAfterMs).toBe(retryAfterMs)
  })

  it('reads a Retry-After date against the answer, not against this clock', async () => {
    const headers = { date: 'Tue, 01 Jan 2030 00:00:00 GMT', 'retry-after': 'Tue, 01 Jan 2030 00:00:09 GMT' }
    const { api } = setUp(async () => new Response('', { status: 429, headers }))
    expect(await failure(api.call(Body, { method: 'GET', path: '/x', auth: false }))).toMatchObject({
      retryAfterMs: 9000,
    })
  })

  it('is MALFORMED when the answer is no JSON or of another shape', async () => {
    const broken = setUp(async () => new Response('{cut'))
    expect(await failure(broken.api.call(Body, { method: 'GET', path: '/x', auth: false }))).toMatchObject({
      code: 'MALFORMED',
    })
    const other = setUp(async () => json({ name: 1 }))
    const error = await failure(other.api.call(Body, { method: 'GET', path: '/x', auth: false }))
    expect(error.code).toBe('MALFORMED')
    expect(error.message).toContain('name')
  })

  it('is NETWORK when the connection fails', async () => {
    const { api } = setUp(async () => Promise.reject(new TypeError('failed to fetch')))
    expect(await failure(api.call(Body, { method: 'GET', path: '/x', auth: false }))).toMatchObject({
      status: 0,
      code: 'NETWORK',
    })
  })

  it('is no fault of the connection when the answer leads elsewhere, where no call goes', async () => {
    const { api, fetched } = setUp(async () => Response.redirect('https://elsewhere.example/', 302))
    const error = await failure(api.call(Body, { method: 'GET', path: '/x', auth: false }))
    expect([error.status, error.code]).toEqual([0, 'REDIRECTED'])
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('knows a redirect as a browser shows it, without status and place', async () => {
    const hidden = Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } })
    const { api } = setUp(async () => hidden)
    const error = await failure(api.call(Body, { method: 'GET', path: '/x', auth: false }))
    expect(error.code).toBe('REDIRECTED')
  })

  it('is no fault of the connection when it is refused before anything is sent', async () => {
    const { api, fetched } = setUp(async () => json({ name: 'a' }))
    const error = await failure(api.call(Body, { method: 'POST', path: '/x', auth: false, body: { size: 1n } }))
    expect([error.status, error.code]).toEqual([0, 'MALFORMED'])
    expect(fetched).not.toHaveBeenCalled()
  })
})

describe('the deadline', () => {
  it('runs from the send to the complete body', async () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"na')) })
    const { api, clock } = setUp(async () => new Response(body))
    const failed = failure(api.call(Body, { method: 'GET', path: '/x', auth: false }))
    await clock.advance(REQUEST_TIMEOUT_MS - 1)
    let ended = false
    void failed.then(() => {
      ended = true
    })
    await settle()
    expect(ended).toBe(false)
    await clock.advance(1)
    expect((await failed).code).toBe('TIMEOUT')
  })

  it('ends the request, and leaves no timer behind', async () => {
    let signal: AbortSignal | null | undefined
    const { api, clock } = setUp(async (_, init) => {
      signal = init?.signal
      return new Promise<Response>(() => {})
    })
    const failed = failure(api.call(Body, { method: 'GET', path: '/x', auth: false }))
    await clock.advance(REQUEST_TIMEOUT_MS)
    await failed
    expect(signal?.aborted).toBe(true)
    expect(clock.pending).toBe(0)
  })

  it('also ends a wait for a token that never comes', async () => {
    const silent = { accessToken: () => new Promise<string>(() => {}), renew: async () => null }
    const { api, clock } = setUp(async () => json({ name: 'a' }), silent)
    const failed = failure(api.call(Body, { method: 'GET', path: '/x', auth: true }))
    await clock.advance(2 * REQUEST_TIMEOUT_MS)
    expect((await failed).code).toBe('TIMEOUT')
  })
})

it('a cancelled call ends at once as CANCELLED', async () => {
  const { api, clock } = setUp(async () => new Promise<Response>(() => {}))
  const stop = new AbortController()
  const failed = failure(api.call(Body, { method: 'GET', path: '/x', auth: false, signal: stop.signal }))
  await settle()
  stop.abort()
  expect((await failed).code).toBe('CANCELLED')
  expect(clock.pending).toBe(0)
})
